import assert from "node:assert/strict";
import type { Site } from "../../src/testing/mod.ts";
import { openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/proxies_and_domains.md");

const accounts = "https://accounts.example.com";
const shop = "https://shop.example.com";
const GOOGLE = "https://accounts.google.com";

/** A proxy that ends TLS: the application sees plain http, its own host, and perhaps another path. */
function proxyTo(server: string, app: Site, removes = ""): Site {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const path = pathname.startsWith(`${removes}/`) ? pathname.slice(removes.length) : pathname;
    const { method, headers } = request;
    const body = request.body ? await request.arrayBuffer() : null;
    return await app(new Request(`${server}${path}${search}`, { method, headers, body, redirect: "manual" }));
  };
}

/** Takes the variables of the page that have a value. */
function useEnvironment(recipe: Recipe): void {
  for (const [, name, value] of recipe.read(".env").matchAll(/^(\w+)=(.+)$/gm)) recipe.env[name!] = value!;
}

page.section("Behind a reverse proxy", async (recipe) => {
  const [, target] = /proxy_pass (\S+);/.exec(recipe.read("app.conf"))!;
  const [, port] = /port: (\d+)/.exec(recipe.read("main.ts"))!;
  assert.equal(target, `http://127.0.0.1:${port}`);
  assert.match(recipe.read("app.conf"), /^ +proxy_set_header Host \$host;$/m);
  // Replaced, not passed on: `limits.md` counts by this header.
  assert.match(recipe.read("app.conf"), /^ +proxy_set_header X-Forwarded-For \$remote_addr;$/m);
  const google = recipe.addProvider(GOOGLE, "GOOGLE");
  useEnvironment(recipe);
  const origin = recipe.env.AUTH_URL!;
  recipe.sites[origin] = proxyTo(target!, await recipe.serve("main.ts"));
  const browser = recipe.browser();
  const home = await recipe.signIn(browser, "google", { origin });
  assert.deepEqual([home.url, home.text], [`${origin}/`, "Hello Ada Lovelace"]);
  const { params } = google.requests.find(({ endpoint }) => endpoint === "authorization")!;
  assert.equal(params.get("redirect_uri"), `${origin}/auth/callback/google`);
  const cookie = browser.cookies(origin).find(({ name }) => name === "__Host-latchkey.session-token");
  assert.ok(cookie?.secure);
});

page.section("Below a path", async (recipe) => {
  recipe.addProvider(GOOGLE, "GOOGLE");
  useEnvironment(recipe);
  const app = await recipe.serve("main.ts");
  for (const removes of ["/app", ""]) {
    recipe.sites["https://example.com"] = proxyTo("http://10.0.0.5:8000", app, removes);
    const browser = recipe.browser();
    const form = await browser.open("https://example.com/app/auth/signin?callbackUrl=/app/orders");
    const home = await form.submit("/app/auth/signin/google");
    assert.equal(home.url, "https://example.com/app/orders");
    assert.equal(home.text, `Ada Lovelace at ${removes ? "" : "/app"}/orders`);
    assert.ok(browser.visited.some((url) => url.startsWith("https://example.com/app/auth/callback/google")));
  }
});

page.section("One sign-in for several subdomains", async (recipe) => {
  recipe.addProvider(GOOGLE, "GOOGLE");
  delete recipe.env.AUTH_URL;
  recipe.sites[accounts] = await recipe.serve("accounts.ts");
  const shops = [await recipe.serve("shop.ts"), await recipe.listen("shop_express.ts")];
  for (const site of shops) await visitShop(recipe, site);
  for (const callbackUrl of ["https://evilexample.com/", "http://shop.example.com/"]) {
    const { url } = await recipe.signIn(recipe.browser(), "google", { origin: accounts, callbackUrl });
    assert.equal(url, `${accounts}/`);
  }
});

page.last();

/** Signs in from a page of the shop, comes back after two days, and signs out. */
async function visitShop(recipe: Recipe, site: Site): Promise<void> {
  recipe.sites[shop] = site;
  const browser = recipe.browser();
  const form = await (await browser.open(`${shop}/cart?item=1`)).follow("Sign in");
  const cart = await form.submit("/auth/signin/google");
  assert.equal(cart.url, `${shop}/cart?item=1`);
  assert.match(cart.text, /^Hello (Ada Lovelace )?Sign out$/);
  const name = "__Secure-latchkey.session-token";
  const before = browser.cookies(shop).find((cookie) => cookie.name === name)!;
  assert.deepEqual([before.domain, before.hostOnly], ["example.com", false]);
  recipe.platform.tick(2 * 24 * 3600);
  const question = await (await browser.open(`${shop}/cart`)).follow("Sign out");
  const after = browser.cookies(shop).find((cookie) => cookie.name === name)!;
  assert.notEqual(after.value, before.value);
  const end = await question.submit("Sign out");
  assert.deepEqual([end.url, end.text], [`${shop}/cart`, "Sign in"]);
}
