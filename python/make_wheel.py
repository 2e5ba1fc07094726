"""Puts a built package into a wheel, with the standard library alone: no network, no back end.

Usage: make_wheel.py FOLDER OUTPUT      FOLDER holds scree/ with its module, OUTPUT gets scree-VERSION-...whl
"""
import base64
import hashlib
import pathlib
import sys
import sysconfig
import zipfile

METADATA = """Metadata-Version: 2.1
Name: scree
Version: {version}
Summary: A discrete-element engine: discs, spheres and polygons, the same bits on every run
License: Apache-2.0
Requires-Python: >=3.11
Requires-Dist: numpy
"""


def main(folder, output):
    sys.path.insert(0, str(folder))
    import scree

    version = scree.__version__
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    kind = f"{tag}-{tag}-{platform}"
    ours = [file for file in sorted(folder.glob("scree/*")) if file.suffix in (".py", ".pyi", ".so") or file.name == "py.typed"]
    files = {f"scree/{file.name}": file.read_bytes() for file in ours}
    about = f"scree-{version}.dist-info"
    files[f"{about}/METADATA"] = METADATA.format(version=version).encode()
    files[f"{about}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: scree\nRoot-Is-Purelib: false\nTag: {kind}\n".encode()
    record = "".join(f"{name},sha256={digest_of(data)},{len(data)}\n" for name, data in files.items())
    files[f"{about}/RECORD"] = f"{record}{about}/RECORD,,\n".encode()
    output.mkdir(parents=True, exist_ok=True)
    wheel = output / f"scree-{version}-{kind}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, data in files.items():
            opened.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)  # no dates: the same files, the same wheel
    print(wheel)


def digest_of(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    main(*map(pathlib.Path, sys.argv[1:]))
