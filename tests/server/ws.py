"""A WebSocket client of the standard library alone, and a server to talk to. For tests only."""
import base64
import json
import os
import re
import socket
import struct
import subprocess
import threading

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
LIMIT_S = 60  # only guards against hanging


class Closed(Exception):
    """The server closed the connection; code is its reason, None if it gave none."""

    def __init__(self, code=None):
        super().__init__("closed with %s" % code)
        self.code = code


class Socket:
    def __init__(self, port, path="/v1/ws", headers=""):
        self.open("127.0.0.1", port, path, headers)

    def open(self, host, port, path="/v1/ws", headers=""):
        self.sock = socket.create_connection((host, port), timeout=LIMIT_S)
        self.buffer = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self.sock.sendall(("GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                           "Connection: Upgrade\r\nSec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n%s\r\n"
                           % (path, port, key, headers)).encode())
        while b"\r\n\r\n" not in self.buffer:
            self._more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Closed(int(head.split()[1]))

    def _more(self):
        try:
            data = self.sock.recv(65536)
        except ConnectionError:
            data = b""
        if not data:
            raise Closed()
        self.buffer += data

    def _take(self, count):
        while len(self.buffer) < count:
            self._more()
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def frame(self, opcode, payload, final=True):
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([opcode | (0x80 if final else 0)])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        body = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        try:
            self.sock.sendall(head + mask + body)
        except OSError:
            raise Closed() from None

    def text(self):
        """The next text message."""
        whole = b""
        while True:
            first, size = self._take(2)
            size &= 0x7f
            if size == 126:
                size, = struct.unpack(">H", self._take(2))
            elif size == 127:
                size, = struct.unpack(">Q", self._take(8))
            payload = self._take(size)
            opcode = first & 15
            if opcode == CLOSE:
                raise Closed(struct.unpack(">H", payload[:2])[0] if size >= 2 else None)
            if opcode == PING:
                self.frame(PONG, payload)
            elif opcode in (0, TEXT):
                whole += payload
                if first & 0x80:
                    return whole.decode()

    def close(self):
        self.sock.close()


class Player:
    """Somebody with a token: sends commands, keeps updates."""

    def __init__(self, port, token=None, name="Ada", match=None):
        self.ids, self.updates, self.moments, self.answers, self.seen = 0, [], [], {}, {}
        self.prefix = base64.b32encode(os.urandom(5)).decode()
        self.connect(port, token, name, match)

    def connect(self, port, token=None, name="Ada", match=None):
        """match: one that another server may have; the connection is passed on to it."""
        self.socket = Socket(port, "/v1/ws" + ("?match=" + match if match else ""))
        who = {"token": token} if token else {"name": name}
        self.welcome = self.ask(cmd="hello", version=1, **who)
        self.token = self.welcome.get("token", token)

    def read(self):
        """One message; updates are kept, answers by their id."""
        text = self.socket.text()
        message = json.loads(text)
        if "type" in message:
            if message["type"] in ("update", "note"):
                self.seen[(message["match"], str(message["seat"]), message["n"])] = text
            if "n" in message: # others tell of this moment, and are never repeated
                self.updates.append(message)
            else:
                self.moments.append(message)
        else:
            self.answers[message.get("re")] = message
        return message

    def send(self, **command):
        self.ids += 1
        command.setdefault("id", "%s-%d" % (self.prefix, self.ids))
        self.socket.frame(TEXT, json.dumps(command).encode())
        return command

    def ask(self, **command):
        command = self.send(**command)
        self.answers.pop(command["id"], None)
        while command["id"] not in self.answers:
            self.read()
        return self.answers[command["id"]]

    def wait(self, condition):
        """Read until the latest update fulfils the condition."""
        while not (self.updates and condition(self.updates[-1])):
            self.read()
        return self.updates[-1]


class Server:
    def __init__(self, program, db, *args, **popen):
        self.process = subprocess.Popen([program, "serve", "--port", "0", "--db", db, *args],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **popen)
        line = self.process.stdout.readline()
        self.log = []
        if not line:
            raise RuntimeError(self.process.stderr.read())
        self.port = int(re.search(r":(\d+)/", line).group(1))
        self.reader = threading.Thread(target=lambda: self.log.extend(self.process.stderr), daemon=True)
        self.reader.start()

    def kill(self):
        self.process.kill()
        self.wait()

    def stop(self):
        self.process.terminate()
        return self.wait()

    def wait(self):
        status = self.process.wait(LIMIT_S)
        self.reader.join(LIMIT_S)
        self.process.stdout.close()
        return status
