"""A client of `scree lab` with nothing but the standard library: the handshake and the frames of WebSockets by hand."""
import base64
import json
import os
import signal
import socket
import struct
import subprocess
import urllib.parse

PROGRAM = os.environ["SCREE_PROGRAM"]


class Closed(Exception):
    """The server has closed the connection."""


class Server:
    """A running `scree lab`; ends with the block."""

    def __init__(self, folder, *words):
        self.process = subprocess.Popen([PROGRAM, "lab", "--no-browser", "--threads", "1", *words], cwd=folder,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        url = urllib.parse.urlparse(self.address)
        self.port = url.port
        self.token = url.fragment.removeprefix("token=")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.end()
        self.process.stdout.close()
        self.process.stderr.close()

    def end(self, number=signal.SIGTERM):
        """The exit code and what was said on standard error."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        _, said = self.process.communicate(timeout=60)
        return self.process.returncode, said

    def connect(self, **options):
        return Client(self, **options)


class Client:
    def __init__(self, server, host=None, origin=None, token=None, hello=True):
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        host = host or f"127.0.0.1:{server.port}"
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET /lab HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin or 'http://' + host}\r\n"
                             "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                             f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        self.received = b""
        while b"\r\n\r\n" not in self.received:
            more = self.socket.recv(65536)
            if not more:
                raise Closed("no handshake")
            self.received += more
        head, self.received = self.received.split(b"\r\n\r\n", 1)
        self.status = int(head.split()[1])
        self.number = 0
        self.events = []
        self.pictures = []
        if self.status == 101 and hello:
            self.welcome = self.ask("hello", token=server.token if token is None else token, protocol=1)

    def close(self):
        self.socket.close()

    def send_raw(self, data, opcode=1):
        mask = os.urandom(4)
        size = len(data)
        if size < 126:
            head = struct.pack("!BB", 0x80 | opcode, 0x80 | size)
        elif size < 65536:
            head = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, size)
        else:
            head = struct.pack("!BBQ", 0x80 | opcode, 0x80 | 127, size)
        masked = bytes(b ^ mask[k % 4] for k, b in enumerate(data))
        self.socket.sendall(head + mask + masked)

    def send(self, message):
        self.send_raw(json.dumps(message).encode())

    def take_bytes(self, count):
        while len(self.received) < count:
            more = self.socket.recv(1 << 20)
            if not more:
                raise Closed("end of the stream")
            self.received += more
        taken, self.received = self.received[:count], self.received[count:]
        return taken

    def receive(self):
        """One message: a dictionary or bytes."""
        parts = b""
        while True:
            first, second = self.take_bytes(2)
            size = second & 127
            if size == 126:
                size, = struct.unpack("!H", self.take_bytes(2))
            elif size == 127:
                size, = struct.unpack("!Q", self.take_bytes(8))
            data = self.take_bytes(size)
            opcode = first & 15
            if opcode == 8:
                raise Closed(data[2:].decode())
            if opcode == 9:
                self.send_raw(data, 10)
                continue
            if opcode in (1, 2):
                kind = opcode
            parts += data
            if first & 128 and opcode < 8:
                return json.loads(parts) if kind == 1 else parts

    def reply(self, number):
        while True:
            message = self.receive()
            if isinstance(message, bytes):
                self.pictures.append(message)
            elif message.get("re", -1) == number:
                return message
            else:
                self.events.append(message)

    def try_to(self, command, **members):
        """The whole reply."""
        self.number += 1
        self.send({"n": self.number, "do": command, **members})
        return self.reply(self.number)

    def ask(self, command, **members):
        """What `ok` holds."""
        message = self.try_to(command, **members)
        assert "ok" in message, message
        return message["ok"]

    def event(self, name):
        while True:
            for k, event in enumerate(self.events):
                if event.get("event") == name:
                    return self.events.pop(k)
            message = self.receive()
            if isinstance(message, bytes):
                self.pictures.append(message)
            else:
                self.events.append(message)

    def picture(self):
        """The next picture, against a credit; and all binary messages that came before it."""
        self.send({"credit": 1})
        before = []
        while True:
            message = self.pictures.pop(0) if self.pictures else self.receive()
            if not isinstance(message, bytes):
                self.events.append(message)
            elif message[0] == 1 and not message[2] & 16:
                return Picture(message), before
            else:
                before.append(message)


class Picture:
    """Kind 1 of docs/lab_protocol.md, read byte by byte."""

    def __init__(self, data):
        (kind, self.dimension, self.flags, _, self.branch, self.command, self.roster, self.step,
         self.time) = struct.unpack_from("<BBBBIIIQd", data, 0)
        assert kind == 1
        self.lo = struct.unpack_from("<3d", data, 32)
        self.size = struct.unpack_from("<3d", data, 56)
        self.colour_range = struct.unpack_from("<2f", data, 80)
        self.bodies, self.exact_count, self.walls, place_bytes = struct.unpack_from("<4I", data, 88)
        assert place_bytes == self.bodies * self.dimension * 2
        at = 104
        self.quantised = struct.unpack_from(f"<{self.bodies * self.dimension}H", data, at)
        at = round_up(at + place_bytes, 4)
        if self.flags & 1:
            width = 2 if self.dimension == 2 else 4
            at = round_up(at + width * self.bodies, 4)
        self.colours = b""
        if self.flags & 2:
            self.colours = data[at:at + self.bodies]
            at = round_up(at + self.bodies, 4)
        self.exact = {}
        for _ in range(self.exact_count):
            index, = struct.unpack_from("<I", data, at)
            self.exact[index] = struct.unpack_from(f"<{self.dimension}f", data, at + 4)
            at += 4 + 4 * self.dimension + (4 if self.dimension == 2 else 16)
        at = round_up(at, 8)
        assert len(data) == at + 72 * self.walls, (len(data), at, self.walls)

    def place(self, body):
        """Of its centre, or nothing if it is not in the view."""
        if body in self.exact:
            return [self.lo[k] + 0.5 * self.size[k] + way for k, way in enumerate(self.exact[body])]
        numbers = self.quantised[body * self.dimension:(body + 1) * self.dimension]
        if numbers[0] == 65535:
            return None
        return [self.lo[k] + (q + 0.5) / 65535 * self.size[k] for k, q in enumerate(numbers)]


def round_up(number, to):
    return (number + to - 1) // to * to
