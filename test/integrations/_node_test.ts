import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import {
  NodeHeaders,
  parseUrl,
  sendAnswer,
  sendText,
  toReceived,
  writeHeaders,
} from "../../src/integrations/node/door.ts";
import { isChangedPath } from "../../src/integrations/mount/sent_path.ts";
import type { NodeRequest, NodeResponse } from "../../src/integrations/node/types.ts";
import { isNightly } from "../_nightly.ts";
import { serve } from "./_server.ts";

const HOME = new URL("http://localhost/");
const ANYWHERE = { origin: undefined };
const OWN = { origin: "https://own.example" };

test("parseUrl() keeps scheme, host and target unchanged", () => {
  assert.equal(parseUrl(incoming({ url: "/a?b=1" }), ANYWHERE)?.href, "http://example.com/a?b=1");
  assert.equal(parseUrl(incoming({ socket: { encrypted: true } }), ANYWHERE)?.href, "https://example.com/");
  assert.equal(
    parseUrl(incoming({ headers: { host: "[::1]:8080" } }), ANYWHERE)?.href,
    "http://[::1]:8080/",
  );
});

test("parseUrl() uses only the path of a target in absolute form", () => {
  assert.equal(
    parseUrl(incoming({ url: "http://evil.example/a?b" }), ANYWHERE)?.href,
    "http://example.com/a?b",
  );
  assert.equal(parseUrl(incoming({ url: "http://evil.example" }), ANYWHERE), null);
});

test("parseUrl() never lets a target choose the host (CFG-13)", () => {
  assert.equal(parseUrl(incoming({ url: "//evil.example/a" }), ANYWHERE)?.origin, "http://example.com");
  assert.equal(parseUrl(incoming({ url: "/\\evil.example" }), ANYWHERE)?.origin, "http://example.com");
});

test("parseUrl() uses the application's origin without a host", () => {
  assert.equal(parseUrl(incoming({ url: "/a" }), OWN)?.href, "http://example.com/a");
  assert.equal(parseUrl(incoming({ headers: {} }), OWN)?.href, "https://own.example/");
});

test("parseUrl() reads the host of HTTP/2 from :authority", () => {
  const headers = { ":authority": "example.com:8443" };
  assert.equal(parseUrl(incoming({ headers, url: "/a" }), ANYWHERE)?.href, "http://example.com:8443/a");
  assert.equal(parseUrl(incoming({ headers: { ":authority": "a/b" } }), ANYWHERE), null);
});

