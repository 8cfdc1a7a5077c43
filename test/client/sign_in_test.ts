/**
 * What `test/e2e/client_test.ts` does not see in a browser: odd addresses, options and answers.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { skipCSRFCheck } from "../../src/values/markers.ts";
import { ClientError, createClient } from "../../src/client/client.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { APP, openWorld } from "./_tabs.ts";

const RIGHT = { username: "ada", password: "right" };

test("getCsrfToken() gives an empty token if the check is off", async () => {
  assert.equal(await openWorld({ skipCSRFCheck }).open().client.getCsrfToken(), "");
});

test("signIn() without redirect: false returns to the page itself by default", async () => {
  const { client, left } = openWorld().open({ href: `${APP}/page?a=b` });
  await client.signIn("password", RIGHT);
  assert.deepEqual(left, [`${APP}/page?a=b`]);
});

test("signIn() is not ok while the code of the application fails, and no one is signed in", async () => {
  const { client } = openWorld().open();
  const broken = await client.signIn("password", { username: "broken", redirect: false });
  assert.deepEqual([broken.ok, broken.error], [false, "ServerError"]);
  assert.equal(client.getSnapshot().session, null);
});

test("signIn() takes the code of a mail", async () => {
  const codes: string[] = [];
  const mail = {
    ...{ id: "mail", name: "Mail", type: "email", from: "a@app.test", mails: "both" },
    sendVerificationRequest: ({ code }: { code: string }) => void codes.push(code),
  };
  const { client } = openWorld({ providers: [mail] as never }).open();
  const options = { redirect: false, redirectTo: "/home" };
  await client.signIn("mail", { email: "ada@example.com", ...options });
  const wrong = await client.signIn("mail", { code: "00000000", ...options });
  assert.deepEqual([wrong.ok, wrong.error], [false, "InvalidCode"]);
  assert.equal((await client.signIn("mail", { code: codes[0]!, ...options })).ok, true);
  assert.equal(client.getSnapshot().session?.user?.email, "ada@example.com");
});

test("signIn() is ok on a page whose own address has the error of an earlier attempt", async () => {
  const href = `${APP}/login?error=CredentialsSignin&code=credentials`;
  const { client } = openWorld().open({ href });
  const failed = await client.signIn("password", { ...RIGHT, password: "wrong", redirect: false });
  assert.equal(failed.ok, false);
  const result = await client.signIn("password", { ...RIGHT, redirect: false });
  assert.deepEqual([result.ok, result.error, result.url], [true, null, href]);
});

test("signIn() looks up the type of the provider, and the sign-in page of the application may be relative", async () => {
  const { client, requested } = openWorld({ pages: { signIn: "/signin/signin" } }).open();
  await client.signIn("password", { ...RIGHT, redirect: false });
  assert.ok(requested.includes("POST /auth/callback/password"), String(requested));
  assert.equal(
    (await client.signIn("password", { username: "locked", redirect: false })).error,
    "CredentialsSignin",
  );
});

test("signIn() understands a relative address in the answer", async () => {
  const world = openWorld();
  world.answer = async (request) =>
    request.url.includes("/callback/")
      ? Response.json({ url: "/login?error=CredentialsSignin&code=x" })
      : await world.handler(request);
  const { client, left } = world.open();
  assert.equal((await client.signIn("password", RIGHT)).code, "x");
  assert.deepEqual(left, [`${APP}/login?error=CredentialsSignin&code=x`]);
});

for (const url of ["javascript:alert(1)", "data:text/html,x", "blob:https://app.test/x"]) {
  test(`signIn() never goes to an address of ${url.split(":")[0]}`, async () => {
    const world = openWorld();
    world.answer = async (request) =>
      request.url.includes("/callback/") ? Response.json({ url }) : await world.handler(request);
    const { client, left } = world.open();
    await assert.rejects(client.signIn("password", RIGHT), { name: "ClientError", code: "UnsafeUrl" });
    assert.deepEqual(left, []);
  });
}

test("signIn() without a provider goes to the sign-in page, which returns to this page", async () => {
  const { client, left, requested } = openWorld().open();
  const { ok, url } = await client.signIn();
  const page = `${APP}/auth/signin?callbackUrl=${encodeURIComponent(`${APP}/page`)}`;
  assert.deepEqual([ok, url, left, requested], [true, page, [page], []]);
  await client.signIn(undefined, { redirect: false });
  assert.equal(left.length, 1);
});

for (const id of ["unknown", "constructor", "__proto__", "../session", "a/b?c"]) {
  test(`signIn() with the id ${id} that no provider has goes to the sign-in page`, async () => {
    const { client, left } = openWorld().open();
    await client.signIn(id);
    assert.equal(new URL(left[0]!).pathname, "/auth/signin");
  });
}

test("signIn() with an unknown provider and redirect: false gives the error of the server", async () => {
  const { client, left } = openWorld().open();
  const { ok, error } = await client.signIn("unknown", { redirect: false });
  assert.deepEqual([ok, error, left], [false, "InvalidProvider", []]);
});

test("signIn() with OpenID and redirect: false gives the address of the provider", async () => {
  const { client, left } = openWorld().open();
  const { url } = await client.signIn("idp", { redirect: false }, "prompt=login");
  assert.equal(new URL(url!).searchParams.get("prompt"), "login");
  assert.deepEqual(left, []);
});

test("signIn() by mail with a wrong address gives the error", async () => {
  const { client } = openWorld().open();
  const result = await client.signIn("mail", { email: "nobody", redirect: false });
  assert.deepEqual([result.ok, result.error], [false, "InvalidEmail"]);
});

test("signIn() accepts FormData and URLSearchParams, with redirect as text", async () => {
  const entries = Object.entries({ ...RIGHT, redirect: "false", redirectTo: "/home" });
  const form = new FormData();
  for (const [name, value] of entries) form.set(name, value);
  for (const options of [form, new URLSearchParams(entries)]) {
    const { client, left } = openWorld().open();
    const { ok, url } = await client.signIn("password", options);
    assert.deepEqual([ok, url, left], [true, `${APP}/home`, []]);
  }
});

test("signIn() refuses a field that a form cannot have, before it sends anything", async () => {
  const { client, requested } = openWorld().open();
  const options = new FormData();
  options.set("picture", new File(["x"], "x.png"));
  await assert.rejects(client.signIn("password", options), {
    code: "Field",
    message: /Cannot send "picture"/,
  });
  assert.deepEqual(requested, []);
});

test("signIn() fetches the CSRF token anew if another tab has replaced the cookie", async () => {
  const world = openWorld();
  let isFirst = true;
  world.answer = async (request) => {
    const answer = await world.handler(request);
    if (!isFirst || !request.url.endsWith("/csrf")) return answer;
    isFirst = false;
    const { csrfToken } = await (await world.handler(new Request(`${APP}/auth/csrf`))).json();
    return Response.json({ csrfToken }, { headers: answer.headers });
  };
  const { client, requested } = world.open();
  assert.ok((await client.signIn("password", { ...RIGHT, redirect: false })).ok);
  assert.equal(requested.filter((path) => path === "GET /auth/csrf").length, 2);
});

test("signIn() and signOut() give MissingCSRF if a second token fails too", async () => {
  const world = openWorld();
  world.answer = async (request) =>
    request.url.endsWith("/csrf")
      ? Response.json({ csrfToken: "0".repeat(128) })
      : await world.handler(request);
  const { client, requested } = world.open();
  for (
    const result of [
      await client.signIn("password", { ...RIGHT, redirect: false }),
      await client.signOut({ redirect: false }),
    ]
  ) {
    assert.deepEqual([result.ok, result.error], [false, "MissingCSRF"]);
  }
  assert.equal(requested.filter((path) => path.startsWith("POST")).length, 4);
});

test("signOut() ends the session, and leads to redirectTo", async () => {
  const { client, left } = openWorld().open();
  await client.signIn("password", { ...RIGHT, redirect: false });
  assert.equal((await client.signOut({ redirectTo: "/bye", redirect: false })).url, `${APP}/bye`);
  assert.deepEqual(client.getSnapshot(), { status: "unauthenticated", session: null });
  await client.signOut({ callbackUrl: "/later" });
  assert.deepEqual(left, [`${APP}/later`]);
});

test("signOut() signs out here while the database is away, and tells it by the status", async () => {
  const memory = Memory();
  let isAway = false;
  const deleteSession: typeof memory.deleteSession = (token) => {
    if (isAway) throw new Error("no database");
    return memory.deleteSession(token);
  };
  const world = openWorld({ adapter: { ...memory, deleteSession }, session: { strategy: "database" } });
  const { client, left } = world.open();
  const other = world.open();
  const signIn = async () => {
    isAway = false;
    await client.signIn("mail", { email: "ada@example.com", redirect: false });
    await world.browser.open(world.mails.pop()!);
    assert.ok(await client.getSession());
    await other.client.getSession();
    isAway = true;
  };
  await signIn();
  const told = await client.signOut({ redirectTo: "/bye", redirect: false });
  assert.deepEqual(told, { ok: true, error: null, code: null, status: 503, url: `${APP}/bye` });
  assert.equal(client.getSnapshot().status, "unauthenticated");
  assert.equal(await other.client.getSession(), null);
  await signIn();
  await client.signOut({ redirectTo: "/bye" });
  assert.deepEqual(left, [`${APP}/bye`]);
});

test("signOut() accepts an event as options, as a button passes it", async () => {
  const { client, left } = openWorld().open();
  await client.signOut(Object.assign(new Event("click"), { nativeEvent: {} }) as never);
  assert.deepEqual(left, [`${APP}/page`]);
});

test("signOut() that only changes the fragment loads the page again", async () => {
  const { client, left } = openWorld().open({ href: `${APP}/page#top` });
  await client.signOut();
  assert.deepEqual(left, [`${APP}/page#top`, "reload"]);
  const other = openWorld().open({ href: `${APP}/page#top` });
  await other.client.signOut({ redirectTo: "/other#top" });
  assert.deepEqual(other.left, [`${APP}/other#top`]);
});

test("update() gives the session also without data, and null to a user who is signed out", async () => {
  const { client } = openWorld().open();
  assert.equal(await client.update({ name: "Countess" }), null);
  await client.signIn("password", { ...RIGHT, redirect: false });
  assert.equal((await client.update())?.user?.name, "ada");
});

test("update() rejects if a callback fails, and what is known stays", async () => {
  let fails = false;
  const { client } = openWorld({
    callbacks: {
      session({ session }) {
        if (fails) throw new Error("no");
        return session;
      },
    },
  }).open();
  await client.signIn("password", { ...RIGHT, redirect: false });
  fails = true;
  await assert.rejects(client.update({}), { code: "Answer", status: 400 });
  assert.equal(client.getSnapshot().status, "authenticated");
});

for (const basePath of ["/api/auth", "/api/auth/", "api/auth"]) {
  test(`createClient() with basePath ${basePath} speaks with the handler there`, async () => {
    const { client, requested } = openWorld({ basePath: "/api/auth" }).open({ basePath });
    assert.equal(await client.getSession(), null);
    assert.deepEqual(requested, ["GET /api/auth/session"]);
  });
}

for (
  const basePath of [
    "/\\evil.test/auth",
    "\\\\evil.test",
    "/\t/evil.test/auth",
    "//evil.test",
    "https://evil.test",
  ]
) {
  test(`createClient() with basePath ${JSON.stringify(basePath)} sends nothing to another host`, async () => {
    const asked: string[] = [];
    const fetch = (url: string) => {
      asked.push(new URL(url).origin);
      return Promise.resolve(Response.json({ csrfToken: "a", password: { type: "credentials" }, url: "/" }));
    };
    const { client } = openWorld().open({ basePath, fetch });
    await client.signIn("password", { ...RIGHT, redirect: false });
    assert.deepEqual(new Set(asked), new Set([APP]));
  });
}

for (
  const [what, answer] of [
    ["a page of a proxy", () => new Response("<h1>Welcome</h1>")],
    ["status 502", () => new Response("Bad gateway", { status: 502 })],
    ["status 503 with JSON", () => Response.json({ message: "later" }, { status: 503 })],
    ["JSON that is not a session", () => Response.json("yes")],
  ] as const
) {
  test(`each function rejects with a ClientError if the answer is ${what}`, async () => {
    const world = openWorld();
    world.answer = () => Promise.resolve(answer());
    const { client } = world.open();
    const calls = [
      client.getSession(),
      client.getProviders(),
      client.getCsrfToken(),
      client.signIn("password"),
      client.signOut(),
      client.update({}),
    ];
    for (const result of await Promise.allSettled(calls)) {
      assert.ok(result.status === "rejected" && result.reason instanceof ClientError, JSON.stringify(result));
      assert.equal(result.reason.code, "Answer");
    }
  });
}

test("getSession() rejects with a ClientError if the network fails, with its cause", async () => {
  const cause = new TypeError("Failed to fetch");
  const client = createClient({ baseUrl: APP, fetch: () => Promise.reject(cause) });
  await assert.rejects(client.getSession(), { name: "ClientError", code: "Network", cause });
});

test("getSession() outside of a page says what to do, and does not need a window with baseUrl", async () => {
  await assert.rejects(createClient().getSession(), {
    code: "NoPage",
    message: /outside of a page.*baseUrl/,
  });
  const client = createClient({ baseUrl: APP, fetch: () => Promise.resolve(Response.json(null)) });
  assert.equal(await client.getSession(), null);
  assert.equal(client.passkey.isSupported(), false);
  client.subscribe(() => {})();
});

test("passkey.signIn() outside of a browser says that there are none", async () => {
  const client = createClient({ baseUrl: APP });
  await assert.rejects(client.passkey.signIn(), { code: "Unsupported" });
  assert.equal(await client.passkey.autofill(), null);
});
