import assert from "node:assert/strict";
import type { Browser } from "../../src/testing/mod.ts";
import { inPage } from "./_page.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/tenants.md");

const ACME = "https://acme.example.com";
const GLOBEX = "https://globex.example.com";

/** Starts the application of a section with the providers of both tenants. */
async function openTenants(recipe: Recipe): Promise<void> {
  const { findTenant } = await recipe.load("tenants.ts");
  const app = await recipe.serve("main.ts");
  for (const origin of [ACME, GLOBEX]) {
    const { issuer, clientId, clientSecret } = findTenant(new URL(origin).hostname);
    recipe.addProvider(issuer, "UNUSED", { clientId, clientSecret });
    recipe.sites[origin] = app;
  }
  recipe.sites["https://other.example.com"] = app;
  recipe.sites["https://10.0.0.1"] = app;
}

/** Gives the session cookie of one tenant to the site of another. */
function copySession(browser: Browser, from: string, to: string): Browser {
  const name = "__Host-latchkey.session-token";
  const { value } = browser.cookies(from).find((cookie) => cookie.name === name)!;
  browser.setCookie(to, `${name}=${value}; Path=/; Secure; HttpOnly`);
  return browser;
}

async function checkTenants(recipe: Recipe): Promise<void> {
  await openTenants(recipe);
  const browser = recipe.browser();
  assert.equal((await browser.open(`${ACME}/`)).text, "Please sign in to acme");
  assert.equal((await recipe.signIn(browser, "sso", { origin: ACME })).text, "Ada Lovelace of acme");
  assert.equal((await browser.open(`${GLOBEX}/`)).text, "Please sign in to globex");
  copySession(browser, ACME, GLOBEX);
  assert.equal((await browser.open(`${GLOBEX}/`)).text, "Please sign in to globex");
  assert.equal(await recipe.session(browser, GLOBEX), null);
  assert.equal((await recipe.signIn(browser, "sso", { origin: GLOBEX })).text, "Ada Lovelace of globex");
  assert.equal((await browser.open(`${ACME}/`)).text, "Ada Lovelace of acme");
  for (const host of ["https://other.example.com", "https://10.0.0.1"]) {
    assert.equal((await browser.open(`${host}/auth/signin`)).status, 404);
  }
}

/** Loads `auth.ts` as at a start without a usable `AUTH_SECRET`, for a tenant whose id is long and public. */
async function checkMissingSecret(recipe: Recipe): Promise<void> {
  const { findTenant } = await recipe.load("tenants.ts");
  const tenant = { ...findTenant("acme.example.com"), id: "t_0d9b6f5c1a7e4e0f9c3b2a1d" };
  for (const [n, secret] of [undefined, "", "short"].entries()) {
    delete recipe.env.AUTH_SECRET;
    if (secret !== undefined) recipe.env.AUTH_SECRET = secret;
    await assert.rejects(async () => {
      const { authFor } = await recipe.load(`auth.ts?start=${n}`);
      await authFor(tenant);
    }, /Set AUTH_SECRET/);
  }
}

page.section("A config for each tenant", async (recipe) => {
  await checkTenants(recipe);
  const { authFor } = await recipe.load("auth.ts");
  const { findTenant } = await recipe.load("tenants.ts");
  const acme = findTenant("acme.example.com");
  assert.equal(authFor(acme), authFor(acme));
  await checkMissingSecret(recipe);
});

page.section("Tenants with stored sessions", async (recipe) => {
  await checkTenants(recipe);
  await checkMissingSecret(recipe);
});

page.section("Users who belong to several organizations", async (recipe) => {
  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  recipe.sites[APP] = await recipe.serve("main.ts");
  const { memberships } = await recipe.load("members.ts");
  const browser = recipe.browser();
  assert.equal((await recipe.signIn(browser, "google")).text, "Choose an organization");
  const { user } = await recipe.session(browser);
  memberships.set(user.id, new Set(["acme"]));
  await inPage(browser, `${APP}/`, async () => {
    const { choose } = await recipe.load("browser/choose.ts");
    assert.deepEqual([await choose("globex"), await choose("acme"), await choose("globex")], [
      false,
      true,
      false,
    ]);
  });
  assert.equal((await browser.open(`${APP}/`)).text, "acme");
  memberships.delete(user.id);
  assert.equal((await browser.open(`${APP}/`)).text, "Choose an organization");
});

page.last();
