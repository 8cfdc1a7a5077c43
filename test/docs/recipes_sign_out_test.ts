import assert from "node:assert/strict";
import { request } from "node:http";
import type { Browser, Page, Site } from "../../src/testing/mod.ts";
import { built } from "./_built.ts";
import { addOwnIdentity, byProvider } from "./_own_identity.ts";
import { inPage } from "./_page.ts";
import { APP, type NodeSite, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/sign_out.md", { built });

/** Another site, and a page on another subdomain: one of a customer, or one that someone has taken over. */
const EVIL = ["https://evil.example", "https://evil.app.test"];

/** Shows the form of a page on sites of an attacker, where the user submits it. @param fields What the attacker has guessed. */
async function forge(recipe: Recipe, browser: Browser, { html }: Page, fields = {}): Promise<void> {
  const [form] = /<form\b[^]*<\/form>/.exec(html)!;
  const action = new URL(/ action="([^"]*)"/.exec(form)?.[1] ?? "", APP);
  const forged = form.replace(/ action="[^"]*"/, "").replace("<form", `<form action="${action}"`);
  const headers = { "content-type": "text/html; charset=utf-8" };
  for (const site of EVIL) {
    recipe.sites[site] = () => new Response(forged, { headers });
    const evil = await browser.open(`${site}/`);
    // `Deno.serve` answers what the application throws.
    const answer: Page | { type?: string } = await evil.submit(0, fields).catch((error) => error);
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

page.section("Delete an account", async (recipe) => {
  const google = await recipe.startWithGoogle();
  const { adapter } = await recipe.load("auth.ts");
  const [phone, laptop] = [recipe.browser(), recipe.browser()];
  await recipe.signIn(phone, "google");
  const home = await recipe.signIn(laptop, "google");
  const { id } = (await recipe.session(laptop)).user;
  await forge(recipe, laptop, home, { confirm: "delete" });
  for (const confirm of ["", "Delete", "ada@example.com"]) {
    await home.submit("Delete my account", { confirm });
    assert.ok(await adapter.getUser(id), confirm);
  }
  const again = await laptop.open(`${APP}/`);
  recipe.platform.tick(3600);
  // An identity of a thief is not a recent sign-in.
  await addOwnIdentity(recipe, laptop, byProvider(recipe, laptop, { id: "google", provider: google }));
  google.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
  const question = await again.submit("Delete my account", { confirm: "delete" });
  assert.equal(new URL(question.url).pathname, `${recipe.basePath}/signin`);
  assert.match(question.text, /Please verify that it's you/);
  assert.ok(await adapter.getUser(id));
  // The thief has left a question behind, which the owner cancels.
  const fresh = await (await question.submit(`${recipe.basePath}/signin/google`)).submit("Cancel");
  assert.match(fresh.text, /Type delete to confirm/);
  if (!isBuilt(recipe)) {
    // A thief sends the form slowly, and the owner signs out everywhere before it ends.
    const meanwhile = () => adapter.deleteSessionsByUserId(id);
    assert.match(await sendSlowly(recipe, { browser: laptop, meanwhile }) ?? "", /\/signin\?/);
    assert.ok(await adapter.getUser(id));
  }
  await recipe.signIn(phone, "google");
  const last = await recipe.signIn(laptop, "google");
  const done = await last.submit("Delete my account", { confirm: "delete" });
  assert.match(done.text, /No one is signed in/);
  assert.equal(await recipe.session(phone), null);
  assert.deepEqual(sessionCookies(laptop), []);
  assert.deepEqual([await adapter.getUser(id), await adapter.listAccountsByUserId(id)], [null, []]);
  await recipe.signIn(laptop, "google");
  const { user } = await recipe.session(laptop);
  assert.notEqual(user.id, id);
  // A form that was open all the time deletes no one.
  const other = await adapter.getUser(user.id);
  await last.submit("Delete my account", { confirm: "delete" });
  assert.deepEqual(await adapter.getUser(user.id), other, "somebody else has signed in since");
  await laptop.open(`${APP}${recipe.basePath}/signout`).then((page) =>
    page.submit(`${recipe.basePath}/signout`)
  );
  const late = await last.submit("Delete my account", { confirm: "delete" });
  assert.equal(new URL(late.url).pathname, `${recipe.basePath}/signin`);
  assert.deepEqual(await adapter.getUser(user.id), other);
});

/** Whether the application is built: it reads the body of a form before it calls an action. */
function isBuilt({ tab }: Recipe): boolean {
  return tab === "Next" || tab === "SvelteKit";
}

/** A form that the user sends slowly. */
interface SlowForm {
  readonly browser: Browser;
  /** Runs before the body is sent. */
  meanwhile(): Promise<unknown>;
}

/** Posts "delete" to `/delete-account`: first the headers, then the body. Returns where the answer leads. */
async function sendSlowly({ sites }: Recipe, { browser, meanwhile }: SlowForm): Promise<string | null> {
  const site = sites[APP] as Site & Partial<NodeSite>;
  const headers = {
    cookie: browser.cookies(APP).map(({ name, value }) => `${name}=${value}`).join("; "),
    "content-type": "application/x-www-form-urlencoded",
    origin: APP,
  };
  if (site.port) return await sendToNode(site.port, headers, meanwhile);
  const body = new ReadableStream({
    async pull(controller) {
      await meanwhile();
      controller.enqueue(new TextEncoder().encode("confirm=delete"));
      controller.close();
    },
  }, { highWaterMark: 0 });
  const answer = await site(new Request(`${APP}/delete-account`, { method: "POST", headers, body }));
  return answer.headers.get("location");
}

async function sendToNode(
  port: number,
  headers: Readonly<Record<string, string>>,
  meanwhile: () => Promise<unknown>,
): Promise<string | null> {
  return await new Promise((resolve, reject) => {
    const options = { port, path: "/delete-account", method: "POST", headers };
    const post = request(options, (answer) => {
      answer.resume();
      resolve(answer.headers.location ?? null);
    });
    post.on("error", reject);
    post.flushHeaders();
    // The server has the headers by then. If not, it reads the session later, and refuses it as well.
    setTimeout(() => meanwhile().then(() => post.end("confirm=delete"), reject), 50);
  });
}

page.last();
