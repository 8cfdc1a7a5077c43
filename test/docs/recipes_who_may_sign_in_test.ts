import assert from "node:assert/strict";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/who_may_sign_in.md", { replace: { "auth.sqlite": ":memory:" } });

const STAFF = "https://sso.example.com/realms/staff";

/** Starts the application of a section, with Google and a realm of Keycloak. */
async function openApp(recipe: Recipe) {
  const google = recipe.addProvider("https://accounts.google.com", "GOOGLE");
  const keycloak = recipe.addProvider(STAFF, "KEYCLOAK");
  recipe.sites[APP] = await recipe.serve("main.ts");
  return { google, keycloak };
}

page.section("Only addresses of your company", async (recipe) => {
  const mails: { to: string; text: string }[] = [];
  recipe.env.AUTH_RESEND_KEY = "the-key";
  recipe.sites["https://api.resend.com"] = async (request) => {
    mails.push(await request.json());
    return Response.json({ id: "1" });
  };
  const { google } = await openApp(recipe);
  const end = async (user: object) => {
    google.login({ sub: "1", name: "Ada", ...user });
    const { url, text } = await recipe.signIn(recipe.browser(), "google");
    return url === `${APP}/` ? text : new URL(url).searchParams.get("error");
  };
  assert.equal(await end({ email: "Ada@Example.com", email_verified: true }), "Hello ada@example.com");
  assert.equal(await end({ sub: "2", email: "eve@notexample.com", email_verified: true }), "AccessDenied");
  assert.equal(await end({ sub: "3", email: "eve@example.com", email_verified: false }), "AccessDenied");
  assert.equal(await end({ sub: "4" }), "AccessDenied");

  const ask = async (email: string) => {
    const browser = recipe.browser();
    const page = await browser.open(`${APP}/auth/signin`);
    return { browser, page: await page.submit("/auth/signin/resend", { email }) };
  };
  assert.match((await ask("eve@evil.example")).page.url, /error=AccessDenied/);
  assert.equal(mails.length, 0);
  const { browser } = await ask("grace@example.com");
  assert.match(JSON.stringify(mails[0]!.to), /grace@example\.com/);
  const [link] = /https:\/\/app\.test\/auth\/callback\/\S+/.exec(mails[0]!.text)!;
  assert.equal((await browser.open(link)).text, "Hello grace@example.com");
});

page.section("Only people you have invited", async (recipe) => {
  await openApp(recipe);
  const { config, invite } = await recipe.load("auth.ts");
  const browser = recipe.browser();
  const refused = await recipe.signIn(browser, "google");
  assert.deepEqual([refused.url, refused.text], [`${APP}/waiting-list`, "You need an invitation."]);
  assert.equal(await recipe.session(browser), null);
  assert.equal(await config.adapter.getUserByEmail("ada@example.com"), null);
  invite("Ada@example.com");
  assert.equal((await recipe.signIn(browser, "google")).text, "Hello ada@example.com");
});

page.section("Block a user", async (recipe) => {
  await openApp(recipe);
  const { adapter, block } = await recipe.load("auth.ts");
  const [phone, laptop] = [recipe.browser(), recipe.browser()];
  assert.equal((await recipe.signIn(phone, "google")).text, "Hello Ada Lovelace");
  const { user } = await recipe.session(phone);
  await block(user.id);
  assert.equal(await recipe.session(phone), null);
  assert.match((await recipe.signIn(laptop, "google")).url, /error=AccessDenied/);
  await adapter.updateUser({ id: user.id, blocked: false });
  assert.equal((await recipe.signIn(laptop, "google")).text, "Hello Ada Lovelace");
  await adapter.updateUser({ id: user.id, blocked: true });
  assert.equal(await recipe.session(laptop), null);
});

page.section("OAuthAccountNotLinked", async (recipe) => {
  await openApp(recipe);
  const browser = recipe.browser();
  const home = await recipe.signIn(browser, "google");
  const other = recipe.browser();
  const refused = await recipe.signIn(other, "keycloak");
  assert.match(refused.url, /error=OAuthAccountNotLinked/);
  assert.match(refused.text, /That account, or its address, belongs to another user/);
  const ways = await home.follow("Add another account");
  assert.equal((await ways.submit("/auth/signin/keycloak")).url, `${APP}/`);
  await recipe.signIn(other, "keycloak");
  const ids = [browser, other].map(async (each) => (await recipe.session(each)).user.id);
  const [first, second] = await Promise.all(ids);
  assert.equal(first, second);
});

page.section("Link accounts by their address", async (recipe) => {
  const { keycloak } = await openApp(recipe);
  const first = await recipe.signIn(recipe.browser(), "google");
  const second = await recipe.signIn(recipe.browser(), "keycloak");
  assert.match(second.text, /^Hello [0-9a-f-]{36}$/);
  assert.equal(second.text, first.text);
  keycloak.login({ sub: "eve", email: "ada@example.com", email_verified: false });
  assert.match((await recipe.signIn(recipe.browser(), "keycloak")).url, /error=OAuthAccountNotLinked/);
});

page.last();
