import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { test } from "node:test";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { NodeAuth, type RequestAuth } from "../../src/integrations/node/node.ts";
import { config, signedIn, signOut } from "./_application.ts";
import { type Listening, serve } from "./_server.ts";

type App = (
  req: IncomingMessage,
  res: ServerResponse,
  auth: RequestAuth<typeof config>,
) => void | Promise<void>;

test("NodeAuth() reads the session even when it is too late for a cookie", async () => {
  await using server = await start(async (_req, res, auth) => {
    res.writeHead(200);
    res.end((await auth())?.user.name);
  });
  const response = await fetch(server.url, { headers: { cookie: await signedIn() } });
  assert.equal(await response.text(), "Ada");
  assert.deepEqual(response.headers.getSetCookie(), []);
});

test("NodeAuth() leaves the last word to an answer of the application that ends the session", async () => {
  const cookie = await signedIn();
  await using server = await start(async (req, res, auth) => {
    if (req.url === "/before") await auth();
    for (const header of (await signOut(cookie)).headers.getSetCookie()) {
      res.appendHeader("set-cookie", header);
    }
    await auth();
    res.end();
  });
  for (const path of ["/before", "/after"]) {
    const response = await fetch(server.url + path, { headers: { cookie } });
    const [removed, ...others] = response.headers.getSetCookie().toReversed();
    assert.match(removed!, /^latchkey\.session-token=; .*Max-Age=0/, path);
    assert.equal(others.length, path === "/before" ? 1 : 0);
  }
});

test("NodeAuth() answers 500 for an application that throws or rejects, and logs it", async () => {
  const errors: Error[] = [];
  const logging = { ...config, logger: { error: (error: Error) => void errors.push(error) } };
  await using server = await start((req) => {
    if (req.url === "/throw") throw new RangeError("mine");
    return Promise.reject(new RangeError("mine"));
  }, logging);
  for (const path of ["/throw", "/reject"]) {
    const response = await fetch(server.url + path);
    assert.deepEqual([response.status, await response.text()], [500, "Internal server error."]);
  }
  assert.deepEqual(errors.map(({ cause }) => (cause as { err: Error }).err.message), ["mine", "mine"]);
});

test("NodeAuth() keeps a sign-out where the application throws afterwards", async () => {
  await using server = await start(async (_req, _res, auth) => {
    await auth.signOut();
    throw new RangeError("mine");
  }, { ...config, logger: { error: () => {} } });
  const headers = { cookie: await signedIn(), origin: new URL(server.url).origin };
  const response = await fetch(server.url, { method: "POST", headers });
  assert.equal(response.status, 500);
  assert.match(response.headers.getSetCookie().join(), /latchkey\.session-token=; .*Max-Age=0/);
  assert.match(response.headers.get("cache-control")!, /no-store/);
});

test("NodeAuth() sets the cookies of auth, and no other header, on its answer to SessionRequired", async () => {
  await using server = await start(async (_req, res, auth) => {
    res.setHeader("content-type", "text/html");
    res.setHeader("x-own", "1");
    await auth.signOut();
    await auth.require();
  });
  const headers = { cookie: await signedIn(), origin: server.url };
  const response = await fetch(server.url, { method: "POST", headers });
  assert.deepEqual([response.status, await response.json()], [401, { message: "Sign in first." }]);
  const [removed, ...others] = response.headers.getSetCookie();
  assert.match(removed!, /^latchkey\.session-token=; .*Max-Age=0/);
  assert.deepEqual([others, response.headers.get("x-own")], [[], null]);
});

test("NodeAuth() answers 400 for a request that makes no sense", async () => {
  await using server = await start(() => assert.fail("not for the application"));
  for (const host of ["a b", "a/b", "[::1"]) {
    const raw = await send(server.port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    assert.match(raw, /^HTTP\/1\.1 400 /, host);
  }
  const trace = await send(
    server.port,
    "TRACE /auth/session HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
  );
  assert.match(trace, /^HTTP\/1\.1 400 /);
});

function start(app: App, own: AuthConfig = config): Promise<Listening> {
  return serve(NodeAuth(own as typeof config, app));
}

async function send(port: number, text: string): Promise<string> {
  const connection = await Deno.connect({ port, hostname: "127.0.0.1" });
  await connection.write(new TextEncoder().encode(text));
  return await new Response(connection.readable).text();
}
