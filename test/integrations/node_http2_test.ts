import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import http2 from "node:http2";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { NodeAuth, type RequestAuth } from "../../src/integrations/node/node.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { CERTIFICATE, KEY } from "../_certificate.ts";
import { config, signedIn } from "./_application.ts";
import { ask as fetchOnce, serve as serveHttp1 } from "./_express.ts";
import { LONGEST_WAIT } from "../_longest_wait.ts";

type App = (
  req: http2.Http2ServerRequest,
  res: http2.Http2ServerResponse,
  auth: RequestAuth,
) => unknown;

for (const secure of [false, true]) {
  const over = secure ? "over TLS" : "without TLS";

  test(`NodeAuth() signs out over HTTP/2, ${over}`, async () => {
    await using client = await open({ secure });
    const token = await signedIn(secure ? "__Host-" : "");
    const session = await client.ask({ ":path": "/auth/session", cookie: token });
    assert.equal(JSON.parse(session.body).user.name, "Ada");
    const page = await client.ask({ ":path": "/auth/signout" });
    assert.ok(page.body.includes(`href="${client.origin}/auth/signin"`));
    const csrf = await client.ask({ ":path": "/auth/csrf" });
    const cookie = csrf.headers["set-cookie"]![0]!.split(";")[0]!;
    const left = await client.ask(
      {
        ":method": "POST",
        ":path": "/auth/signout",
        "content-type": "application/x-www-form-urlencoded",
        // A client may send each cookie on its own.
        cookie: [cookie, "a=1", token] as unknown as string,
      },
      String(new URLSearchParams(JSON.parse(csrf.body))),
    );
    assert.deepEqual([left.headers[":status"], left.headers.location], [303, client.origin]);
    assert.match(left.headers["set-cookie"]!.join(), /session-token=;.*Max-Age=0/);
    for (const { headers } of [session, page, csrf, left]) assert.equal(headers.connection, undefined);
  });

  test(`NodeAuth() takes the host from :authority and not from a Host header over HTTP/2, ${over}`, async () => {
    await using client = await open({ secure });
    const page = await client.ask({
      ":path": "/auth/signout",
      ":authority": new URL(client.origin).host,
      host: "evil.test",
    });
    assert.ok(page.body.includes(`href="${client.origin}/auth/signin"`));
    assert.doesNotMatch(page.body, /evil\.test/);
  });

  test(`NodeAuth() passes the session to an application over HTTP/2, and prolongs it, ${over}`, async () => {
    const app: App = async (_req, res, auth) => {
      res.setHeader("set-cookie", "own=1");
      res.end(JSON.stringify(await auth()));
    };
    await using client = await open({ secure, app });
    const { body, headers } = await client.ask({
      ":path": "/",
      cookie: await signedIn(secure ? "__Host-" : ""),
    });
    assert.equal(JSON.parse(body).id, "1");
    assert.deepEqual(headers["set-cookie"]!.map((each) => each.replace(/=.*/, "")), [
      "own",
      `${secure ? "__Host-" : ""}latchkey.session-token`,
    ]);
  });
}

test("NodeAuth() answers 400 and 404 over HTTP/2, and breaks off what has begun", async () => {
  const app: App = (req, res) => {
    if (req.url === "/half") res.write("half");
    throw new Error("mine");
  };
  await using client = await open({ app });
  const failed = await client.ask({ ":path": "/" });
  assert.deepEqual([failed.headers[":status"], failed.body], [500, "Internal server error."]);
  assert.equal((await client.ask({ ":path": "/auth/session/x" })).headers[":status"], 500);
  assert.equal((await client.ask({ ":path": "/auth/session", ":authority": "a,b" })).headers[":status"], 400);
  await assert.rejects(client.ask({ ":path": "/half" }));
  // The connection is still good.
  assert.equal((await client.ask({ ":path": "/auth/session" })).body, "null");
});

test("NodeAuth() reads a body of HTTP/2 that nothing announces, up to 64 KiB", async () => {
  await using client = await open({});
  const post = { ":method": "POST", ":path": "/auth/signout", "content-type": "application/json" };
  assert.equal((await client.ask(post, "{")).headers[":status"], 400);
  assert.equal((await client.ask(post, JSON.stringify({ a: "a".repeat(70_000) }))).headers[":status"], 413);
  assert.equal((await client.ask({ ":path": "/auth/session" })).body, "null");
});

test("NodeAuth() aborts the signal of a request of HTTP/2 when the client goes away, and not before", async () => {
  const { own, entered, aborted, signals } = signalling();
  await using client = await open({ own });
  const { headers, body } = await credentialsForm((path, cookie) => client.ask({ ":path": path, cookie }));
  const request = client.send({ ...headers, ":method": "POST", ":path": "/auth/callback/credentials" }, body);
  await entered;
  assert.equal(signals[0]!.aborted, false);
  request.close(http2.constants.NGHTTP2_CANCEL);
  await aborted;
  assert.equal(signals[0]!.aborted, true);
  assert.equal((await client.ask({ ":path": "/auth/session" })).body, "null");
});

