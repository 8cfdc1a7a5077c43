import assert from "node:assert/strict";
import { built } from "./_built.ts";
import { inPage } from "./_page.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/sign_in_page.md", { built });

const ADA = { sub: "1", email: "ada@example.com", email_verified: true };

/** Starts the application of a section, with Google, and a mail service that keeps the links. */
async function openApp(recipe: Recipe) {
  const mails = recipe.addMails();
  const link = () => /https:\/\/app\.test\/\S+\/callback\/\S+/.exec(mails.at(-1)!.text)![0];
  return { google: await recipe.startWithGoogle(), link };
}

/** A page for users who are signed in: the applications of Next and SvelteKit have one that these recipes do not show. */
const PRIVATE: Readonly<Record<string, string>> = { Next: "/protected", SvelteKit: "/account" };

/** Opens the sign-in page of the recipe, which leads to a page afterwards. */
async function openLogin(recipe: Recipe, callbackUrl = "/", more: Readonly<Record<string, string>> = {}) {
  return await recipe.browser().open(`${APP}/login?${new URLSearchParams({ callbackUrl, ...more })}`);
}

/** Signs in with each button, as the users of all sign-in pages do. */
async function checkButtons(recipe: Recipe, { google, link }: Awaited<ReturnType<typeof openApp>>) {
  const own = PRIVATE[recipe.tab] ?? "/orders?open=1";
  const query = new URLSearchParams({ callbackUrl: own });
  google.login(ADA);
  const ada = recipe.browser();
  const login = await ada.open(`${APP}${recipe.basePath}/signin?${query}`);
  assert.equal(new URL(login.url).pathname, "/login");
  assert.doesNotMatch(login.html, /role="alert"/);
  const back = await login.submit("Continue with Google");
  assert.equal(back.url, APP + own);
  assert.equal((await recipe.session(ada)).user.email, "ada@example.com");

  const grace = recipe.browser();
  const form = await grace.open(`${APP}${recipe.basePath}/signin?${query}`);
  const sent = await form.submit("Send me a link", { email: "grace@example.com" });
  assert.equal(new URL(sent.url).pathname, `${recipe.basePath}/verify-request`);
  assert.equal((await grace.open(link())).url, APP + own);
  assert.equal((await recipe.session(grace)).user.email, "grace@example.com");
}

/** A user who is signed in adds a way to sign in, as the account page and `ReconnectRequired` ask for. */
async function checkLink(recipe: Recipe, { google, link }: Awaited<ReturnType<typeof openApp>>) {
  const user = recipe.browser();
  const ask = await user.open(`${APP}${recipe.basePath}/signin`);
  await ask.submit("Send me a link", { email: "alan@example.com" });
  await user.open(link());
  google.login({ sub: "3", email: "alan@work.example", email_verified: true });
  const adding = await user.open(`${APP}${recipe.basePath}/signin?link=true&callbackUrl=/a`);
  assert.match(adding.text, /Add a way to sign in/);
  // A mail to another address would sign in as another user.
  assert.doesNotMatch(adding.html, /name="email"/);
  const added = await adding.submit("Continue with Google");
  assert.equal(added.url, `${APP}/a`);
  assert.equal((await recipe.session(user)).user.email, "alan@example.com", "the same user");
  const other = recipe.browser();
  const again = await other.open(`${APP}${recipe.basePath}/signin?callbackUrl=/a`);
  await again.submit("Continue with Google");
  assert.equal((await recipe.session(other)).user.email, "alan@example.com");
  // A user who is signed in adds the account of another one: there is no way from before that would help.
  const eve = recipe.browser();
  const own = await eve.open(`${APP}${recipe.basePath}/signin`);
  await own.submit("Send me a link", { email: "eve@example.com" });
  await eve.open(link());
  const taking = await eve.open(`${APP}${recipe.basePath}/signin?link=true&callbackUrl=/a`);
  const taken = await taking.submit("Continue with Google");
  assert.match(taken.text, /That account, or its address, belongs to another user/);
  assert.equal((await recipe.session(eve)).user.email, "eve@example.com");
}

/** Fails with each button. The failures of Google are in the URL, where the library sends the user. */
async function checkFailures(recipe: Recipe, { google }: Awaited<ReturnType<typeof openApp>>) {
  google.deny();
  const cancelled = await (await openLogin(recipe)).submit("Continue with Google");
  assert.equal(new URL(cancelled.url).pathname, "/login");
  assert.match(cancelled.text, /The sign-in was cancelled\./);
  google.login({ sub: "2", email: "grace@example.com", email_verified: false });
  const taken = await (await openLogin(recipe)).submit("Continue with Google");
  assert.match(taken.text, /belongs to another user\. If that is you, sign in/);
  const wrong = await (await openLogin(recipe, "/a")).submit("Send me a link", { email: "grace" });
  assert.equal(new URL(wrong.url).pathname, "/login");
  // Next with Cache Components sends the state of a form as data: a script shows it.
  assert.match(wrong.html, /This is not an email address\./);
  google.login(ADA);
  const again = await wrong.submit("Continue with Google");
  assert.equal(again.url, `${APP}/a`, "the page still knows where to go");
  return wrong;
}

/** Links and forms that others write. */
async function checkForgeries(recipe: Recipe, { google }: Awaited<ReturnType<typeof openApp>>) {
  const evil = await openLogin(recipe, '"><b>', { error: "<b>x</b>" });
  assert.doesNotMatch(evil.html, /<b>/);
  assert.match((await openLogin(recipe, "/", { error: "constructor" })).text, /That did not work/);
  google.login(ADA);
  for (const elsewhere of ["https://evil.example/", "//evil.example/", "/\\evil.example/"]) {
    const end = await (await openLogin(recipe, elsewhere)).submit("Continue with Google");
    assert.equal(new URL(end.url).origin, APP, elsewhere);
  }
  await checkOtherSite(recipe, "/login");
}

