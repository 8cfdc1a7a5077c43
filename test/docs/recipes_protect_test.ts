import assert from "node:assert/strict";
import { afterRefresh, built } from "./_built.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/protect.md", { built });

/** What a browser asks for a page with. */
const PAGE = { headers: { accept: "text/html" } };

page.section("Protect a page, and return to it after the sign-in", async (recipe) => {
  await recipe.startWithGoogle();
  const browser = recipe.browser();
  const asked = await browser.open(`${APP}/orders?year=2030&open=1`);
  assert.equal(new URL(asked.url).pathname, `${recipe.basePath}/signin`);
  const back = await asked.submit(`${recipe.basePath}/signin/google`);
  assert.equal(back.url, `${APP}/orders?year=2030&open=1`);
  assert.match(back.text, /\/orders is for Ada Lovelace/);
  const other = await recipe.signIn(recipe.browser(), "google", { callbackUrl: "https://evil.example/" });
  assert.equal(other.url, `${APP}/`);
  assert.equal((await recipe.browser().open(`${APP}/`)).status, 200);
  // Half of its life later, a session is prolonged: the application has the clock of the test.
  const before = await recipe.session(browser);
  recipe.platform.tick(15 * 24 * 3600);
  await browser.open(`${APP}/orders`);
  const days = (Date.parse((await recipe.session(browser)).expires) - Date.parse(before.expires)) /
    86_400_000;
  assert.ok(Math.abs(days - 15) < 0.1, `${days} days`);
});

page.section("Protect an API", async (recipe) => {
  await recipe.startWithGoogle();
  const browser = recipe.browser();
  const refused = await browser.fetch(`${APP}/api/profile`);
  assert.deepEqual([refused.status, (await refused.json()).message], [401, "Sign in first."]);
  await recipe.signIn(browser, "google");
  const answer = await browser.fetch(`${APP}/api/profile`);
  assert.deepEqual(await answer.json(), { name: "Ada Lovelace" });
  assert.match(answer.headers.get("cache-control")!, /^private, (no-cache, )?no-store$/);
});

/** Pages of the reader, which the section names. */
const NAMED = {
  Next: Object.fromEntries(["about", "new"].map((name) => [
    `app/${name}/page.tsx`,
    `export default () => <p>This is /${name}</p>;`,
  ])),
  SvelteKit: Object.fromEntries(["about", "new"].map((name) => [
    `src/routes/${name}/+page.svelte`,
    `<p>This is /${name}</p>`,
  ])),
};

page.section("Protect everything but a few paths", async (recipe) => {
  await recipe.startWithGoogle(NAMED);
  const browser = recipe.browser();
  for (const open of ["/", "/about"]) {
    assert.equal(new URL((await browser.open(`${APP}${open}`)).url).pathname, open);
  }
  assert.match((await browser.open(`${APP}/about`)).text, /This is \/about/);
  for (const path of ["/new", "/about/new", "//about"]) {
    const answer = await browser.fetch(`${APP}${path}`, { ...PAGE, redirect: "manual" });
    assert.doesNotMatch(await answer.text(), /This is/, path);
  }
  const asked = await browser.open(`${APP}/new`);
  assert.equal(new URL(asked.url).pathname, `${recipe.basePath}/signin`);
  const back = await asked.submit(`${recipe.basePath}/signin/google`);
  assert.equal(back.url, `${APP}/new`);
  assert.match(back.text, /This is \/new/);
  if (recipe.tab === "SvelteKit") await signInByForm(recipe);
});

/** The form of the home page posts to a page of its own, which must be open. */
async function signInByForm(recipe: Recipe): Promise<void> {
  const page = await (await recipe.browser().open(`${APP}/`)).submit("Sign in");
  const account = await page.submit(`${recipe.basePath}/signin/google`);
  assert.deepEqual([account.url, account.status], [`${APP}/account`, 200]);
}

page.section("Let only some users in", async (recipe) => {
  await recipe.startWithGoogle();
  const { adapter } = await recipe.load("auth.ts");
  const browser = recipe.browser();
  const asked = await afterRefresh(browser, await browser.open(`${APP}/admin`));
  assert.equal(new URL(asked.url).pathname, `${recipe.basePath}/signin`);
  const refused = await asked.submit(`${recipe.basePath}/signin/google`);
  assert.match(refused.text, /You may not see this/);
  assert.doesNotMatch(refused.text, /All users/);
  // Next has sent the status before the component knows who asks.
  if (recipe.tab !== "Next") assert.equal(refused.status, 403);
  const { id } = await adapter.getUserByEmail("ada@example.com");
  await adapter.updateUser({ id, role: "admin" });
  assert.match((await browser.open(`${APP}/admin`)).text, /All users/);
});

page.section("Go to another page after the sign-in", async (recipe) => {
  const google = await recipe.startWithGoogle();
  const shop = "https://shop.example.com";
  recipe.sites[shop] = () => new Response("the shop");
  const end = async (callbackUrl: string) =>
    (await recipe.signIn(recipe.browser(), "google", { callbackUrl })).url;
  assert.equal(await end("/start"), `${APP}/dashboard`);
  google.login({ sub: "2" });
  assert.equal(await end("/start"), `${APP}/complete-profile`);
  assert.equal(await end("/orders"), `${APP}/orders`);
  assert.equal(await end(`${shop}/cart`), `${shop}/cart`);
  assert.equal(await end("https://evil.example/"), `${APP}/`);
  assert.equal(await end("//evil.example/"), `${APP}/`);
});

page.section("Welcome new users", async (recipe) => {
  await recipe.startWithGoogle();
  const browser = recipe.browser();
  const welcome = await recipe.signIn(browser, "google", { callbackUrl: "/orders" });
  assert.equal(new URL(welcome.url).pathname, "/welcome");
  assert.equal((await welcome.follow("Go on")).url, `${APP}/orders`);
  const known = await recipe.signIn(recipe.browser(), "google", { callbackUrl: "/orders" });
  assert.equal(known.url, `${APP}/orders`);
  for (const forged of ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "http://"]) {
    const query = new URLSearchParams({ callbackUrl: forged });
    const page = await browser.open(`${APP}/welcome?${query}`);
    assert.equal((await page.follow("Go on")).url, `${APP}/`, forged);
  }
  const quoted = new URLSearchParams({ callbackUrl: '/"><b>' });
  assert.doesNotMatch((await browser.open(`${APP}/welcome?${quoted}`)).html, /<b>/);
});

page.last();
