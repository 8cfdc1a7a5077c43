import assert from "node:assert/strict";
import { getToken } from "../../src/model/jwt.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { addOwnIdentity, byProvider } from "./_own_identity.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/totp.md");

const FOLDER = new URL("../../.work/docs/recipes/totp/codes-with-stored-sessions/", import.meta.url);

/** The session cookie of a browser. */
function cookieOf(browser: Browser): string {
  return browser.cookies(APP).filter(({ name }) => name.includes("session")).map(({ name, value }) =>
    `${name}=${value}`
  ).join("; ");
}

/** The code that the user's app shows now. */
type ShowCode = () => string;

/** Sends a code as the browser client does. */
async function sendCode(browser: Browser, code: string): Promise<void> {
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  await browser.fetch(`${APP}/auth/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ csrfToken, data: { code } }),
  });
}

/** Sets the codes up in a browser that is signed in. */
async function setUp(recipe: Recipe, browser: Browser): Promise<ShowCode> {
  const { codeAt } = await recipe.load("totp.ts");
  const setup = await browser.open(`${APP}/two-factor`);
  const secret = /secret=([A-Z2-7]{32})/.exec(setup.text)![1]!;
  const show = () => codeAt(secret, Math.floor(recipe.platform.now() / 30_000));
  const refused = await setup.submit(0, { code: "000" });
  assert.match(refused.text, /not right/);
  assert.doesNotMatch(refused.text, /secret=/, "only the page that made the secret shows it");
  assert.doesNotMatch((await refused.submit(0, { code: show() })).text, /not right/);
  recipe.platform.tick(30);
  return show;
}

page.section("Codes, with stored sessions", async (recipe) => {
  const { codeAt, toUri } = await recipe.load("totp.ts");
  // RFC 6238, appendix B: the last six of eight digits.
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  const vectors = { 59: "287082", 1111111109: "081804", 1234567890: "005924", 20000000000: "353130" };
  for (const [seconds, code] of Object.entries(vectors)) {
    assert.equal(codeAt(secret, Math.floor(Number(seconds) / 30)), code);
  }
  assert.equal(
    toUri("ABC", "a@b.c", "Acme Inc"),
    "otpauth://totp/Acme%20Inc:a%40b.c?secret=ABC&issuer=Acme+Inc",
  );

  const google = recipe.addProvider("https://accounts.google.com", "GOOGLE");
  recipe.sites[APP] = await recipe.serve("main.ts");
  const first = recipe.browser();
  assert.equal((await recipe.signIn(first, "google")).text, "Hello Ada Lovelace");

  // A secret that a thief has seen is not the one that the owner enables.
  const secretOf = async (browser: Browser) =>
    /secret=([A-Z2-7]{32})/.exec((await browser.open(`${APP}/two-factor`)).text)?.[1];
  const thief = recipe.browser();
  await recipe.signIn(thief, "google");
  const seen = await secretOf(thief);
  assert.ok(seen);
  assert.notEqual(await secretOf(first), seen);

  // Only a recent sign-in sets the codes up, and one with an identity of the thief is not one.
  recipe.platform.tick(10 * 60);
  await addOwnIdentity(recipe, thief, byProvider(recipe, thief, { id: "google", provider: google }));
  google.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com", email_verified: true });
  assert.match(
    (await thief.open(`${APP}/two-factor`)).url,
    /\/auth\/signin\?callbackUrl=.*&error=SessionNotFresh$/,
  );
  await recipe.signIn(first, "google");

  // A form that ends after the session changes nothing.
  const handler = recipe.sites[APP]!;
  const cookie = cookieOf(first);
  const slow = await secretOf(first);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const answer = handler(
    new Request(`${APP}/two-factor`, {
      method: "POST",
      headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
      body: readable,
    }),
  );
  const writer = writable.getWriter();
  await writer.write(new TextEncoder().encode("code="));
  const { adapter } = await import(new URL("database.ts", FOLDER).href);
  const { id } = (await recipe.session(first)).user;
  await adapter.deleteSessionsByUserId(id);
  await writer.write(new TextEncoder().encode(codeAt(slow, Math.floor(recipe.platform.now() / 30_000))));
  await writer.close();
  assert.match((await answer).headers.get("location")!, /^\/(auth\/signin|code)\?/);
  const { enable, hasSecondFactor } = await import(new URL("second_factor.ts", FOLDER).href);
  const now = () => codeAt(slow, Math.floor(recipe.platform.now() / 30_000));
  assert.deepEqual([enable(id, now(), "sha256:ended"), hasSecondFactor(id)], [false, false]);

  await recipe.signIn(first, "google");
  const show = await setUp(recipe, first);
  assert.equal((await first.open(`${APP}/`)).text, "Hello Ada Lovelace");

  const browser = recipe.browser();
  const asked = await recipe.signIn(browser, "google", { callbackUrl: "/reports?year=1" });
  assert.equal(asked.url, `${APP}/code?to=%2Freports%3Fyear%3D1`);
  assert.equal(await recipe.session(browser), null);
  assert.equal((await browser.open(`${APP}/auth/account-data`)).status, 401);
  assert.match((await asked.submit(0, { code: "123" })).text, /not right/);
  const code = show();
  assert.equal((await asked.submit(0, { code })).url, `${APP}/reports?year=1`);
  assert.equal((await recipe.session(browser)).user.name, "Ada Lovelace");

  for (const to of ["//evil.test", "/\t/evil.test", "/.//evil.test", "https://evil.test", "http://["]) {
    recipe.platform.tick(30);
    const body = new URLSearchParams({ code: show() });
    const visitor = recipe.browser();
    await recipe.signIn(visitor, "google");
    const url = `${APP}/code?${new URLSearchParams({ to })}`;
    const answer = await visitor.fetch(url, { method: "POST", redirect: "manual", body });
    assert.equal(answer.headers.get("location"), "/", to);
  }

  const other = recipe.browser();
  const again = await recipe.signIn(other, "google");
  assert.match((await again.submit(0, { code: "é12345" })).text, /not right/);
  assert.match((await again.submit(0, { code })).text, /was used before/);
  for (let n = 0; n < 3; n++) await again.submit(0, { code: "000000" });
  recipe.platform.tick(60);
  assert.match((await again.submit(0, { code: show() })).text, /not right/);
  recipe.platform.tick(5 * 60);
  // Each further one locks for twice as long, up to a day.
  for (const minutes of [10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440]) {
    assert.match((await again.submit(0, { code: "000000" })).text, /not right/);
    recipe.platform.tick(minutes * 60 - 1);
    assert.match((await again.submit(0, { code: show() })).text, /not right/, `${minutes} minutes`);
    recipe.platform.tick(1);
  }
  const last = await recipe.signIn(other, "google");
  assert.equal((await last.submit(0, { code: show() })).text, "Hello Ada Lovelace");
  recipe.platform.tick(30);
  const { checkCode } = await import(new URL("second_factor.ts", FOLDER).href);
  assert.deepEqual(
    [checkCode(id, "000000"), checkCode(id, show())],
    [false, true],
    "a right code sets it back",
  );
});

page.section("Codes, with stored sessions", async (recipe) => {
  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  recipe.sites[APP] = await recipe.listen("express.ts");
  const { sql } = await import(new URL("database.ts", FOLDER).href);
  sql.exec("DELETE FROM second_factors");
  const first = recipe.browser();
  assert.equal((await recipe.signIn(first, "google")).text, "Hello Ada Lovelace");
  const show = await setUp(recipe, first);
  assert.equal((await first.open(`${APP}/`)).text, "Hello Ada Lovelace");

  const browser = recipe.browser();
  const asked = await recipe.signIn(browser, "google", { callbackUrl: "/reports?year=1" });
  assert.equal(asked.url, `${APP}/code?to=%2Freports%3Fyear%3D1`);
  assert.equal(await recipe.session(browser), null);
  const again = await asked.submit(0, { code: "123" });
  assert.match(again.text, /not right/);
  assert.equal((await again.submit(0, { code: show() })).url, `${APP}/reports?year=1`);
  assert.equal((await recipe.session(browser)).user.name, "Ada Lovelace");
  recipe.platform.tick(10 * 60);
  sql.exec("DELETE FROM second_factors");
  assert.match((await browser.open(`${APP}/two-factor`)).url, /\/auth\/signin\?callbackUrl=/);
});

page.section("The same, with sessions in tokens", async (recipe) => {
  const provider = recipe.addProvider("https://accounts.google.com", "GOOGLE");
  await recipe.load("auth.ts");
  const folder = new URL("../../.work/docs/recipes/totp/the-same-with-sessions-in-tokens/", import.meta.url);
  const { adapter } = await import(new URL("database.ts", folder).href);
  const { renewSecret, enabledAt, checkCode } = await import(new URL("second_factor.ts", folder).href);
  const { codeAt } = await import(new URL("totp.ts", folder).href);
  recipe.sites[APP] = await recipe.serve("main.ts");
  const tokenOf = async (browser: Browser) =>
    await getToken({
      req: new Request(APP, { headers: { cookie: cookieOf(browser) } }),
      secret: recipe.env.AUTH_SECRET!,
      secureCookie: true,
    });

  const before = recipe.browser();
  await recipe.signIn(before, "google");
  const browser = recipe.browser();
  await recipe.signIn(browser, "google");
  const { user } = await recipe.session(browser);

  // A secret that is not enabled confirms nothing.
  const pending = renewSecret(user.id);
  const confirmedAt = (await tokenOf(before))!.confirmedAt;
  recipe.platform.tick(60);
  const pendingCode = () => codeAt(pending, Math.floor(recipe.platform.now() / 30_000));
  assert.equal(checkCode(user.id, pendingCode()), false);
  await sendCode(before, pendingCode());
  assert.equal((await tokenOf(before))!.confirmedAt, confirmedAt);
  recipe.platform.tick(60);

  const show = await setUp(recipe, browser);
  assert.equal(typeof enabledAt(user.id), "number");
  assert.equal(await recipe.session(browser), null);
  assert.equal(await recipe.session(before), null, "a session from before asks for a code, too");
  await sendCode(browser, "000000x");
  assert.equal(await recipe.session(browser), null);
  await sendCode(browser, show());
  assert.equal((await recipe.session(browser)).user.id, user.id);
  const other = recipe.browser();
  await recipe.signIn(other, "google");
  assert.equal(await recipe.session(other), null);
  assert.equal((await tokenOf(other))!.confirmedAt, undefined, "an API can tell that the code is missing");
  assert.ok((await tokenOf(browser))!.confirmedAt);

  // An identity of a thief is not a recent sign-in.
  const old = recipe.browser();
  provider.login({ sub: "3", name: "Grace", email: "grace@example.com", email_verified: true });
  await recipe.signIn(old, "google");
  recipe.platform.tick(10 * 60);
  await addOwnIdentity(recipe, old, byProvider(recipe, old, { id: "google", provider }));
  assert.match((await old.open(`${APP}/two-factor`)).url, /\/auth\/signin\?callbackUrl=/);

  // Only a verified address sets the codes up.
  provider.login({ sub: "2", name: "Eve", email: "eve@example.com", email_verified: false });
  const eve = recipe.browser();
  await recipe.signIn(eve, "google");
  assert.match((await eve.open(`${APP}/two-factor`)).text, /Confirm your address first/);
  assert.equal((await adapter.getUserByEmail("eve@example.com"))?.emailVerified ?? null, null);
});

page.section("A code beside the password", async (recipe) => {
  const { passwordAndCode } = await recipe.load("password.ts");
  const folder = new URL("../../.work/docs/recipes/totp/a-code-beside-the-password/", import.meta.url);
  const { renewSecret, enable } = await import(new URL("second_factor.ts", folder).href);
  const { codeAt } = await import(new URL("totp.ts", folder).href);
  const { adapter } = await import(new URL("database.ts", folder).href);
  const user = await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
  const check = (email: string, password: unknown) =>
    Promise.resolve(email === user.email && password === "right" ? user : null);
  const counts = new Map<string, number>();
  const removed: string[] = [];
  const { authorize, options } = passwordAndCode({
    checkPassword: check,
    removePassword: (id: string) => removed.push(id) > 0,
    allowAttempt(key: string, { limit }: { limit: number }) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return counts.get(key)! <= limit;
    },
    forgetAttempts: (key: string) => counts.delete(key),
  });
  const signIn = async (password: string, code?: string) =>
    (await authorize({ email: "Ada@example.com", password, code }, new Request(APP)))?.id ?? null;
  assert.deepEqual([await signIn("right"), await signIn("wrong")], ["1", null]);
  const secret = renewSecret("1");
  assert.ok(enable("1", codeAt(secret, Math.floor(Date.now() / 30_000)), null));
  recipe.platform.tick(30);
  const code = codeAt(secret, Math.floor(Date.now() / 30_000));
  assert.deepEqual([await signIn("right"), await signIn("wrong", code), await signIn("right", code)], [
    null,
    null,
    "1",
  ]);
  assert.equal(counts.size, 0, "a success forgets the attempts");
  recipe.platform.tick(30);
  for (let n = 0; n < 10; n++) assert.equal(await signIn("wrong"), null);
  const next = codeAt(secret, Math.floor(Date.now() / 30_000));
  await assert.rejects(signIn("right", next), { code: "too_many_attempts" });
  assert.deepEqual([await options.revoke(user), removed], [true, ["1"]]);
});

page.last();