test("parseUrl() reads every target as the parser of URLs does, one host after another", () => {
  const parts = [
    "",
    "/",
    ".",
    "..",
    "a",
    "B.c",
    "-",
    "~",
    "%2e",
    "%2E%2e",
    "%41",
    "?",
    "=",
    "&",
    "+",
    "'",
    '"',
    ";",
    ":",
    "@",
  ];
  const more = [
    "é",
    " ",
    "\\",
    "|",
    "<",
    "^",
    "{",
    "#",
    "*",
    "(",
    ",",
    "!",
    "$",
    "\t",
    "auth/session",
    "a=b%2F",
    "//",
    "?/../",
  ];
  const all = [...parts, ...more];
  const targets = all.flatMap((one) => all.flatMap((two) => all.map((three) => `/${one}/${two}${three}`)));
  const hosts = [
    "example.com",
    "EXAMPLE.com:80",
    "b\u00fccher.example",
    "127.1:8080",
    "[::1]:443",
    "a:99999",
    "example.com",
  ];
  for (const [at, host] of hosts.entries()) {
    const base = `http://${host}`;
    // Each target with one of the hosts here, and with all of them at night.
    for (const url of targets.filter((_, i) => isNightly || i % hosts.length === at)) {
      const found = parseUrl(incoming({ url, headers: { host } }), ANYWHERE);
      const wanted = URL.canParse(base + url) ? new URL(base + url) : null;
      assert.deepEqual(
        found && [found.href, found.origin, found.pathname],
        // A path that the parser changes stays as the client has sent it (CFG-07).
        wanted &&
          [wanted.href, wanted.origin, isChangedPath({ url }) ? url.split(/[?#]/, 1)[0] : wanted.pathname],
        base + url,
      );
    }
  }
});

test("parseUrl() refuses an invalid host", () => {
  for (const host of ["", "a b", "a/b", "user@a", "a?b", "a#b", "a\\b", "a,b", "a:99999", "[::1", "%"]) {
    assert.equal(parseUrl(incoming({ headers: { host } }), ANYWHERE), null, host);
    assert.equal(parseUrl(incoming({ headers: { host } }), OWN), null, host);
  }
  assert.equal(parseUrl(incoming({ headers: {} }), ANYWHERE), null);
});

test("parseUrl() refuses a target that is not a path", () => {
  for (const url of ["*", "example.com:443", "", "javascript:alert(1)"]) {
    assert.equal(parseUrl(incoming({ url }), ANYWHERE), null, url);
  }
});

test("NodeHeaders keeps every value", () => {
  const headers = new NodeHeaders({ "x-a": ["1", "2"], "x-b": undefined, cookie: "a=1; b=2" });
  assert.deepEqual([...new Headers([...headers])], [["cookie", "a=1; b=2"], ["x-a", "1, 2"]]);
});

test("NodeHeaders leaves out the pseudo-headers of HTTP/2", () => {
  const headers = new NodeHeaders({ ":path": "/", ":method": "POST", cookie: "a=1" });
  assert.deepEqual([...new Headers([...headers])], [["cookie", "a=1"]]);
});

test("NodeHeaders finds a header by its name in any case", () => {
  const headers = new NodeHeaders({ "x-a": ["1", "2"], cookie: "a=1" });
  assert.deepEqual(["Cookie", "X-A", "x-b", "constructor"].map((name) => headers.get(name)), [
    "a=1",
    "1, 2",
    null,
    null,
  ]);
});

test("toReceived() streams the body", async () => {
  const body = "é".repeat(200_000);
  let seen = "";
  await using server = await serve(async (req, res) => {
    const received = toReceived(req, res, HOME)!;
    assert.equal(received.method, "POST");
    seen = await new Response(received.body).text();
    res.end();
  });
  await (await fetch(server.url, { method: "POST", body })).text();
  assert.equal(seen, body);
});

test("toReceived() refuses a method that the web has not", async () => {
  await using server = await serve((req, res) => {
    res.end(String(toReceived(req, res, HOME)));
  });
  assert.match(await send(server.port, "TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"), /\nnull/);
});

test("toReceived() returns no getters of its own, with which V8 keeps a request until a full garbage collection", async () => {
  await using server = await serve((req, res) => {
    const fields = Object.values(Object.getOwnPropertyDescriptors(toReceived(req, res, HOME)));
    res.end(String(fields.every(({ get }) => get === undefined)));
  });
  assert.equal(await (await fetch(server.url)).text(), "true");
});

test("toReceived() reads a body only on demand", async () => {
  const taken: number[] = [];
  await using server = await serve(async (req, res) => {
    let total = 0;
    const reader = toReceived(req, res, HOME)!.body!.getReader();
    req.on("data", (chunk: Uint8Array) => total += chunk.length);
    await wait(50);
    taken.push(total);
    const { value } = await reader.read();
    await wait(50);
    taken.push(total - value!.length);
    res.end();
  });
  await (await fetch(server.url, { method: "POST", body: "x".repeat(4_000_000) })).text();
  assert.deepEqual(taken, [0, 0]);
});

test("toReceived() lets a reader give up while it waits", async () => {
  await using server = await serve(async (req, res) => {
    const reader = toReceived(req, res, HOME)!.body!.getReader();
    await reader.read();
    const waiting = reader.read();
    await reader.cancel();
    await waiting;
    setTimeout(() => res.end("ok"), 100);
  });
  const head = "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 200\r\n\r\n";
  assert.match(await send(server.port, `${head}${"x".repeat(100)}`, "y".repeat(100)), /200 OK/);
});

test("toReceived() lets the answer through while the client is still sending", async () => {
  const size = 8_000_000;
  let read = 0;
  await using server = await serve(async (req, res) => {
    const reader = toReceived(req, res, HOME)!.body!.getReader();
    read += (await reader.read()).value!.length;
    await reader.cancel();
    sendText(res, 413, "Too large.");
  });
  const head = `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${size}\r\n\r\n`;
  assert.match(await send(server.port, head + "x".repeat(size)), /^HTTP\/1.1 413 /);
  assert.ok(read > 0 && read < 1_000_000, `${read} bytes were read`);
});

test("toReceived() keeps a connection usable after an unread body", async () => {
  await using server = await serve((req, res) => {
    toReceived(req, res, HOME);
    sendText(res, 400, "No.");
  });
  const post = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n${"x".repeat(300_000)}`;
  const last = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
  assert.equal((await send(server.port, post + last)).match(/HTTP\/1.1 400/g)?.length, 2);
});

test("toReceived() aborts and fails the body when the client goes away", async () => {
  const seen: string[] = [];
  await using server = await serve((req, res) => {
    const received = toReceived(req, res, HOME)!;
    received.signal.onabort = () => seen.push("aborted");
    new Response(received.body).text().catch(() => seen.push("failed"));
  });
  const socket = connect(server.port, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n123", () => {
    setTimeout(() => socket.destroy(), 50);
  });
  while (seen.length < 2) await wait(10);
  assert.deepEqual(seen.sort(), ["aborted", "failed"]);
});

test("toReceived() does not abort when the answer has been sent", async () => {
  const signals: AbortSignal[] = [];
  await using server = await serve((req, res) => {
    signals.push(toReceived(req, res, HOME)!.signal);
    res.end();
  });
  await (await fetch(server.url, { headers: { connection: "close" } })).text();
  await wait(50);
  assert.deepEqual(signals.map(({ aborted }) => aborted), [false]);
});

test("toReceived() normalizes methods as Fetch does, and accepts others", () => {
  const methods = ["get", "Post", "HEAD", "patch", "PROPFIND"].map((method) =>
    toReceived(incoming({ method }), response(), HOME)?.method
  );
  assert.deepEqual(methods, ["GET", "POST", "HEAD", "patch", "PROPFIND"]);
});

/** What a parser has left, and the type and the text of the body. */
const PARSED: Readonly<Record<string, readonly [body: unknown, type: string, text: string]>> = {
  "an object of JSON": [{ a: 1, b: ["c"] }, "application/json", '{"a":1,"b":["c"]}'],
  "the fields of a form": [{ a: "1 2", b: "ë" }, "application/x-www-form-urlencoded", "a=1+2&b=%C3%AB"],
  "lists and objects of a form": [
    { a: ["1", "2"], b: { c: { d: "3" } } },
    "application/x-www-form-urlencoded; charset=utf-8",
    "a=1&a=2&b%5Bc%5D%5Bd%5D=3",
  ],
  "a form whose type has capitals": [{ a: "1" }, "Application/X-WWW-Form-Urlencoded", "a=1"],
  "JSON whose type has a parameter": [{ a: 1 }, "application/json; profile=urlencoded", '{"a":1}'],
  "text": ["a=1", "application/x-www-form-urlencoded", "a=1"],
  "bytes": [new TextEncoder().encode('{"a":"ë"}'), "application/json", '{"a":"ë"}'],
};

for (const [what, [body, type, text]] of Object.entries(PARSED)) {
  test(`toReceived() restores the body from ${what}`, async () => {
    const headers = { "content-type": type };
    const req = incoming({ method: "POST", readableEnded: true, body, headers });
    assert.equal(await new Response(toReceived(req, response(), HOME)!.body).text(), text);
  });
}

test("toReceived() says that a body was read and not left", () => {
  for (const headers of [{ "content-length": "1" }, { "transfer-encoding": "chunked" }, { ":path": "/" }]) {
    const received = toReceived(
      incoming({ method: "POST", readableEnded: true, headers }),
      response(),
      HOME,
    )!;
    assert.throws(() => received.body, /has not left it in `req\.body`/);
  }
});

test("toReceived() misses no body of a request that has none", () => {
  for (const headers of [{}, { "content-length": "0" }, { ":path": "/", "content-length": "0" }]) {
    const received = toReceived(
      incoming({ method: "POST", readableEnded: true, headers }),
      response(),
      HOME,
    )!;
    assert.equal(received.body, null);
  }
});

test("sendAnswer() sends status, headers, cookies one by one, and the body", async () => {
  await using server = await serve((_req, res) => {
    const headers = { "content-type": "text/x" };
    const setCookies = ["a=1; Expires=Thu, 01 Jan 1970", "b=2"];
    res.setHeader("set-cookie", "own=1");
    sendAnswer(res, { status: 418, headers, setCookies, body: "héllo" });
  });
  const response = await fetch(server.url);
  assert.equal(response.status, 418);
  assert.equal(response.headers.get("content-type"), "text/x");
  assert.equal(response.headers.get("content-length"), "6");
  assert.deepEqual(response.headers.getSetCookie(), ["own=1", "a=1; Expires=Thu, 01 Jan 1970", "b=2"]);
  assert.equal(await response.text(), "héllo");
});

test("sendAnswer() replaces cookies of the same name that were set before, and keeps the others", async () => {
  await using server = await serve((_req, res) => {
    for (const cookie of ["a=1", "b=1", "s.0=x", "s.1=; Max-Age=0"]) res.appendHeader("set-cookie", cookie);
    sendAnswer(res, { status: 200, headers: {}, setCookies: ["a=2", "s=y"], body: null });
  });
  const { headers } = await fetch(server.url);
  assert.deepEqual(headers.getSetCookie(), ["b=1", "s.1=; Max-Age=0", "a=2", "s=y"]);
});

test("sendAnswer() sends no body for HEAD, and none without content", async () => {
  await using server = await serve((req, res) => {
    const body = req.method === "HEAD" ? "body" : null;
    sendAnswer(res, { status: 200, headers: {}, setCookies: [], body });
  });
  assert.equal(await (await fetch(server.url)).text(), "");
  const raw = await send(server.port, "HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  assert.ok(raw.endsWith("\r\n\r\n"), raw);
});

test("sendAnswer() survives a client that has gone away", async () => {
  let sent = false;
  await using server = await serve(async (_req, res) => {
    await new Promise<void>((resolve) => res.once("close", resolve));
    sendAnswer(res, { status: 200, headers: {}, setCookies: [], body: "too late" });
    sent = true;
  });
  const socket = connect(server.port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n", () => setTimeout(() => socket.destroy(), 50));
  while (!sent) await wait(10);
});

test("sendText() discards headers that were set before", async () => {
  await using server = await serve((_req, res) => {
    res.setHeader("content-length", 1000);
    res.setHeader("set-cookie", "a=1");
    sendText(res, 500, "No.");
  });
  const response = await fetch(server.url);
  assert.deepEqual([response.status, await response.text()], [500, "No."]);
  assert.equal(response.headers.has("set-cookie"), false);
});

test("sendText() breaks the connection when something else has been sent", async () => {
  await using server = await serve((_req, res) => {
    res.write("half");
    setTimeout(() => sendText(res, 500, "No."), 20);
  });
  const raw = await send(server.port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  assert.match(raw, /half/);
  assert.doesNotMatch(raw, /No\.|\r\n0\r\n/);
});

test("writeHeaders() keeps the cookies that are there", async () => {
  await using server = await serve((_req, res) => {
    res.setHeader("set-cookie", "a=1");
    writeHeaders(res, [["set-cookie", "b=2"], ["x-c", "3"]]);
    res.end();
  });
  const { headers } = await fetch(server.url);
  assert.deepEqual([headers.getSetCookie(), headers.get("x-c")], [["a=1", "b=2"], "3"]);
});

function incoming(parts: Partial<NodeRequest>): NodeRequest {
  const nothing = () => {};
  const headers = { host: "example.com" };
  return { url: "/", headers, socket: {}, on: nothing, resume: nothing, pause: nothing, ...parts };
}

/** A response that is not sent. */
function response(): NodeResponse {
  return { once: () => {} } as Partial<NodeResponse> as NodeResponse;
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Sends bytes, perhaps some more later, and reads until the other side closes or breaks the connection. */
function send(port: number, text: string, later = ""): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(text);
      if (later) setTimeout(() => socket.write(later), 50);
    });
    socket.on("data", (chunk) => answer += chunk);
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
  });
}
