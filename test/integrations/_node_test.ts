import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { test } from "node:test";
import {
  type NodeRequest,
  parseUrl,
  sendResponse,
  sendText,
  toHeaders,
  toRequest,
  writeHeaders,
} from "../../src/integrations/_node.ts";

test("parseUrl() takes scheme, host and target as they came", () => {
  assert.equal(parseUrl(incoming({ url: "/a?b=1" }), undefined), "http://example.com/a?b=1");
  assert.equal(parseUrl(incoming({ socket: { encrypted: true } }), undefined), "https://example.com/");
  assert.equal(parseUrl(incoming({ headers: { host: "[::1]:8080" } }), undefined), "http://[::1]:8080/");
});

test("parseUrl() takes only the path of a target in absolute form", () => {
  assert.equal(parseUrl(incoming({ url: "http://evil.example/a?b" }), undefined), "http://example.com/a?b");
  assert.equal(parseUrl(incoming({ url: "http://evil.example" }), undefined), null);
});

test("parseUrl() never lets a target choose the host", () => {
  assert.equal(new URL(parseUrl(incoming({ url: "//evil.example/a" }), undefined)!).host, "example.com");
  assert.equal(new URL(parseUrl(incoming({ url: "/\\evil.example" }), undefined)!).host, "example.com");
});

test("parseUrl() takes the application's own origin where there is no host", () => {
  assert.equal(parseUrl(incoming({ url: "/a" }), "https://own.example"), "http://example.com/a");
  assert.equal(parseUrl(incoming({ headers: {} }), "https://own.example"), "https://own.example/");
});

test("parseUrl() refuses a host that is none", () => {
  for (const host of ["", "a b", "a/b", "user@a", "a?b", "a#b", "a\\b", "a,b", "a:99999", "[::1", "%"]) {
    assert.equal(parseUrl(incoming({ headers: { host } }), undefined), null, host);
    assert.equal(parseUrl(incoming({ headers: { host } }), "https://own.example"), null, host);
  }
  assert.equal(parseUrl(incoming({ headers: {} }), undefined), null);
});

test("parseUrl() refuses a target that is no path", () => {
  for (const url of ["*", "example.com:443", "", "javascript:alert(1)"]) {
    assert.equal(parseUrl(incoming({ url }), undefined), null, url);
  }
});

test("toHeaders() keeps every value", () => {
  const headers = toHeaders(
    incoming({ headers: { "x-a": ["1", "2"], "x-b": undefined, cookie: "a=1; b=2" } }),
  );
  assert.deepEqual([...headers], [["cookie", "a=1; b=2"], ["x-a", "1, 2"]]);
});

test("toRequest() streams the body", async () => {
  const body = "é".repeat(200_000);
  let seen = "";
  await using server = await serve(async (req, res) => {
    const request = toRequest(req, res, "http://localhost/")!;
    assert.equal(request.method, "POST");
    seen = await request.text();
    res.end();
  });
  await (await fetch(server.url, { method: "POST", body })).text();
  assert.equal(seen, body);
});

test("toRequest() gives no body to GET and HEAD", async () => {
  const bodies: unknown[] = [];
  await using server = await serve((req, res) => {
    bodies.push(toRequest(req, res, "http://localhost/")!.body);
    res.end();
  });
  await (await fetch(server.url)).text();
  await (await fetch(server.url, { method: "HEAD" })).text();
  assert.deepEqual(bodies, [null, null]);
});

test("toRequest() refuses a method that the web has not", async () => {
  await using server = await serve((req, res) => {
    res.end(String(toRequest(req, res, "http://localhost/")));
  });
  assert.match(await send(server.port, "TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"), /\nnull/);
});

