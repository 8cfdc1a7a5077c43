import assert from "node:assert/strict";
import { DenoAuth } from "../../src/integrations/deno.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/totp.md", { replace: { "auth.sqlite": ":memory:" } });

/** The code that the user's app shows now. */
type ShowCode = () => string;

/** Sets the codes up in a browser that is signed in. */
async function setUp(recipe: Recipe, browser: Browser): Promise<ShowCode> {
  const { codeAt } = await recipe.load("totp.ts");
  const setup = await browser.open(`${APP}/two-factor`);
  const secret = /secret=([A-Z2-7]{32})/.exec(setup.text)![1]!;
  const show = () => codeAt(secret, Math.floor(recipe.platform.now() / 30_000));
  assert.match((await setup.submit(0, { code: "000" })).text, /not right/);
  await setup.submit(0, { code: show() });
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

  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  recipe.sites[APP] = await recipe.serve("main.ts");
  const first = recipe.browser();
  assert.equal((await recipe.signIn(first, "google")).text, "Hello Ada Lovelace");
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
  assert.equal((await again.submit(0, { code: show() })).text, "Hello Ada Lovelace");
});

page.section("The same, with sessions in tokens", async (recipe) => {
  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  const { config } = await recipe.load("auth.ts");
  const folder = new URL("../../.work/docs/recipes/totp/the-same-with-sessions-in-tokens/", import.meta.url);
  const { pendingSecret, enable } = await import(new URL("second_factor.ts", folder).href);
  const { codeAt } = await import(new URL("totp.ts", folder).href);
  recipe.sites[APP] = DenoAuth(config, () => new Response("home"));
  const browser = recipe.browser();
  await recipe.signIn(browser, "google");
  const { user } = await recipe.session(browser);
  const secret = pendingSecret(user.id);
  enable(user.id);
  assert.equal(await recipe.session(browser), null);
  const send = async (code: string) => {
    const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
    await browser.fetch(`${APP}/auth/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ csrfToken, data: { code } }),
    });
    return await recipe.session(browser);
  };
  assert.equal(await send("000000x"), null);
  assert.equal((await send(codeAt(secret, Math.floor(Date.now() / 30_000)))).user.id, user.id);
  const other = recipe.browser();
  await recipe.signIn(other, "google");
  assert.equal(await recipe.session(other), null);
});

page.section("A code beside the password", async (recipe) => {
  const { passwordAndCode } = await recipe.load("password.ts");
  const folder = new URL("../../.work/docs/recipes/totp/a-code-beside-the-password/", import.meta.url);
  const { pendingSecret, enable } = await import(new URL("second_factor.ts", folder).href);
  const { codeAt } = await import(new URL("totp.ts", folder).href);
  const { adapter } = await import(new URL("database.ts", folder).href);
  const user = await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
  const check = (email: string, password: unknown) =>
    Promise.resolve(email === user.email && password === "right" ? user : null);
  const { authorize } = passwordAndCode(check);
  const signIn = async (password: string, code?: string) =>
    (await authorize({ email: "Ada@example.com", password, code }, new Request(APP)))?.id ?? null;
  assert.deepEqual([await signIn("right"), await signIn("wrong")], ["1", null]);
  const secret = pendingSecret("1");
  enable("1");
  const code = codeAt(secret, Math.floor(Date.now() / 30_000));
  assert.deepEqual([await signIn("right"), await signIn("wrong", code), await signIn("right", code)], [
    null,
    null,
    "1",
  ]);
});

page.last();
