import assert from "node:assert/strict";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { built } from "./_built.ts";
import { inPage } from "./_page.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/sign_out.md", { built });

/** Another site, and a page on another subdomain: one of a customer, or one that someone has taken over. */
const EVIL = ["https://evil.example", "https://evil.app.test"];

/** Shows the form of a page on sites of an attacker, where the user submits it. */
async function forge(recipe: Recipe, browser: Browser, { html }: Page): Promise<void> {
  const [form] = /<form\b[^]*<\/form>/.exec(html)!;
  const action = new URL(/ action="([^"]*)"/.exec(form)?.[1] ?? "", APP);
  const forged = form.replace(/ action="[^"]*"/, "").replace("<form", `<form action="${action}"`);
  const headers = { "content-type": "text/html; charset=utf-8" };
  for (const site of EVIL) {
    recipe.sites[site] = () => new Response(forged, { headers });
    const evil = await browser.open(`${site}/`);
    // `Deno.serve` answers what the application throws.
    const answer: Page | { type?: string } = await evil.submit(0).catch((error) => error);
    if ("url" in answer) assert.equal(new URL(answer.url).origin, APP);
    else assert.equal(answer.type, "MissingCSRF");
    assert.ok(await recipe.session(browser), site);
  }
}

page.section("A sign-out button", async (recipe) => {
  await recipe.startWithGoogle();
  const browser = recipe.browser();
  const home = await recipe.signIn(browser, "google");
  await forge(recipe, browser, home);
  assert.match((await home.submit("Sign out")).text, /You are signed out/);
  assert.equal(await recipe.session(browser), null);
  assert.match((await home.submit("Sign out")).text, /You are signed out/);

  const asked = await recipe.signIn(browser, "google", { callbackUrl: "/" });
  const question = await browser.open(`${APP}${recipe.basePath}/signout?callbackUrl=/`);
  assert.ok(await recipe.session(browser));
  assert.equal((await question.submit(`${recipe.basePath}/signout`)).url, asked.url);
  assert.equal(await recipe.session(browser), null);
});

page.section("A sign-out button, with a script", async (recipe) => {
  await recipe.startWithGoogle();
  const browser = recipe.browser();
  await recipe.signIn(browser, "google");
  await inPage(browser, `${APP}/orders`, async ({ element, left }) => {
    await recipe.load("browser/sign_out_button.ts");
    element("#sign-out").dispatchEvent(new Event("click"));
    while (left.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    assert.deepEqual(left, [`${APP}/`]);
  });
  assert.equal(await recipe.session(browser), null);
});

page.section("Sign out at the provider too", async (recipe) => {
  const issuer = "https://sso.example.com/realms/staff";
  const keycloak = recipe.addProvider(issuer, "KEYCLOAK", { clientId: "acme" });
  recipe.env.AUTH_KEYCLOAK_SECRET = keycloak.clientSecret;
  const endpoint = `${issuer}/protocol/openid-connect/logout`;
  keycloak.tamper = { metadata: { end_session_endpoint: endpoint } };
  const ended: URL[] = [];
  recipe.sites["https://sso.example.com"] = (request) => {
    const url = new URL(request.url);
    if (!request.url.startsWith(endpoint)) return keycloak.fetch(request);
    ended.push(url);
    const { searchParams: sent } = url;
    const back = `${sent.get("post_logout_redirect_uri")}?state=${sent.get("state")}`;
    return Response.redirect(back, 303);
  };
  await recipe.start();
  const browser = recipe.browser();
  const home = await recipe.signIn(browser, "keycloak");
  await forge(recipe, browser, home);
  const end = await home.submit("Sign out");
  assert.match(end.text, /You are signed out/);
  assert.equal(await recipe.session(browser), null);
  assert.deepEqual(ended.map(({ searchParams }) => [...searchParams.keys()]), [
    ["id_token_hint", "client_id", "post_logout_redirect_uri", "state"],
  ]);
  assert.equal(
    ended[0]!.searchParams.get("post_logout_redirect_uri"),
    `${APP}${recipe.basePath}/post-logout`,
  );
  // The provider can reach the endpoint that is registered there.
  const body = new URLSearchParams({ logout_token: "forged" });
  const url = `${APP}${recipe.basePath}/backchannel-logout/keycloak`;
  const refused = await recipe.browser().fetch(url, { method: "POST", body });
  assert.deepEqual([refused.status, await refused.json()], [400, { error: "invalid_request" }]);
});

page.section("Sign out everywhere", async (recipe) => {
  await recipe.startWithGoogle();
  const [phone, laptop] = [recipe.browser(), recipe.browser()];
  await recipe.signIn(phone, "google");
  const home = await recipe.signIn(laptop, "google");
  await forge(recipe, laptop, home);
  assert.ok(await recipe.session(phone));
  assert.match((await home.submit("Sign out everywhere")).text, /You are signed out/);
  assert.deepEqual([await recipe.session(phone), await recipe.session(laptop)], [null, null]);
  assert.deepEqual(sessionCookies(laptop), []);
  // A form that was open all the time ends no session of later.
  await recipe.signIn(phone, "google");
  assert.match((await home.submit("Sign out everywhere")).text, /You are signed out/);
  assert.ok(await recipe.session(phone));
});

/** The cookies of a session in a browser. */
function sessionCookies(browser: Browser): readonly string[] {
  return browser.cookies(APP).map(({ name }) => name).filter((name) => name.includes("session"));
}

page.section("Sign out everywhere, with sessions in tokens", async (recipe) => {
  await recipe.startWithGoogle();
  const { adapter, signOutEverywhere } = await recipe.load("auth.ts");
  const [phone, laptop] = [recipe.browser(), recipe.browser()];
  await recipe.signIn(phone, "google");
  await recipe.signIn(laptop, "google");
  const stolen = phone.cookies(APP).filter(({ name }) => name.includes("session"));
  assert.ok(stolen.length > 0);
  recipe.platform.tick(60);
  await signOutEverywhere((await recipe.session(laptop)).user.id);
  assert.deepEqual([await recipe.session(phone), await recipe.session(laptop)], [null, null]);
  recipe.platform.tick(1);
  await recipe.signIn(phone, "google");
  const { user } = await recipe.session(phone);
  const thief = recipe.browser();
  for (const { name, value } of stolen) thief.setCookie(APP, `${name}=${value}; Path=/; Secure; HttpOnly`);
  assert.equal(await recipe.session(thief), null);
  await adapter.deleteUser(user.id);
  assert.equal(await recipe.session(phone), null);
});

page.last();
