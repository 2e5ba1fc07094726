// The door to a running laboratory: a server behind a WebSocket, a worker, or a recording. One message at a time.

export interface Transport {
  send(message: string): void;
  /** Called for every message that comes; text or bytes. */
  onMessage: ((message: string | ArrayBuffer) => void) | undefined;
  onClose: ((reason: string) => void) | undefined;
  close(): void;
}

/** Opens the WebSocket beside the page. */
export function openSocket(address: string): Promise<Transport> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    const transport: Transport = {
      send: (message) => socket.send(message),
      onMessage: undefined,
      onClose: undefined,
      close: () => socket.close(),
    };
    socket.onopen = () => resolve(transport);
    socket.onerror = () => reject(new Error("no server answers"));
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => transport.onMessage?.(event.data);
    socket.onclose = (event) => transport.onClose?.(event.reason || "the server has ended");
  });
}