/** A form of another site does not begin a sign-in. */
async function checkOtherSite(recipe: Recipe, path: string): Promise<void> {
  const form =
    `<form method="post" action="${APP}${path}"><button name="providerId" value="google">Win</button></form>`;
  recipe.sites["https://evil.example"] = () =>
    new Response(form, { headers: { "content-type": "text/html" } });
  const browser = recipe.browser();
  await (await browser.open("https://evil.example/")).submit("Win");
  assert.ok(browser.visited.every((url) => !url.startsWith("https://accounts.google.com/")));
  assert.equal(await recipe.session(browser), null);
}

page.section("A sign-in page of your own", async (recipe) => {
  const app = await openApp(recipe);
  await checkButtons(recipe, app);
  await checkLink(recipe, app);
  const wrong = await checkFailures(recipe, app);
  await checkForgeries(recipe, app);
  // Pages of other recipes lead here with these, and so does the library.
  const errors = ["InvalidCheck", "TooManyWrongCodes", "UserChanged", "SessionRequired", "SessionNotFresh"];
  const accounts = ["AccountNotLinked", "OAuthAccountNotLinked", "ReconnectRequired"];
  for (const error of [...errors, ...accounts, "RateLimited", "ServerBusy", "ServerError"]) {
    assert.doesNotMatch((await openLogin(recipe, "/", { error })).html, /That did not work/, error);
  }
  // A connection that has ended: a mail would not help.
  const ended = await openLogin(recipe, "/a", { error: "ReconnectRequired", provider: "google" });
  assert.doesNotMatch(ended.html, /name="email"/);
  assert.equal((await ended.submit("Continue with Google")).url, `${APP}/a`);
  if (recipe.tab === "SvelteKit") {
    const email = "often@example.com";
    let tried = await openLogin(recipe);
    for (let n = 0; n < 6; n++) tried = await (await openLogin(recipe)).submit("Send me a link", { email });
    assert.match(tried.text, /There were too many attempts/);
    assert.equal(tried.status, 429);
  }
  if (recipe.tab in PRIVATE) return;
  assert.equal(wrong.url, `${APP}/login?callbackUrl=%2Fa&error=InvalidEmail`);
  const logged = recipe.platform.lines.filter(({ text }) => text.includes("InvalidEmail"));
  assert.equal(logged.length, 1, "one line for each failure");
  const asked = await recipe.browser().open(`${APP}/orders?open=1`);
  assert.equal(asked.url, `${APP}/login?callbackUrl=%2Forders%3Fopen%3D1`);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const post = async (body: string) => {
    const login = await openLogin(recipe);
    return await login.fetch("/login?callbackUrl=/a", { method: "POST", headers, body, redirect: "manual" });
  };
  for (const body of ["providerId=none", "providerId=__proto__", ""]) {
    const { pathname, origin } = new URL((await post(body)).headers.get("location")!, APP);
    assert.deepEqual([pathname, origin], ["/login", APP], body);
  }
  const unknown = new URL((await post("providerId=none")).headers.get("location")!, APP);
  assert.equal(unknown.searchParams.get("error"), "InvalidProvider");
  assert.ok((await post("providerId=google&providerId=resend&email=a&email=b")).status < 600, "an answer");
});

page.section("Show the error in the form, with `useActionState`", async (recipe) => {
  const app = await openApp(recipe);
  await checkButtons(recipe, app);
  await checkLink(recipe, app);
  const wrong = await checkFailures(recipe, app);
  assert.doesNotMatch(wrong.url, /error=/);
  assert.match(wrong.html, /"email":"grace"/);
  await checkForgeries(recipe, app);
});

page.section("A one-click button, without scripts", async (recipe) => {
  const { google } = await openApp(recipe);
  google.login(ADA);
  const browser = recipe.browser();
  const home = await browser.open(`${APP}/`);
  assert.equal((await home.submit("Continue with Google")).url, `${APP}/dashboard`);
  assert.match((await browser.open(`${APP}/`)).text, /You are signed in\./);
  const stranger = recipe.browser();
  for (const path of [`${recipe.basePath}/signin/google`, "/login/google", "/signin"]) {
    const linked = await stranger.open(APP + path);
    assert.ok(stranger.visited.every((url) => url.startsWith(APP)), linked.url);
  }
  await checkOtherSite(recipe, "/login/google");
});

page.section("A one-click button, with a script", async (recipe) => {
  await openApp(recipe);
  const browser = recipe.browser();
  await inPage(browser, `${APP}/`, async ({ element, left }) => {
    await recipe.load("browser/google_button.ts");
    element("#google").dispatchEvent(new Event("click"));
    while (left.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    assert.equal(new URL(left[0]!).origin, "https://accounts.google.com");
    assert.equal((await browser.open(left[0]!)).url, `${APP}/dashboard`);
  });
  await inPage(browser, "https://gone.test/", async ({ element }) => {
    await recipe.load("browser/google_button.ts?again");
    element("#google").dispatchEvent(new Event("click"));
    while (!element("#message").textContent) await new Promise((resolve) => setTimeout(resolve, 1));
    assert.match(element("#message").textContent!, /does not answer/);
  });
});

page.section("Skip the page if you have one provider", async (recipe) => {
  const google = await recipe.startWithGoogle();
  google.login(ADA);
  const browser = recipe.browser();
  assert.equal((await browser.open(`${APP}/auth/signin?callbackUrl=%2Forders`)).url, `${APP}/orders`);
  const failed = await recipe.browser().open(`${APP}/auth/signin?error=OAuthCallbackError`);
  assert.equal(new URL(failed.url).pathname, "/auth/signin");
});

page.last();
