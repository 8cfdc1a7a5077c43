import assert from "node:assert/strict";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/user_in_session.md", { replace: { "auth.sqlite": ":memory:" } });

const GOOGLE = "https://accounts.google.com";

const GRACE = { sub: "grace", name: "Grace Hopper", email: "grace@example.com", email_verified: true };

/** Starts the application of a section, with Google. */
async function openApp(recipe: Recipe) {
  const google = recipe.addProvider(GOOGLE, "GOOGLE");
  recipe.sites[APP] = await recipe.serve("main.ts");
  return google;
}

page.section("The id of the user", async (recipe) => {
  const google = await openApp(recipe);
  const [first, second] = [recipe.browser(), recipe.browser()];
  assert.equal((await first.open(`${APP}/`)).status, 401);
  const { id } = (await recipe.signIn(first, "google")).json<{ id: string }>();
  assert.ok(id);
  assert.deepEqual((await recipe.signIn(second, "google")).json(), { id });
  google.login(GRACE);
  assert.notDeepEqual((await recipe.signIn(second, "google")).json(), { id });
});

page.section("A role that the provider knows", async (recipe) => {
  const issuer = "https://sso.example.com/realms/staff";
  recipe.env.AUTH_KEYCLOAK_ISSUER = issuer;
  const keycloak = recipe.addProvider(issuer, "KEYCLOAK");
  recipe.sites[APP] = await recipe.serve("main.ts");
  const browser = recipe.browser();
  assert.equal((await recipe.signIn(browser, "keycloak")).status, 403);
  assert.equal((await recipe.session(browser)).role, "member");
  keycloak.login({ ...GRACE, roles: ["admin"] });
  assert.equal((await recipe.signIn(browser, "keycloak")).text, "Hello Grace Hopper");
  assert.equal((await recipe.session(browser)).role, "admin");
});

page.section("A role from your database", async (recipe) => {
  const google = await openApp(recipe);
  const { promote } = await recipe.load("promote.ts");
  const browser = recipe.browser();
  assert.equal((await recipe.signIn(browser, "google")).status, 403);
  assert.equal((await recipe.session(browser)).role, "member");
  await promote("ada@example.com");
  assert.equal((await browser.open(`${APP}/`)).text, "Hello Ada Lovelace");
  assert.equal((await recipe.session(browser)).role, "admin");

  google.login({ ...GRACE, email_verified: false });
  const stranger = recipe.browser();
  assert.equal((await recipe.signIn(stranger, "google")).status, 403);
  assert.equal((await recipe.session(stranger)).user.email, GRACE.email);
  for (const address of [GRACE.email, "unknown@example.com"]) {
    await assert.rejects(() => promote(address), /no user has verified this address/);
  }
  assert.equal((await stranger.open(`${APP}/`)).status, 403);
});

page.section("Fields of your own, from the first sign-in", async (recipe) => {
  const google = await openApp(recipe);
  google.login({ ...GRACE, locale: "fr" });
  const browser = recipe.browser();
  assert.equal((await recipe.signIn(browser, "google")).text, "Bonjour Grace Hopper");
  const { adapter } = await recipe.load("auth.ts");
  const { id, locale, newsletter } = await adapter.getUserByEmail(GRACE.email);
  assert.deepEqual([locale, newsletter], ["fr", null]);
  await adapter.updateUser({ id, newsletter: true });
  assert.equal((await recipe.session(browser)).newsletter, true);
  google.login({ ...GRACE, locale: "de" });
  assert.equal((await recipe.signIn(browser, "google")).text, "Bonjour Grace Hopper");
});

page.section("Types for claims of the token", async (recipe) => {
  const google = await openApp(recipe);
  const browser = recipe.browser();
  assert.equal((await recipe.signIn(browser, "google")).text, "paid");
  assert.equal((await recipe.session(browser)).plan, "paid");
  google.login({ ...GRACE, email: "ada@example.com", email_verified: false });
  assert.equal((await recipe.signIn(browser, "google")).text, "free");
});

page.section("Which type to extend for a field", async (recipe) => {
  const issuer = "https://sso.example.com/realms/staff";
  recipe.env.AUTH_KEYCLOAK_ISSUER = issuer;
  const keycloak = recipe.addProvider(issuer, "KEYCLOAK");
  keycloak.login({ ...GRACE, department: "Navy" });
  recipe.sites[APP] = await recipe.serve("main.ts");
  const browser = recipe.browser();
  assert.equal((await browser.open(`${APP}/`)).text, "none of no one");
  keycloak.tamper = { tokens: (genuine) => ({ ...genuine, tenant: "acme" }) };
  assert.equal((await recipe.signIn(browser, "keycloak")).text, "Navy of acme");
});

page.last();
