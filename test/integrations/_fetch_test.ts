import assert from "node:assert/strict";
import { test } from "node:test";
import { fetchHandler } from "../../src/integrations/fetch/handler.ts";
import { config, signedIn } from "./_application.ts";

test("fetchHandler() adds the prolonged cookie to the response of the application, and prevents caching", async () => {
  const headers = { cookie: await signedIn() };
  const responses: readonly (() => Response)[] = [
    () => new Response("a", { headers: { "set-cookie": "own=1", "cache-control": "public, max-age=60" } }),
    () => Response.redirect("http://localhost/elsewhere"),
    () => new Response(null, { status: 304 }),
  ];
  for (const respond of responses) {
    const handle = fetchHandler(config, async (_request, auth) => (await auth(), respond()), {});
    const response = await handle(new Request("http://localhost/", { headers }));
    const expected = respond();
    assert.equal(response.status, expected.status);
    assert.equal(response.headers.get("location"), expected.headers.get("location"));
    assert.equal(await response.text(), await expected.text());
    const [cookie, ...others] = response.headers.getSetCookie().toReversed();
    assert.match(cookie!, /^latchkey\.session-token=/);
    assert.deepEqual(others, expected.headers.getSetCookie());
    assert.match(response.headers.get("cache-control")!, /^private, .*no-store/);
  }
});

test("fetchHandler() leaves what the application throws to the runtime, unless a cookie must go with the answer", async () => {
  const thrown = new Error("This is meant to fail.");
  const errors: unknown[] = [];
  const logged = { ...config, logger: { error: (error: Error) => void errors.push(error.cause) } };
  const handle = fetchHandler(logged, async ({ url }, auth) => {
    if (url.endsWith("/read")) await auth();
    throw thrown;
  }, {});
  const headers = { cookie: await signedIn() };
  await assert.rejects(handle(new Request("http://localhost/", { headers })), thrown);
  assert.deepEqual(errors, []);
  const response = await handle(new Request("http://localhost/read", { headers }));
  assert.deepEqual([response.status, await response.text()], [500, "Internal server error."]);
  assert.match(response.headers.get("set-cookie")!, /^latchkey\.session-token=/);
  assert.deepEqual(errors, [{ err: thrown }]);
});

test("fetchHandler() gives the cookies of one user to no other one, although the application answers both with one response", async () => {
  const shared = new Response(null, { status: 303, headers: { location: "/" } });
  const handle = fetchHandler(config, async (_request, auth) => (await auth(), shared), {});
  const headers = { cookie: await signedIn() };
  const own = await handle(new Request("http://localhost/", { headers }));
  assert.match(own.headers.get("set-cookie")!, /^latchkey\.session-token=ey/);
  const stranger = await handle(new Request("http://localhost/"));
  assert.deepEqual([stranger.status, stranger.headers.getSetCookie()], [303, []]);
});

test("fetchHandler() does not change a response if no cookie is due", async () => {
  const own = new Response("own");
  const handle = fetchHandler(config, async (_request, auth) => (await auth(), own), {});
  assert.equal(await handle(new Request("http://localhost/")), own);
});

test("fetchHandler() does not change a response with status 101", async () => {
  const upgrade = Object.defineProperty(new Response(null), "status", { value: 101 });
  const handle = fetchHandler(config, async (_request, auth) => (await auth(), upgrade), {});
  const headers = { cookie: await signedIn() };
  assert.equal(await handle(new Request("http://localhost/", { headers })), upgrade);
});

test("fetchHandler() adds the cookie even if the application did not wait for it", async () => {
  const handle = fetchHandler(config, (_request, auth) => (void auth(), new Response()), {});
  const headers = { cookie: await signedIn() };
  const response = await handle(new Request("http://localhost/", { headers }));
  assert.equal(response.headers.getSetCookie().length, 1);
});

test("fetchHandler() never lets a path choose the host (CFG-13)", async () => {
  const handle = fetchHandler(config, () => new Response("application"), { AUTH_URL: "https://app.example" });
  assert.equal(
    await (await handle(new Request("http://a.example//evil.example/auth/x"))).text(),
    "application",
  );
});

test("fetchHandler() refuses a request whose URL makes no sense", async () => {
  const handle = fetchHandler(config, () => assert.fail("not for the application"), {});
  for (
    const url of [
      "http://a b/",
      "",
      "*",
      "example.com:443",
      "data:,/auth/session",
      "blob:http://localhost/auth",
    ]
  ) {
    const request = Object.defineProperty(new Request("http://localhost/"), "url", { value: url });
    assert.equal((await handle(request)).status, 400, url);
  }
});
