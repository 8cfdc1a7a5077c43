import assert from "node:assert/strict";
import { addOwnIdentity, byProvider } from "./_own_identity.ts";
import { inPage } from "./_page.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/sign_out.md");

/** Starts the application of a section, with Google. */
async function openApp(recipe: Recipe) {
  const google = recipe.addProvider("https://accounts.google.com", "GOOGLE");
  recipe.sites[APP] = await recipe.serve("main.ts");
  return google;
}

page.section("A sign-out button", async (recipe) => {
  const google = recipe.addProvider("https://accounts.google.com", "GOOGLE");
  const browser = recipe.browser();
  for (const start of [() => recipe.serve("main.ts"), () => recipe.listen("express.ts")]) {
    recipe.sites[APP] = await start();
    google.login({ sub: "ada", email: "ada@example.com" });
    const home = await recipe.signIn(browser, "google");
    assert.equal((await home.submit("Sign out")).text, "You are signed out.");
    assert.equal(await recipe.session(browser), null);

    await recipe.signIn(browser, "google");
    recipe.sites["https://evil.example"] = () =>
      new Response(`<form method="post" action="${APP}/logout"><button>Win</button></form>`);
    const evil = await browser.open("https://evil.example/");
    // On Deno the route fails, and Express answers 500.
    await evil.submit("Win").catch(({ type }) => assert.equal(type, "MissingCSRF"));
    assert.ok(await recipe.session(browser));
  }

  await recipe.signIn(browser, "google");
  await inPage(browser, `${APP}/orders`, async ({ element, left }) => {
    await recipe.load("browser/button.ts");
    element("#sign-out").dispatchEvent(new Event("click"));
    while (left.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    assert.deepEqual(left, [`${APP}/`]);
  });
  assert.equal(await recipe.session(browser), null);
});

page.section("Sign out at the provider too", async (recipe) => {
  const issuer = "https://sso.example.com/realms/staff";
  const { fetch, clientSecret } = recipe.addProvider(issuer, "KEYCLOAK", { clientId: "acme" });
  recipe.env.AUTH_KEYCLOAK_SECRET = clientSecret;
  const ended: URL[] = [];
  recipe.sites["https://sso.example.com"] = (request) => {
    const url = new URL(request.url);
    if (!url.pathname.endsWith("/protocol/openid-connect/logout")) return fetch(request);
    ended.push(url);
    return Response.redirect(url.searchParams.get("post_logout_redirect_uri")!, 303);
  };
  recipe.sites[APP] = await recipe.serve("main.ts");
  const browser = recipe.browser();
  const home = await recipe.signIn(browser, "keycloak");
  const question = await home.follow("Sign out");
  const end = await question.submit("Sign out");
  assert.deepEqual([end.url, end.text], [`${APP}/`, "Sign in"]);
  assert.equal(ended.length, 1);
  assert.equal(ended[0]!.searchParams.get("client_id"), "acme");
  const elsewhere = await recipe.signIn(browser, "keycloak", { callbackUrl: "https://evil.example/" });
  assert.equal(elsewhere.url, `${APP}/`);
});

page.section("Sign out everywhere", async (recipe) => {
  await openApp(recipe);
  const [phone, laptop] = [recipe.browser(), recipe.browser()];
  await recipe.signIn(phone, "google");
  const home = await recipe.signIn(laptop, "google");
  assert.equal((await home.submit("Sign out everywhere")).text, "You are signed out.");
  assert.deepEqual([await recipe.session(phone), await recipe.session(laptop)], [null, null]);
  recipe.sites["https://evil.example"] = () =>
    new Response(`<form method="post" action="${APP}/sign-out-everywhere"><button>Win</button></form>`);
  await recipe.signIn(phone, "google");
  await (await phone.open("https://evil.example/")).submit("Win");
  assert.ok(await recipe.session(phone));
});

page.section("Sign out everywhere, with sessions in tokens", async (recipe) => {
  await openApp(recipe);
  const { adapter } = await recipe.load("auth.ts");
  const [phone, laptop] = [recipe.browser(), recipe.browser()];
  await recipe.signIn(phone, "google");
  const home = await recipe.signIn(laptop, "google");
  recipe.platform.tick(60);
  assert.equal((await home.submit("Sign out everywhere")).text, "You are signed out.");
  assert.deepEqual([await recipe.session(phone), await recipe.session(laptop)], [null, null]);
  recipe.platform.tick(1);
  await recipe.signIn(phone, "google");
  const { user } = await recipe.session(phone);
  await adapter.deleteUser(user.id);
  assert.equal(await recipe.session(phone), null);
});

page.section("Delete an account", async (recipe) => {
  const google = await openApp(recipe);
  const { adapter } = await recipe.load("auth.ts");
  const [phone, laptop] = [recipe.browser(), recipe.browser()];
  await recipe.signIn(phone, "google");
  const home = await recipe.signIn(laptop, "google");
  const { id } = (await recipe.session(laptop)).user;
  const again = await home.submit("Delete my account", { confirm: "wrong" });
  assert.ok(await adapter.getUser(id));
  recipe.platform.tick(3600);
  // An identity of a thief is not a recent sign-in.
  await addOwnIdentity(recipe, laptop, byProvider(recipe, laptop, { id: "google", provider: google }));
  google.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
  const question = await again.submit("Delete my account", { confirm: "ada@example.com" });
  assert.equal(new URL(question.url).pathname, "/auth/signin");
  assert.ok(await adapter.getUser(id));
  // The thief has left a question behind, which the owner cancels.
  const fresh = await (await question.submit("/auth/signin/google")).submit("Cancel");
  const done = await fresh.submit("Delete my account", { confirm: "ada@example.com" });
  assert.equal(done.text, "No one is signed in.");
  assert.equal(await recipe.session(phone), null);
  assert.deepEqual([await adapter.getUser(id), await adapter.listAccountsByUserId(id)], [null, []]);
  await recipe.signIn(laptop, "google");
  assert.notEqual((await recipe.session(laptop)).user.id, id);

  // A user without an address.
  google.login({ sub: "grace", name: "Grace Hopper" });
  const form = await recipe.signIn(phone, "google");
  const { user } = await recipe.session(phone);
  assert.equal(user.email, null);
  await phone.fetch(`${APP}/delete-account`, { method: "POST", body: new FormData() });
  await form.submit("Delete my account", { confirm: "" });
  assert.ok(await adapter.getUser(user.id));
  await form.submit("Delete my account", { confirm: "delete" });
  assert.equal(await adapter.getUser(user.id), null);
});

page.last();
