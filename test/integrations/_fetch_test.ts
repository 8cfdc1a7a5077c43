import assert from "node:assert/strict";
import { test } from "node:test";
import { fetchHandler } from "../../src/integrations/fetch/handler.ts";
import { config, signedIn, signOut } from "./_application.ts";

test("fetchHandler() answers requests below basePath, and passes on the others", async () => {
  const handle = fetchHandler(config, ({ url }) => new Response(url), {});
  const session = await handle(new Request("http://localhost/auth/session"));
  assert.equal(await session.json(), null);
  const other = await handle(new Request("http://localhost/authx?a=b"));
  assert.equal(await other.text(), "http://localhost/authx?a=b");
});

test("fetchHandler() passes the session to the application, typed by callbacks.session", async () => {
  const handle = fetchHandler(config, async (_request, auth) => {
    const session = await auth();
    const id: string | undefined = session?.id;
    return Response.json([id, session?.user.name]);
  }, {});
  const headers = { cookie: await signedIn() };
  assert.deepEqual(await (await handle(new Request("http://localhost/", { headers }))).json(), ["1", "Ada"]);
  assert.deepEqual(await (await handle(new Request("http://localhost/"))).json(), [null, null]);
});

test("fetchHandler() reads the session once, and only if it is asked for", async () => {
  let reads = 0;
  const counting = { ...config, events: { session: () => void reads++ } };
  const handle = fetchHandler(counting, async ({ url }, auth) => {
    if (url.endsWith("/read")) await Promise.all([auth(), auth()]);
    return new Response();
  }, {});
  const headers = { cookie: await signedIn() };
  assert.deepEqual((await handle(new Request("http://localhost/", { headers }))).headers.getSetCookie(), []);
  assert.equal(reads, 0);
  await handle(new Request("http://localhost/read", { headers }));
  assert.equal(reads, 1);
});

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

test("fetchHandler() adds no cookie to an answer of the application that ends the session (SE-23)", async () => {
  const cookie = await signedIn();
  for (const when of ["before", "after", "both"]) {
    const handle = fetchHandler(config, async (_request, auth) => {
      if (when !== "after") await auth();
      const response = await signOut(cookie);
      if (when !== "before") await auth();
      return response;
    }, {});
    const response = await handle(new Request("http://localhost/leave", { headers: { cookie } }));
    const [removed, ...others] = response.headers.getSetCookie();
    assert.match(removed!, /^latchkey\.session-token=; .*Max-Age=0/, when);
    assert.deepEqual(others, []);
  }
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

test("fetchHandler() says that a change of the session after the response sets no cookie", async () => {
  const late: Promise<unknown>[] = [];
  const handle = fetchHandler(config, (_request, auth) => {
    setTimeout(
      () => late.push(assert.rejects(auth.signOut(), /Cannot sign out: the response has been returned/)),
      1,
    );
    return new Response("early");
  }, {});
  const headers = { cookie: await signedIn(), origin: "http://localhost" };
  await handle(new Request("http://localhost/", { method: "POST", headers }));
  while (late.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  await Promise.all(late);
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

test("fetchHandler() answers as the origin of AUTH_URL, whatever the Host header", async () => {
  const env = { AUTH_URL: "https://app.example" };
  const handle = fetchHandler(config, async (_request, auth) => Response.json(await auth()), env);
  const headers = { cookie: await signedIn("__Host-"), "x-forwarded-host": "evil.example" };
  const session = await handle(new Request("http://10.0.0.1:8000/", { headers }));
  assert.equal((await session.json()).user.name, "Ada");
  assert.match(session.headers.get("set-cookie")!, /^__Host-.+; Secure/);
  const page = await handle(new Request("http://10.0.0.1:8000/auth/signin", { headers }));
  const html = await page.text();
  assert.match(html, /app\.example/);
  assert.doesNotMatch(html, /10\.0\.0\.1|evil\.example/);
});

test("fetchHandler() hands the body on where it changes the origin", async () => {
  const handle = fetchHandler(config, () => new Response(), { AUTH_URL: "https://app.example" });
  const post = { method: "POST", body: "{", headers: { "content-type": "application/json" } };
  const response = await handle(new Request("http://10.0.0.1:8000/auth/session", post));
  assert.deepEqual([response.status, (await response.json()).message], [400, "Body is not a JSON object."]);
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

test("fetchHandler() passes on further arguments of the server", async () => {
  const handle = fetchHandler(config, (_request, _auth, port: number) => new Response(String(port)), {});
  assert.equal(await (await handle(new Request("http://localhost/"), 42)).text(), "42");
});

test("fetchHandler() lets the application's failures through to the server", async () => {
  const handle = fetchHandler(config, () => Promise.reject(new RangeError("mine")), {});
  await assert.rejects(handle(new Request("http://localhost/")), RangeError);
});
