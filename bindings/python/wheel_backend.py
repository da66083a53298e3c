"""Makes the wheel (PEP 517) with nothing but Python: the package, libredoubt.so and the kernels that were built.

REDOUBT_BUILD names the build folder; otherwise it is ../../build."""
import base64
import hashlib
import os
import pathlib
import re
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
SUMMARY = "Turn-based war games for learners: thousands at once, on the CPU or on a card"
YEAR_ZERO = (1980, 1, 1, 0, 0, 0)  # so that the same sources make the same wheel


def version():
    """The project's own."""
    text = (HERE / "../../meson.build").resolve().read_text()
    return re.search(r"version: '([0-9.]+)'", text)[1]


def built():
    return pathlib.Path(os.environ.get("REDOUBT_BUILD", HERE / "../../build")).resolve()


def metadata():
    return (f"Metadata-Version: 2.1\nName: redoubt\nVersion: {version()}\nSummary: {SUMMARY}\nLicense: MIT\n"
            "Requires-Python: >=3.9\nRequires-Dist: numpy>=1.21\n")


def files():
    """What is in the wheel: name, bytes."""
    for path in sorted((HERE / "redoubt").glob("*.py")) + [HERE / "redoubt/py.typed"]:
        yield f"redoubt/{path.name}", path.read_bytes()
    library = built() / "libredoubt.so.1"
    if not library.is_file():
        raise SystemExit(f"{library} is not there: run make build first, or set REDOUBT_BUILD")
    yield "redoubt/libredoubt.so.1", library.read_bytes()
    for path in sorted((built() / "batch/cuda").glob("rules-*.ptx")):
        yield f"redoubt/kernels/{path.name}", path.read_bytes()


def tag():
    return f"py3-none-linux_{os.uname().machine}"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """The hook of PEP 517; returns the name of the file."""
    info = f"redoubt-{version()}.dist-info"
    name = f"redoubt-{version()}-{tag()}.whl"
    wheel = f"Wheel-Version: 1.0\nGenerator: redoubt\nRoot-Is-Purelib: false\nTag: {tag()}\n"
    parts = list(files()) + [(f"{info}/METADATA", metadata().encode()), (f"{info}/WHEEL", wheel.encode())]
    record = ""
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in parts:
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record += f"{path},sha256={digest},{len(data)}\n"
            archive.writestr(zipfile.ZipInfo(path, YEAR_ZERO), data, zipfile.ZIP_DEFLATED)
        archive.writestr(zipfile.ZipInfo(f"{info}/RECORD", YEAR_ZERO), record + f"{info}/RECORD,,\n")
    return name


def build_sdist(sdist_directory, config_settings=None):
    """There is none: the library is made of the whole source tree."""
    raise SystemExit("make a wheel: the source of this package is the project itself")


if __name__ == "__main__":
    import sys
    os.makedirs(sys.argv[1], exist_ok=True)
    print(pathlib.Path(sys.argv[1]) / build_wheel(sys.argv[1]))