test("NodeAuth() hands over a signal that has aborted if the client of HTTP/2 went away before", async () => {
  const [entered, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()];
  const provider = Credentials({
    credentials: { name: {} },
    authorize: (_credentials, { signal }) => (seen.resolve(signal.aborted), null),
  });
  const own: AuthConfig = { ...config, callbacks: {}, providers: [provider] };
  const app: App = async (_req, res, auth) => {
    entered.resolve();
    await new Promise<void>((resolve) => res.once("close", () => resolve()));
    await auth.signIn({ providerId: "credentials", fields: { name: "ada" } }).catch(seen.reject);
  };
  await using client = await open({ own, app });
  const request = client.send({ ":method": "POST", ":path": "/login" });
  await entered.promise;
  request.close(http2.constants.NGHTTP2_CANCEL);
  assert.equal(await seen.promise, true);
});

test("NodeAuth() aborts the signal of a request of HTTP/1.1 when the client goes away", async () => {
  const { own, entered, aborted } = signalling();
  await using server = await serveHttp1(NodeAuth(own));
  const get = async (path: string, cookie: string) => {
    const response = await fetchOnce(server.url + path, { headers: { cookie } });
    return { body: await response.text(), headers: { "set-cookie": response.headers.getSetCookie() } };
  };
  const { headers, body } = await credentialsForm(get);
  const leaving = new AbortController();
  const request = fetchOnce(`${server.url}/auth/callback/credentials`, {
    method: "POST",
    headers,
    body,
    signal: leaving.signal,
  });
  await entered;
  leaving.abort();
  await Promise.all([assert.rejects(request), aborted]);
});

test("NodeAuth() lets an application stream its answer, with the session read before or meanwhile", async () => {
  const next: (() => void)[] = [];
  const pause = () => new Promise<void>((resolve) => next.push(resolve));
  const own = async (
    req: IncomingMessage,
    res: ServerResponse,
    auth: () => Promise<{ user: { name: string } } | null>,
  ) => {
    if (req.url === "/before") await auth();
    res.write("one");
    await pause();
    res.write((await auth())!.user.name);
    await pause();
    res.end("three");
  };
  const warnings: string[] = [];
  const logger = { warn: (code: string) => void warnings.push(code.split(":")[0]!) };
  await using server = await serveHttp1(NodeAuth({ ...config, logger } as never, own as never) as never);
  for (const [path, cookies] of [["/before", 1], ["/meanwhile", 0]] as const) {
    const response = await fetchOnce(server.url + path, { headers: { cookie: await signedIn() } });
    assert.equal(response.headers.getSetCookie().length, cookies);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    const seen: string[] = [];
    for (const expected of ["one", "Ada", "three"]) {
      seen.push((await reader.read()).value!);
      assert.equal(seen.at(-1), expected);
      next.shift()?.();
    }
    assert.equal((await reader.read()).done, true);
    assert.deepEqual(warnings, cookies ? [] : ["session-read-late"]);
  }
});

/** A config whose password check waits until the request is aborted. */
function signalling() {
  const signals: AbortSignal[] = [];
  const entered = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  const provider = Credentials({
    credentials: { name: {} },
    async authorize(_credentials, { signal }) {
      signals.push(signal);
      signal.addEventListener("abort", () => aborted.resolve());
      entered.resolve();
      await aborted.promise;
      return null;
    },
  });
  const own: AuthConfig = { ...config, callbacks: {}, providers: [provider] };
  return { own, signals, entered: entered.promise, aborted: aborted.promise };
}

/** The form of the provider `credentials`, with its CSRF token. */
async function credentialsForm(
  get: (path: string, cookie: string) => Promise<{ body: string; headers: http2.IncomingHttpHeaders }>,
) {
  const { body, headers } = await get("/auth/csrf", "");
  const { csrfToken } = JSON.parse(body);
  return {
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      cookie: headers["set-cookie"]![0]!.split(";")[0]!,
    },
    body: String(new URLSearchParams({ csrfToken, name: "ada" })),
  };
}

/** Starts a server of HTTP/2, and connects to it. */
async function open(
  { secure = false, app, own = config }: { secure?: boolean; app?: App; own?: AuthConfig },
) {
  const listener = (app ? NodeAuth(own as typeof config, app as never) : NodeAuth(own)) as (
    req: http2.Http2ServerRequest,
    res: http2.Http2ServerResponse,
  ) => void;
  const server = secure
    ? http2.createSecureServer({ key: KEY, cert: CERTIFICATE }, listener)
    : http2.createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `${secure ? "https" : "http"}://localhost:${port}`;
  const session = http2.connect(origin, { ca: CERTIFICATE });
  await new Promise((resolve) => session.once("connect", resolve));
  const send = (headers: http2.OutgoingHttpHeaders, body?: string) => {
    const request = session.request(headers);
    request.on("error", () => {});
    request.end(body);
    return request;
  };
  const ask = (headers: http2.OutgoingHttpHeaders, body?: string) =>
    new Promise<{ headers: http2.IncomingHttpHeaders & http2.IncomingHttpStatusHeader; body: string }>(
      (resolve, reject) => {
        const request = send(headers, body);
        let [answered, text] = [{}, ""];
        const timer = setTimeout(
          () => reject(new Error(`no answer: ${JSON.stringify(headers)}`)),
          LONGEST_WAIT,
        );
        request.setEncoding("utf8");
        request.on("response", (found) => answered = found);
        request.on("data", (part) => text += part);
        request.on("error", reject);
        request.on("close", () => {
          clearTimeout(timer);
          if (request.rstCode) reject(new Error(`reset: ${request.rstCode}`));
          else resolve({ headers: answered, body: text });
        });
      },
    );
  return {
    origin,
    send,
    ask,
    async [Symbol.asyncDispose]() {
      session.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
