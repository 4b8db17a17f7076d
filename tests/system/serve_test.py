"""gbho serve as a visitor and as an attacker meet it: starts it on free ports, with a study that runs."""
import hashlib
import http.client
import json
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

GBHO = os.path.abspath(os.environ["GBHO"])
PATIENCE = 600  # seconds: a busy machine is no failure
NASTY = "</script><img src=x onerror=alert(1)> & \"quoted\" 'name' %2e%2e"
failures = 0
processes = []  # to be gone at the end, whatever happens


def check(holds, what, details=""):
    global failures
    if holds:
        return
    failures += 1
    print(f"FAILED: {what} {details}", file=sys.stderr, flush=True)


def wait_for(what, happened):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        result = happened()
        if result:
            return result
        time.sleep(0.05)
    check(False, f"waited in vain for {what}")
    return None


def started(command):
    processes.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
    return processes[-1]


class Server:
    def __init__(self, store, *more):
        self.process = started([GBHO, "serve", "--store", store, *more])
        self.address = self.process.stdout.readline().strip()
        match = re.fullmatch(r"http://127\.0\.0\.1:(\d+)(/enter\?token=[\w-]{32})", self.address)
        check(match, "the address", self.address)
        self.port, self.entrance = int(match[1]), match[2]
        self.cookie = None

    def request(self, path, method="GET", headers=None, known=True, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        all_headers = {"Host": f"127.0.0.1:{self.port}", **({"Cookie": self.cookie} if known and self.cookie else {}),
                       **(headers or {})}
        for name, value in all_headers.items():
            connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        response = connection.getresponse()
        body = response.read()
        connection.close()
        return response.status, response.headers, body

    def enter(self):
        status, headers, _ = self.request(self.entrance, known=False)
        check(status == 200, "entering", str(status))
        cookie = headers["Set-Cookie"]
        check("HttpOnly" in cookie and "SameSite=Strict" in cookie and "Path=/" in cookie, "the cookie", cookie)
        self.cookie = cookie.split(";")[0]

    def end(self):
        began = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        output, errors = self.process.communicate(timeout=PATIENCE)
        took = time.monotonic() - began
        check(self.process.returncode == 0, "its status", f"{self.process.returncode} {errors}")
        check("token" not in output + errors, "the address is printed once")
        return took

    def raw(self, data, wait=True):
        """What is answered to these bytes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as own:
            own.sendall(data)
            heard = b""
            while wait:
                try:
                    part = own.recv(65536)
                except ConnectionResetError:
                    break
                if not part:
                    break
                heard += part
            return heard


class Viewer:
    """Listens to the events of a page, and puts them together as the page does."""

    def __init__(self, server, path, last=None):
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
        more = f"Last-Event-ID: {last}\r\n" if last else ""
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost:{server.port}\r\nCookie: {server.cookie}\r\n{more}\r\n".encode())
        self.buffer = b""
        self.parts, self.charts, self.rows, self.events, self.anew = {}, {}, [], 0, 0
        self.sizes, self.last = [], None
        head = self.until(b"\r\n\r\n")
        check(head.startswith(b"HTTP/1.1 200") and b"text/event-stream" in head, "a stream", repr(head[:200]))

    def until(self, end):
        while end not in self.buffer:
            part = self.socket.recv(1 << 16)
            if not part:
                raise EOFError
            self.buffer += part
        found, self.buffer = self.buffer.split(end, 1)
        return found

    def hear(self):
        """The next event."""
        while True:
            text = self.until(b"\n\n").decode()
            fields = dict(line.split(": ", 1) for line in text.split("\n") if not line.startswith(":"))
            if "data" in fields:
                break
        news = json.loads(fields["data"])
        self.last = fields["id"]
        if news.get("anew"):
            self.anew += 1
            self.parts, self.charts, self.rows = {}, {}, []
        self.parts.update(news["parts"])
        self.charts.update(news["charts"])
        self.rows += news["rows"]
        self.events += 1
        self.sizes.append(len(text))
        return news

    def hear_until(self, what, happened):
        self.socket.settimeout(PATIENCE)
        end = time.monotonic() + PATIENCE
        while not happened(self):
            if time.monotonic() > end:
                check(False, f"listened in vain for {what}")
                return
            self.hear()

    def close(self):
        self.socket.close()


def tune(store, name, *more):
    return started([GBHO, "tune", "--store", store, "--name", name, "--checkpoint", "0", "--threads", "1",
                    "--progress", "none", "--set", "lower.learning_rate=0.1", "--set", "model.hidden=[8]", *more])


def check_headers(headers, path):
    policy = headers["Content-Security-Policy"]
    check("default-src 'none'" in policy and "script-src 'self';" in policy and "frame-ancestors 'none'" in policy, f"{path}: policy", policy)
    check("unsafe-eval" not in policy and "script-src 'self' " not in policy, f"{path}: scripts of others", policy)
    for name, value in {"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
                        "Cross-Origin-Resource-Policy": "same-origin"}.items():
        check(headers[name] == value, f"{path}: {name}", headers[name])
    check("Access-Control-Allow-Origin" not in headers, f"{path}: others may read it")


def test_entrance(server):
    for path in ("/", "/events", "/study/1", "/study/1/events", "/assets/page.js", "/nothing"):
        check(server.request(path, known=False)[0] == 401, f"{path} without a cookie")
        check(server.request(path, headers={"Cookie": f"gbho-{server.port}=guess"})[0] == 401, f"{path} with a wrong cookie")
    check(server.request("/enter?token=wrong", known=False)[0] == 401, "a wrong token")
    server.enter()
    check(server.request(server.entrance, known=False)[0] == 401, "a token that was used")
    check(server.request(server.entrance)[0] == 200, "the address again, in the browser that is known")
    status, headers, body = server.request("/")
    check(status == 200, "the list", str(status))
    check_headers(headers, "/")
    page = body.decode()
    check(not re.search(r"<script(?![^>]* src=)", page), "a script within the page")
    check(not re.search(r"\son\w+=", page), "a handler within the page")
    for asset in re.findall(r'(?:src|href)="(/assets/[^"]+)"', page):
        status, headers, content = server.request(asset)
        check(status == 200 and len(content) > 200, asset, str(status))
        check("immutable" in headers["Cache-Control"], f"{asset}: kept by the browser")
        check_headers(headers, asset)
    # Another visitor gets another address, which is good once too.
    status, _, address = server.request("/invite", "POST", {"Origin": f"http://127.0.0.1:{server.port}"})
    entrance = "/enter" + address.decode().strip().split("/enter")[1]
    check(status == 200 and server.request(entrance, known=False)[0] == 200, "an invitation")
    check(server.request(entrance, known=False)[0] == 401, "an invitation that was used")


def test_attacks(server):
    here = f"http://127.0.0.1:{server.port}"
    # Rebinding: their name, our address.
    for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1.evil.example", "localhost.evil.example", "0.0.0.0", "", "[::1"):
        for path in ("/", server.entrance, "/events"):
            check(server.request(path, headers={"Host": host})[0] in (400, 421), f"host '{host}', {path}")
    # Paths that are none.
    for path in ("/../../etc/passwd", "/assets/../../../etc/passwd", "/assets/%2e%2e/%2e%2e/etc/passwd", "/assets/..%2f..%2fetc/passwd",
                 "/study/../1", "/study/1/../../etc/passwd", "/study/01", "/study/-1", "/study/1%00", "/study/1;x", "/study/1/events/",
                 "/study/1'%20OR%201=1--", "/study/" + "9" * 400, "/assets/", "/assets/page.js/", "//evil.example/", "/study/0x1", "/.git/config"):
        check(server.request(path)[0] == 404, path)
    for path in ("http://evil.example/", "evil", "*", ""):
        heard = server.raw(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {server.cookie}\r\nConnection: close\r\n\r\n".encode())
        check(heard.startswith(b"HTTP/1.1 400"), f"target '{path}'", repr(heard[:40]))
    # Pages from elsewhere, with the cookie that a browser would not even send.
    for site in ("cross-site", "same-site"):
        for path in ("/", "/events", "/study/1/events", "/assets/page.js"):
            check(server.request(path, headers={"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "cors"})[0] == 403, f"{site}: {path}")
    for origin in (None, "null", "http://evil.example", "http://localhost:1", here.replace("http", "https")):
        for path in ("/invite", "/study/1/stop", "/study/1/enqueue"):
            headers = {"Origin": origin} if origin else {}
            check(server.request(path, "POST", headers)[0] == 403, f"POST {path} from {origin}")
    check(server.request("/study/1/stop", "POST", {"Origin": here})[0] == 403, "stopping without --control")
    check(server.request("/study/1/enqueue", "POST", {"Origin": here}, body=b"[-3]")[0] == 403, "enqueueing without --control")
    check(server.request("/", "POST", {"Origin": here})[0] == 404, "POST /")
    for method in ("PUT", "DELETE", "OPTIONS", "TRACE", "HEAD", "CONNECT"):
        check(server.raw(f"{method} / HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()).startswith(b"HTTP/1.1 405"), method)
    # Requests that two programs would read in two ways, or that never end.
    for name, lines in {"two hosts": "Host: a\r\n", "two lengths": "Content-Length: 0\r\nContent-Length: 5\r\n",
                        "chunks": "Transfer-Encoding: chunked\r\n", "a folded line": " folded\r\n", "a bare line feed": "X: a\nY: b\r\n",
                        "a long header": "X: " + "a" * 9000 + "\r\n", "many headers": "".join(f"X{i}: a\r\n" for i in range(100)),
                        "a long body": "Content-Length: 99999999\r\n"}.items():
        heard = server.raw(f"GET / HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n".encode())
        check(re.match(rb"HTTP/1.1 (400|413|431|501) ", heard), name, repr(heard[:60]))
    for noise in (b"\0" * 100 + b"\r\n\r\n", os.urandom(500) + b"\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"):
        check(server.raw(noise).startswith(b"HTTP/1.1 4"), "noise")


def test_crowd(server):
    """A thousand who hold their connections and say little: others do not notice."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    viewer = Viewer(server, "/events")
    viewer.hear()
    crowd = []
    slowest = 0
    for i in range(1000):
        try:
            one = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
            one.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " if i % 2 else b"")
            crowd.append(one)
        except OSError:
            pass
        if i % 100 == 99:
            began = time.monotonic()
            check(server.request("/")[0] == 200, f"a page beside {i + 1} idle connections")
            slowest = max(slowest, time.monotonic() - began)
    viewers = [Viewer(server, "/events") for _ in range(50)]
    for one in viewers:
        one.hear()
    for one in crowd + [one.socket for one in viewers]:
        one.close()
    viewer.close()
    print(f"beside 1,000 idle connections: slowest page {1000 * slowest:.0f} ms")


def test_running(server, store):
    """A study that is begun while somebody looks on."""
    viewer = Viewer(server, "/events")
    viewer.hear()
    check("no studies here yet" in viewer.parts["list"], "an empty list", viewer.parts["list"])
    run = tune(store, NASTY, "--method", "tpe", "--set", "tpe.trials=25", "--set", "lower.epochs=400")
    viewer.hear_until("the study", lambda own: "/study/1" in own.parts.get("list", ""))
    check("<img" not in viewer.parts["list"] and "&lt;img" in viewer.parts["list"], "the name is escaped", viewer.parts["list"])
    viewer.close()
    check(server.request("/study/1")[0] == 200, "the study's page")
    crowd = [Viewer(server, "/study/1/events") for _ in range(50)]
    for one in crowd:
        one.hear_until("the first trials", lambda own: own.rows)
    one = crowd[0]
    check("running" in one.parts["heading"] and "Best so far" in one.parts["answer"], "a study that runs")
    broken = crowd.pop()  # whose connection is lost, and who comes back
    broken.close()
    one.hear_until("more of them", lambda own: own.events > 3 or "finished" in own.parts["heading"])
    back = Viewer(server, "/study/1/events", broken.last)
    back.parts, back.charts, back.rows = broken.parts, broken.charts, broken.rows
    crowd.append(back)
    _, errors = run.communicate(timeout=PATIENCE)
    check(run.returncode == 0, "the run", errors)
    for one in crowd:
        one.hear_until("the end", lambda own: "finished" in own.parts["heading"])
    record = json.loads(subprocess.run([GBHO, "show", "--json", "--store", store, "--", NASTY], capture_output=True, text=True, check=True).stdout)
    numbers = [trial["number"] for trial in record["trials"]]
    for one in crowd:
        check([row[0] for row in one.rows] == numbers, "every trial once, in order", str([row[0] for row in one.rows]))
        check(one.parts["now"] == "" and "The answer" in one.parts["answer"], "its end")
    check(back.anew == 0, "who comes back gets what he lacks")
    for viewer in crowd:
        for html in viewer.parts.values():
            check("<img" not in html and "<script" not in html, "the name is escaped on its page")
    print(f"50 viewers: {crowd[0].events} events, the first {crowd[0].sizes[0]} bytes, later ones {sorted(crowd[0].sizes[1:])[len(crowd[0].sizes) // 2]}")
    for viewer in crowd:
        viewer.close()


def test_trouble(server, store):
    """What may happen to a store while it is looked at."""
    def bytes_of(path):
        return hashlib.sha256(open(path, "rb").read()).hexdigest()

    before = bytes_of(store)
    viewer = Viewer(server, "/study/1/events")
    viewer.hear()
    check(bytes_of(store) == before and not os.path.exists(store + ".live"), "looking changes nothing")
    shutil.copy(store, store + ".good")
    with open(store, "r+b") as file:  # a database no more
        file.seek(0)
        file.write(b"\xff" * 4096)
    viewer.hear_until("the damage", lambda own: own.parts["trouble"])
    check("finished" in viewer.parts["heading"], "what was read before stays")
    os.replace(store + ".good", store)
    viewer.hear_until("its repair", lambda own: not own.parts["trouble"])
    for suffix in ("", "-wal", "-shm"):
        if os.path.exists(store + suffix):
            os.rename(store + suffix, store + suffix + ".away")
    viewer.hear_until("its absence", lambda own: own.parts["trouble"])
    os.rename(store + ".away", store)
    viewer.hear_until("its return", lambda own: not own.parts["trouble"])
    viewer.close()
    check(server.request("/")[0] == 200, "it goes on")


def test_enqueueing(server, viewer, here):
    def enqueue(body, study=1, headers=None):
        return server.request(f"/study/{study}/enqueue", "POST", here if headers is None else headers, body=body)

    check("data-act=\"enqueue\"" in viewer.parts["enqueue"], "where to write a λ", viewer.parts["enqueue"])
    check(enqueue(b"[-3]", headers={})[0] == 403, "enqueueing from elsewhere")
    for body in (b"", b"-3", b"{}", b"[", b"[\"-3\"]", b"[[-3]]", b"[null]", b"[NaN]", b"[-3,-3]", b"[]", b"[-40]", b"[1e999]", b"[" * 1000):
        check(enqueue(body)[0] == 400, f"enqueueing {body[:20]}", str(enqueue(body)))
    check("must be from" in enqueue(b"[-40]")[2].decode(), "what is wrong with it")
    check(enqueue(b"[-3]", study=7)[0] == 409, "enqueueing for a study that is not there")
    status, _, answer = enqueue(b"[-3.5]")
    check(status == 200, "enqueueing", answer.decode())
    check(enqueue(b"[-3.5]")[0] == 409, "enqueueing it twice")
    viewer.hear_until("what waits", lambda page: "waits" in page.parts.get("enqueued", ""))
    check("-3.50" in viewer.parts["enqueued"], "the λ that waits", viewer.parts["enqueued"])


def test_control(folder):
    store = os.path.join(folder, "control.db")
    run = tune(store, "long", "--method", "random", "--set", "random.points=100", "--set", "lower.epochs=100000")
    server = Server(store, "--control")
    server.enter()
    here = {"Origin": f"http://127.0.0.1:{server.port}"}
    viewer = Viewer(server, "/events")
    viewer.hear_until("the study", lambda own: "/study/1" in own.parts.get("list", ""))
    own = Viewer(server, "/study/1/events")
    own.hear_until("what it does", lambda page: "data-act=\"stop\"" in page.parts.get("now", "") and "phase" in page.parts["now"])
    own.hear_until("its networks", lambda page: page.charts.get("training"))
    check(len(own.charts["training"]["series"]) > 0, "networks in training")
    check(server.request("/study/2/stop", "POST", here)[0] == 409, "stopping what does not run")
    check(server.request("/study/1/stop", "POST", {})[0] == 403, "stopping from elsewhere")
    test_enqueueing(server, own, here)
    check(run.poll() is None, "it runs")
    check(server.request("/study/1/stop", "POST", here)[0] == 200, "stopping")
    _, errors = run.communicate(timeout=PATIENCE)
    check(run.returncode == 130, "the status of what was stopped", f"{run.returncode} {errors}")
    own.hear_until("its end", lambda page: "interrupted" in page.parts["heading"] and "gbho serve" in page.parts["heading"])
    check(own.parts["now"] == "", "nothing runs")
    check(server.request("/study/1/stop", "POST", here)[0] == 409, "stopping it twice")
    took = server.end()  # with two who listen
    print(f"Ctrl-C: {took:.2f} s")
    own.close()
    viewer.close()


def test_bad_input(folder):
    for more in (["--port", "99999"], ["--port", "x"], ["--store", folder], ["--store", "/dev/null"], ["--host", "no.such.host.invalid"]):
        result = subprocess.run([GBHO, "serve", *more], capture_output=True, text=True, check=False, timeout=PATIENCE)
        check(result.returncode == 2 and result.stdout == "" and result.stderr.count("\n") == 1, str(more), result.stderr)


def main():
    folder = tempfile.mkdtemp(prefix="gbho-serve-")
    try:
        store = os.path.join(folder, "studies.db")
        server = Server(store)
        test_entrance(server)
        test_attacks(server)
        test_running(server, store)
        test_attacks(server)
        test_crowd(server)
        test_trouble(server, store)
        server.end()
        test_control(folder)
        test_bad_input(folder)
    finally:
        for process in processes:
            if process.poll() is None:
                process.kill()
        shutil.rmtree(folder, ignore_errors=True)
    print("failures:", failures)
    return 1 if failures else 0


sys.exit(main())
