import assert from "node:assert/strict";
import { test } from "node:test";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import type { Browser, FakeProvider, Page, Site } from "../../src/testing/mod.ts";
import { corsFetch } from "../_cors_fetch.ts";
import { PROXIES, type Proxy, type RunningProxy, startProxy } from "./_proxies.ts";
import { WORKSPACE } from "./_code.ts";
import { APP, openPage, type Recipe, SECRET } from "./_recipe.ts";

const page = openPage("recipes/proxies_and_domains.md");

const accounts = "https://accounts.example.com";
const shop = "https://shop.example.com";
const GOOGLE = "https://accounts.google.com";

/** The real one: a section replaces it. */
const serve = Deno.serve;

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

for (const { name, path } of PROXIES) {
  if (path) continue;
  console.log(
    `skip: the page on proxies, behind ${name}, which is not installed: apt-get install ${name.toLowerCase()}`,
  );
  test(`docs/recipes/proxies_and_domains.md signs in behind a real ${name}`, { skip: true }, () => {});
}

page.section("Behind a reverse proxy", async (recipe) => {
  const google = recipe.addProvider(GOOGLE, "GOOGLE");
  useEnvironment(recipe);
  const origin = recipe.env.AUTH_URL!;
  await recipe.start();
  const files = PROXIES.map((proxy) => ({ proxy, settings: recipe.read(proxy.file) }));
  compareFiles(recipe, new URL(origin).host);
  for (const { proxy, settings } of files) {
    if (proxy.path) await signInBehind({ recipe, origin, google }, proxy, settings);
  }
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
  const block = recipe.read("app.conf");
  const [nginx] = PROXIES;
  if (nginx?.path) { for (const path of ["", "/"]) await signInBelow({ recipe, app, nginx, block, path }); }
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

page.section("Several domains with one sign-in", async (recipe) => {
  const keycloak = recipe.addProvider("https://accounts.example.com/realms/customers", "KEYCLOAK");
  const { config }: { config: AuthConfig } = await recipe.load("auth.ts");
  useEnvironment(recipe);
  const [own, other] = [recipe.env.AUTH_URL!, "https://example.com"];
  for (const url of [own, other]) {
    recipe.sites[url] = DenoAuth(
      { ...config, url, secret: `${url}, and a secret for tests alone` },
      async (_, auth) => {
        const session = await auth();
        return new Response(session ? `Hello ${session.user.name}` : "Please sign in");
      },
    );
  }
  const browser = recipe.browser();
  for (const origin of [own, other]) {
    assert.equal((await browser.open(origin)).text, "Please sign in");
    assert.equal((await recipe.signIn(browser, "keycloak", { origin })).text, "Hello Ada Lovelace");
    const { params } = keycloak.requests.findLast(({ endpoint }) => endpoint === "authorization")!;
    assert.equal(params.get("redirect_uri"), `${origin}/auth/callback/keycloak`);
  }
  // The session of one domain is worth nothing at another one.
  const { name, value } = browser.cookies(own).find(({ name }) => name.includes("session-token"))!;
  const thief = recipe.browser();
  thief.setCookie(other, `${name}=${value}; Secure; Path=/`);
  assert.equal((await thief.open(other)).text, "Please sign in");
  await (await browser.open(`${own}/auth/signout`)).submit("Sign out");
  assert.equal((await browser.open(own)).text, "Please sign in");
  assert.equal((await browser.open(other)).text, "Hello Ada Lovelace");
});

page.section("A front end on another domain", async (recipe) => {
  recipe.addProvider(GOOGLE, "GOOGLE");
  useEnvironment(recipe);
  await recipe.start();
  const [frontEnd, api] = ["https://app.example.com", recipe.env.AUTH_URL!];
  recipe.sites[api] = recipe.sites[APP]!;
  const other = "https://blog.example.com";
  for (const origin of [frontEnd, other]) recipe.sites[origin] = () => new Response("a page");
  const { askApi, proofUrl } = await recipe.load("browser/api.ts");
  const { auth } = await recipe.load("browser/auth.ts");
  const browser = recipe.browser();
  const start = await browser.open(frontEnd);
  const cart = await browser.open(`${frontEnd}/cart?item=1`);
  const signIn = await onPage(cart, async () => {
    assert.deepEqual([await auth.getSession(), await askApi("/me")], [null, null]);
    return await auth.signIn(undefined, { redirect: false });
  });
  assert.equal((await (await browser.open(signIn.url)).submit("/auth/signin/google")).url, cart.url);
  const order = { method: "POST", body: '{"item":"tea"}', headers: { "content-type": "application/json" } };
  await onPage(start, async () => {
    assert.equal((await auth.getSession()).user.name, "Ada Lovelace");
    assert.deepEqual(await askApi("/me"), { name: "Ada Lovelace" });
    assert.deepEqual(await askApi("/orders", order), { ordered: "tea" });
  });
  for (const body of ["no JSON", "null"]) {
    const wrong = await start.fetch(`${api}/api/orders`, { ...order, body, credentials: "include" });
    assert.equal(wrong.status, 400, body);
  }
  // Another host of the site sends the cookie, and can neither read nor write.
  const blog = await browser.open(other);
  await onPage(blog, async () => {
    await assert.rejects(askApi("/me"), /CORS/);
    await assert.rejects(askApi("/orders", order), /CORS/);
    await assert.rejects(auth.getSession(), { code: "Network" });
  });
  // A form needs no CORS.
  const forged = { method: "POST", body: order.body, credentials: "include", mode: "no-cors" } as const;
  assert.equal((await blog.fetch(`${api}/api/orders`, forged)).status, 403);
  // Pages of other sites do not even send the cookie.
  recipe.sites["https://evil.example"] = () => new Response("a page");
  const evil = await browser.open("https://evil.example/");
  assert.equal((await evil.fetch(`${api}/api/me`, { credentials: "include" })).status, 401);
  const [cookie] = browser.cookies(api).filter(({ name }) => name.includes("session-token"));
  assert.deepEqual([cookie?.name, cookie?.sameSite], ["__Host-latchkey.session-token", "Lax"]);
  for (const callbackUrl of ["https://evil.example/", "https://app.example.com.evil.example/"]) {
    const end = await recipe.signIn(recipe.browser(), "google", { origin: api, callbackUrl });
    // By the root of the API.
    assert.equal(end.url, `${frontEnd}/`);
  }
  // Flows that end on a page of the API stay there: the account page, and the recipe for native apps.
  for (const path of ["/auth/account?done=passkey-added", "/mobile/sign-in?challenge=abc"]) {
    const end = await recipe.signIn(recipe.browser(), "google", { origin: api, callbackUrl: path });
    assert.equal(end.url, `${api}${path}`);
  }
  // A level that is missing is told from a session that is missing.
  const { corsHeaders } = await recipe.load("cors.ts");
  const lacking = async (params: string): Promise<string> => {
    const challenge = `Session error="insufficient_user_authentication", ${params}`;
    recipe.sites[api] = (request) =>
      new Response(null, {
        status: request.method === "OPTIONS" ? 204 : 401,
        headers: { ...corsHeaders, "www-authenticate": challenge },
      });
    let url = "";
    await onPage(start, async () =>
      await assert.rejects(askApi("/transfer"), (error: Error) => {
        url = proofUrl(error, `${frontEnd}/transfer`);
        return /Verify that it's you/.test(error.message);
      }));
    recipe.sites[api] = recipe.sites[APP]!;
    return url;
  };
  const back = "callbackUrl=https%3A%2F%2Fapp.example.com%2Ftransfer";
  for (const params of ['acr_values="aal2"', 'acr_values="aal2", max_age="300"']) {
    assert.equal(await lacking(params), `${api}/auth/second-factor?${back}`);
  }
  // An age alone leads to the sign-in page, as for a page: the config need not have a second factor.
  const proof = await browser.open(await lacking('max_age="300"'));
  assert.equal(proof.url, `${api}/auth/signin?${back}&error=SessionNotFresh`);
  assert.equal((await proof.submit("/auth/signin/google")).url, `${frontEnd}/transfer`);
  await onPage(start, async () => {
    assert.equal((await auth.signOut({ redirect: false })).url, start.url);
    assert.equal(await askApi("/me"), null);
  });
});

page.section("A monorepo", async (recipe) => {
  const google = recipe.addProvider(GOOGLE, "GOOGLE");
  const signInAs = async (browser: Browser, origin: string, email: string, email_verified = true) => {
    google.login({ sub: email, name: "Ada", email, email_verified });
    return (await recipe.signIn(browser, "google", { origin })).text;
  };
  const { name, exports } = JSON.parse(recipe.read("packages/auth/package.json"));
  const { workspaces } = JSON.parse(recipe.read("package.json"));
  assert.deepEqual([WORKSPACE[name], workspaces], [
    `../../packages/auth/${exports.replace("./", "")}`,
    ["packages/*", "apps/*"],
  ]);
  await recipe.load("packages/auth/config.ts");
  const web = "http://localhost:8000";
  recipe.env.AUTH_URL = web;
  recipe.sites[web] = await recipe.listen("apps/web/main.ts");
  const browser = recipe.browser();
  assert.equal(await signInAs(browser, web, "eve@example.net"), "Hello eve@example.net");
  for (const [, name, value] of recipe.read("apps/admin/.env").matchAll(/^(\w+)=(.+)$/gm)) {
    if (name !== "PORT") recipe.env[name!] = value!;
  }
  recipe.env.AUTH_SECRET = `another ${SECRET}`;
  const admin = recipe.env.AUTH_URL!;
  recipe.sites[admin] = await recipe.listen("apps/admin/main.ts");
  assert.equal((await browser.open(admin)).text, "Please sign in");
  for (
    const [email, isVerified] of [["eve@example.net", true], ["eve@evilexample.com", true], [
      "a@example.com",
      false,
    ]] as const
  ) {
    await signInAs(browser, admin, email, isVerified);
    assert.equal((await browser.open(admin)).text, "Please sign in");
  }
  assert.equal(await signInAs(browser, admin, "ada@example.com"), "Hello ada@example.com of our staff");
  assert.equal((await browser.open(web)).text, "Hello eve@example.net");
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

/** A section whose application is at an origin. */
interface World {
  readonly recipe: Recipe;
  readonly origin: string;
  readonly google: FakeProvider;
}

/** Starts a proxy with the file of the page in front of an application, and signs in through it. */
async function signInBehind(world: World, proxy: Proxy, settings: string): Promise<void> {
  const { recipe, origin, google } = world;
  const received: Headers[] = [];
  const server = serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    received.push(request.headers);
    if (new URL(request.url).pathname !== "/long") return await recipe.sites[APP]!(request);
    return new Response("long", { headers: LONG.map((cookie) => ["set-cookie", cookie]) });
  });
  const running = await startProxy(proxy, settings.replaceAll("app:8000", `127.0.0.1:${server.addr.port}`));
  try {
    recipe.sites[origin] = running.site;
    const browser = recipe.browser();
    const home = await recipe.signIn(browser, "google", { origin });
    assert.deepEqual([home.url, home.text], [`${origin}/`, "Hello Ada Lovelace"]);
    const { params } = google.requests.findLast(({ endpoint }) => endpoint === "authorization")!;
    assert.equal(params.get("redirect_uri"), `${origin}/auth/callback/google`);
    const cookies = browser.cookies(origin).filter(({ name }) => name.includes("session-token"));
    assert.deepEqual(cookies.map(({ name, secure }) => [name, secure]), [[
      "__Host-latchkey.session-token",
      true,
    ]]);
    // No warning about the host.
    assert.deepEqual(recipe.platform.lines.filter(({ level }) => level !== "debug"), []);
    await attackThrough(running, origin, received);
  } finally {
    await running.stop();
    await server.shutdown();
  }
}

/** Signs in behind the block of a page. @param path Behind the address of the application: with one, nginx removes `/app`. */
async function signInBelow({ recipe, app, nginx, block, path }: {
  readonly recipe: Recipe;
  readonly app: Site;
  readonly nginx: Proxy;
  readonly block: string;
  readonly path: string;
}): Promise<void> {
  const server = serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, app as Deno.ServeHandler);
  const address = `127.0.0.1:${server.addr.port}`;
  const running = await startProxy(
    nginx,
    `server { listen 443 ssl; server_name example.com; ssl_certificate /etc/nginx/certs/fullchain.pem;
ssl_certificate_key /etc/nginx/certs/privkey.pem;
${block.replace("app:8000;", `${address}${path};`)} }`,
  );
  try {
    recipe.sites["https://example.com"] = running.site;
    const browser = recipe.browser();
    const form = await browser.open("https://example.com/app/auth/signin?callbackUrl=/app/orders");
    const home = await form.submit("/app/auth/signin/google");
    assert.deepEqual([home.url, home.text], [
      "https://example.com/app/orders",
      `Ada Lovelace at ${path ? "" : "/app"}/orders`,
    ]);
  } finally {
    await running.stop();
    await server.shutdown();
  }
}

/** Cookies of 12 kB together. */
const LONG = ["a", "b", "c"].map((name) => `${name}=${"x".repeat(4000)}`);

/** Sends what only a client sends that is not a browser, and what only a long session has. */
async function attackThrough(
  { send, http }: RunningProxy,
  origin: string,
  received: readonly Headers[],
): Promise<void> {
  const { host } = new URL(origin);
  const forged = { "x-forwarded-for": "203.0.113.9", "x-forwarded-host": "evil.example" };
  assert.equal(await (await send(origin, forged)).text(), "Nobody is signed in");
  const headers = received.at(-1)!;
  assert.deepEqual([headers.get("host"), headers.get("x-forwarded-for")], [host, "127.0.0.1"]);
  const long = await send(origin, { cookie: LONG.join("; ") });
  assert.deepEqual([long.status, received.at(-1)!.get("cookie")?.length], [200, LONG.join("; ").length]);
  const answer = await send(`${origin}/long`, {});
  assert.deepEqual([answer.status, answer.headers.getSetCookie()], [200, LONG]);
  // Another name never reaches the application, neither in TLS nor in the header.
  const count = received.length;
  await send(origin, {}, "evil.example").catch(() => {});
  await send("https://evil.example/", {}).catch(() => {});
  assert.equal(received.length, count);
  const plain = await realFetch(`http://127.0.0.1:${http}/cart`, { headers: { host }, redirect: "manual" });
  assert.equal(plain.status, 308);
}

const realFetch = globalThis.fetch;

/** Compares the files that no test runs with each other. */
function compareFiles(recipe: Recipe, host: string): void {
  const [staticFile, routes] = [recipe.read("traefik.yaml"), recipe.read("app.yaml")];
  assert.ok(routes.includes(`rule: Host(\`${host}\`)`), routes);
  assert.match(routes, /^ +- url: http:\/\/app:8000$/m);
  // By default, Traefik passes on the host, and replaces the headers of clients.
  assert.doesNotMatch(staticFile + routes, /passHostHeader|forwardedHeaders|insecure/);
  const points = namesBelow(staticFile, "entryPoints");
  const [, to] = /to: (\w+)/.exec(staticFile)!;
  const [, used] = /entryPoints: \[(\w+)\]/.exec(routes)!;
  assert.ok(points.includes(to!) && to === used, `${points} ${to} ${used}`);
  const [, resolver] = /certResolver: (\w+)/.exec(routes)!;
  assert.deepEqual(namesBelow(staticFile, "certificatesResolvers"), [resolver]);
  assert.deepEqual(/service: (\w+)/.exec(routes)?.slice(1), namesBelow(routes, "  services"));
  const composed = recipe.read("compose.yaml").split(/^(?=services:$)/m);
  assert.equal(composed.length, PROXIES.length + 1);
  for (const [at, file] of ["app.conf", "Caddyfile", "traefik.yaml"].entries()) {
    const text = composed[at]!;
    assert.ok(text.includes(`- ./${file}:/etc/`), text);
    const [, app] = text.split("\n  app:\n");
    assert.match(app!, /^ {4}build: \.\n {4}env_file: \.env\n/);
    assert.doesNotMatch(app!, /ports/);
  }
  // Traefik reads its second file where the first one says, and keeps certificates in the volume.
  for (const path of [/filename: (\S+)/, /storage: (\/\w+)\//]) {
    assert.ok(composed[2]!.includes(`:${path.exec(staticFile)![1]}`), String(path));
  }
}

/** The keys directly below one of YAML, which stands with its spaces. */
function namesBelow(yaml: string, key: string): readonly string[] {
  const spaces = /^ */.exec(key)![0].length + 2;
  const [, block] = new RegExp(`^${key}:\\n((?: {${spaces}}.*\\n?)+)`, "m").exec(yaml)!;
  return [...block!.matchAll(new RegExp(`^ {${spaces}}(\\w+):`, "gm"))].map(([, name]) => name!);
}

/** Runs a script on a page. */
async function onPage<T>(page: Page, run: () => Promise<T>): Promise<T> {
  const before = globalThis.fetch;
  try {
    Object.assign(globalThis, { location: { href: page.url }, fetch: corsFetch(page) });
    return await run();
  } finally {
    Object.assign(globalThis, { location: undefined, fetch: before });
  }
}
