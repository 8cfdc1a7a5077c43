import assert from "node:assert/strict";
import { APP, openPage, SECRET } from "./_recipe.ts";

const page = openPage("recipes/mobile.md");

const VERIFIER = "a-verifier-of-forty-three-characters-000000";

page.section("Sign in from a native app", async (recipe) => {
  const provider = recipe.addProvider("https://accounts.google.com", "GOOGLE");
  recipe.sites[APP] = await recipe.serve("main.ts");
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(VERIFIER));
  const challenge = Buffer.from(hash).toString("base64url");
  const browser = recipe.browser();
  const app = recipe.browser();
  const start = `/app/sign-in?challenge=${challenge}&state=xyz`;
  assert.equal((await browser.open(`${APP}/app/sign-in?challenge=short`)).url.includes("/auth/signin"), true);
  const consent = await recipe.signIn(browser, "google", { callbackUrl: start });
  assert.equal(consent.url, APP + start);
  const { user } = await recipe.session(browser);
  const codeOf = async (from = browser) => {
    const answer = await from.fetch(APP + start, { method: "POST", redirect: "manual" });
    const target = new URL(answer.headers.get("location")!);
    assert.equal(`${target.protocol}${target.pathname}`, "com.example.app:/signed-in");
    assert.equal(target.searchParams.get("state"), "xyz");
    return target.searchParams.get("code")!;
  };
  const redeem = (code: string, verifier = VERIFIER) =>
    app.fetch(`${APP}/app/token`, { method: "POST", body: JSON.stringify({ code, verifier }) });
  assert.equal((await redeem(await codeOf(), "another verifier")).status, 400);
  const late = await codeOf();
  recipe.platform.tick(60);
  assert.equal((await redeem(late)).status, 400);
  const code = await codeOf();
  const { token } = await (await redeem(code)).json();
  assert.equal((await redeem(code)).status, 400);
  const ask = (path: string, method = "GET") =>
    app.fetch(APP + path, { method, headers: { authorization: `Bearer ${token}` } });
  assert.deepEqual(await (await ask("/api/me")).json(), { userId: user.id });
  assert.equal((await app.fetch(`${APP}/api/me`)).status, 401);
  assert.equal((await browser.fetch(`${APP}/api/me`)).status, 200);
  const { config } = await recipe.load("auth.ts");
  const { sessions } = await (await browser.fetch(`${APP}/auth/account-data`)).json();
  assert.equal(sessions.length, 2);
  for (const name of ["__Host-latchkey.session-token", "latchkey.session-token"]) {
    const answer = await app.fetch(`${APP}/auth/session`, { headers: { cookie: `${name}=${token}` } });
    assert.equal(await answer.json(), null, "the token of an app is not a session cookie");
  }
  assert.equal((await ask("/app/sign-out", "POST")).status, 204);
  assert.equal((await ask("/api/me")).status, 401);

  // The same in Express.
  const inDeno = recipe.sites[APP]!;
  recipe.sites[APP] = await recipe.listen("express.ts");
  const answer = await app.fetch(`${APP}/app/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code: await codeOf(), verifier: VERIFIER }),
  });
  const authorization = `Bearer ${(await answer.json()).token}`;
  const asApp = (path: string, method = "GET") =>
    app.fetch(APP + path, { method, headers: { authorization } });
  assert.deepEqual(await (await asApp("/api/me")).json(), { userId: user.id });
  assert.equal((await browser.open(`${APP}${start.replace("challenge=", "challenge=short")}`)).status, 400);
  assert.equal((await asApp("/app/sign-out", "POST")).status, 204);
  assert.equal((await asApp("/api/me")).status, 401);
  recipe.sites[APP] = inDeno;

  // The owner of the address takes the user over: neither a token nor a code of the stranger works.
  const stolen = (await (await redeem(await codeOf())).json()).token;
  const unused = await codeOf();
  const asStranger = () => app.fetch(`${APP}/api/me`, { headers: { authorization: `Bearer ${stolen}` } });
  assert.equal((await asStranger()).status, 200);
  await config.adapter.updateUser({ id: user.id, emailVerified: null });
  const owner = { id: user.id, email: user.email, emailVerified: new Date() };
  assert.ok(await config.adapter.takeOverUser(owner));
  assert.equal((await asStranger()).status, 401);
  assert.equal((await redeem(unused)).status, 400);

  // A token ends with "sign out everywhere else", and after 90 days.
  const grace = recipe.browser();
  provider.login({ sub: "2", name: "Grace", email: "grace@example.com", email_verified: true });
  await recipe.signIn(grace, "google", { callbackUrl: start });
  const graceId = (await recipe.session(grace)).user.id;
  const tokenOfGrace = async () => (await (await redeem(await codeOf(grace))).json()).token;
  const statusOf = async (token: string) =>
    (await app.fetch(`${APP}/api/me`, { headers: { authorization: `Bearer ${token}` } })).status;
  const [first, second] = [await tokenOfGrace(), await tokenOfGrace()];
  await config.adapter.deleteSessionsByUserId(graceId, (await recipe.session(grace)).sessionId);
  assert.deepEqual([await statusOf(first), await statusOf(second)], [401, 401]);
  const third = await tokenOfGrace();
  recipe.platform.tick(90 * 24 * 60 * 60 - 1);
  assert.equal(await statusOf(third), 200);
  recipe.platform.tick(1);
  assert.equal(await statusOf(third), 401);
});

page.section("An API on another server", async (recipe) => {
  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  const api = await recipe.serve("api/main.ts");
  recipe.sites["https://api.example.com"] = api;
  recipe.sites[APP] = await recipe.serve("main.ts");
  const browser = recipe.browser();
  assert.equal((await browser.open(`${APP}/`)).text, "Please sign in");
  const page = await recipe.signIn(browser, "google");
  const { user } = await recipe.session(browser);
  assert.deepEqual(page.json(), { id: user.id, name: "Ada Lovelace" });
  for (const authorization of ["", "Bearer forged"]) {
    const answer = await api(new Request("http://10.0.0.1/me", { headers: { authorization } }));
    assert.equal(answer.status, 401);
  }
});

page.section("A token for one purpose", async (recipe) => {
  recipe.env.API_SECRET = "another-secret-of-forty-characters-00000";
  const { createToken, readToken } = await recipe.load("report_token.ts");
  const token = await createToken("1");
  assert.equal(await readToken(token), "1");
  assert.equal(await readToken(`${token}x`), null);
  const { encode } = await import("../../src/model/jwt.ts");
  const salt = "latchkey.session-token";
  for (const secret of [recipe.env.API_SECRET, SECRET]) {
    assert.equal(await readToken(await encode({ secret, salt, token: { sub: "1" } })), null);
  }
  recipe.platform.tick(5 * 60);
  assert.equal(await readToken(token), null);
});

page.last();