test("toRequest() takes no more of a body than is read", async () => {
  const taken: number[] = [];
  await using server = await serve(async (req, res) => {
    let total = 0;
    const reader = toRequest(req, res, "http://localhost/")!.body!.getReader();
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

test("toRequest() lets a reader give up while it waits", async () => {
  await using server = await serve(async (req, res) => {
    const reader = toRequest(req, res, "http://localhost/")!.body!.getReader();
    await reader.read();
    const waiting = reader.read();
    await reader.cancel();
    await waiting;
    setTimeout(() => res.end("ok"), 100);
  });
  const head = "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 200\r\n\r\n";
  assert.match(await send(server.port, `${head}${"x".repeat(100)}`, "y".repeat(100)), /200 OK/);
});

test("toRequest() lets the answer through while the client is still sending", async () => {
  const size = 8_000_000;
  let read = 0;
  await using server = await serve(async (req, res) => {
    const reader = toRequest(req, res, "http://localhost/")!.body!.getReader();
    read += (await reader.read()).value!.length;
    await reader.cancel();
    sendText(res, 413, "Too large.");
  });
  const head = `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${size}\r\n\r\n`;
  assert.match(await send(server.port, head + "x".repeat(size)), /^HTTP\/1.1 413 /);
  assert.ok(read > 0 && read < 1_000_000, `${read} bytes were read`);
});

test("toRequest() leaves a connection usable whose body nobody read", async () => {
  await using server = await serve((req, res) => {
    toRequest(req, res, "http://localhost/");
    sendText(res, 400, "No.");
  });
  const post = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n${"x".repeat(300_000)}`;
  const last = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
  assert.equal((await send(server.port, post + last)).match(/HTTP\/1.1 400/g)?.length, 2);
});

test("toRequest() aborts and fails the body when the client goes away", async () => {
  const seen: string[] = [];
  await using server = await serve((req, res) => {
    const request = toRequest(req, res, "http://localhost/")!;
    request.signal.onabort = () => seen.push("aborted");
    request.text().catch(() => seen.push("failed"));
  });
  const socket = connect(server.port, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n123", () => {
    setTimeout(() => socket.destroy(), 50);
  });
  while (seen.length < 2) await wait(10);
  assert.deepEqual(seen.sort(), ["aborted", "failed"]);
});

test("toRequest() does not abort when the answer has been sent", async () => {
  const signals: AbortSignal[] = [];
  await using server = await serve((req, res) => {
    signals.push(toRequest(req, res, "http://localhost/")!.signal);
    res.end();
  });
  await (await fetch(server.url, { headers: { connection: "close" } })).text();
  await wait(50);
  assert.deepEqual(signals.map(({ aborted }) => aborted), [false]);
});

test("sendResponse() sends status, headers, cookies one by one, and the body", async () => {
  await using server = await serve((_req, res) => {
    const headers = new Headers({ "content-type": "text/x", "set-cookie": "a=1; Expires=Thu, 01 Jan 1970" });
    headers.append("set-cookie", "b=2");
    return sendResponse(res, new Response("héllo", { status: 418, headers }));
  });
  const response = await fetch(server.url);
  assert.equal(response.status, 418);
  assert.equal(response.headers.get("content-type"), "text/x");
  assert.equal(response.headers.get("content-length"), "6");
  assert.deepEqual(response.headers.getSetCookie(), ["a=1; Expires=Thu, 01 Jan 1970", "b=2"]);
  assert.equal(await response.text(), "héllo");
});

test("sendResponse() sends no body for HEAD, and none there is none", async () => {
  await using server = await serve((req, res) => {
    return sendResponse(res, new Response(req.method === "HEAD" ? "body" : null, { status: 200 }));
  });
  assert.equal(await (await fetch(server.url)).text(), "");
  const raw = await send(server.port, "HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  assert.ok(raw.endsWith("\r\n\r\n"), raw);
});

test("sendResponse() survives a client that has gone away", async () => {
  let sent: Promise<void> | undefined;
  await using server = await serve(async (_req, res) => {
    await new Promise<void>((resolve) => res.once("close", resolve));
    sent = sendResponse(res, new Response("too late"));
  });
  const socket = connect(server.port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n", () => setTimeout(() => socket.destroy(), 50));
  while (!sent) await wait(10);
  await sent;
});

test("sendText() takes back what was to be sent", async () => {
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
    writeHeaders(res, new Headers({ "set-cookie": "b=2", "x-c": "3" }));
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

async function serve(listener: (req: IncomingMessage, res: ServerResponse) => unknown) {
  const server = createServer((req, res) => void listener(req, res));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Sends bytes, perhaps some more later, and reads until the other side closes or breaks the connection. */
function send(port: number, text: string, later = ""): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    if (later) setTimeout(() => socket.write(later), 50);
    socket.on("data", (chunk) => answer += chunk);
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
  });
}
