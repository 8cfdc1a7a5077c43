import assert from "node:assert/strict";
import { inPage } from "./_page.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/sign_in_page.md");

/** The file of each runtime, and how it starts. */
const STARTS = { "main.ts": "serve", "express.ts": "listen" } as const;

/** Starts the application, with Google, and a mail service that keeps the links. */
async function openApp(recipe: Recipe, file: keyof typeof STARTS = "main.ts") {
  const links: string[] = [];
  recipe.env.AUTH_RESEND_KEY = "the-key";
  recipe.sites["https://api.resend.com"] = async (request) => {
    const { text } = await request.json();
    links.push(/https:\/\/app\.test\/auth\/callback\/\S+/.exec(text)![0]);
    return Response.json({ id: "1" });
  };
  const google = recipe.addProvider("https://accounts.google.com", "GOOGLE");
  recipe.sites[APP] = await recipe[STARTS[file]](file);
  return { google, links };
}

page.section("A sign-in page of your own", async (recipe) => {
  for (const file of ["main.ts", "express.ts"] as const) {
    const { google, links } = await openApp(recipe, file);
    const ada = { sub: "1", email: "ada@example.com", email_verified: true };
    google.login(ada);
    const browser = recipe.browser();
    const login = await browser.open(`${APP}/orders?open=1`);
    assert.equal(login.url, `${APP}/login?callbackUrl=%2Forders%3Fopen%3D1`);
    const back = await login.submit("Continue with Google");
    assert.deepEqual([back.url, back.text], [`${APP}/orders?open=1`, "Hello ada@example.com"]);

    const other = recipe.browser();
    const form = await other.open(`${APP}/auth/signin?callbackUrl=/orders`);
    assert.equal(new URL(form.url).pathname, "/login");
    const sent = await form.submit("Send me a link", { email: "grace@example.com" });
    assert.match(sent.url, /\/auth\/verify-request/);
    assert.equal((await other.open(links[0]!)).text, "Hello grace@example.com");

    const wrong = await (await recipe.browser().open(`${APP}/login?callbackUrl=/a`))
      .submit("Send me a link", { email: "grace" });
    assert.equal(wrong.url, `${APP}/login?error=InvalidEmail&callbackUrl=%2Fa`);
    const logged = recipe.platform.lines.filter(({ text }) => text.includes("InvalidEmail"));
    assert.equal(logged.length, file === "main.ts" ? 1 : 2, "one line for each failure");
    const unknown = await recipe.browser().fetch(`${APP}/login`, {
      method: "POST",
      headers: { origin: APP },
      body: new URLSearchParams({ provider: "none", callbackUrl: "/a" }),
      redirect: "manual",
    });
    const chooses = new URL(unknown.headers.get("location")!, APP);
    assert.deepEqual([chooses.pathname, chooses.searchParams.get("error")], ["/login", "InvalidProvider"]);
    assert.match(wrong.text, /This is not an e-mail address\./);
    google.deny();
    const cancelled = await (await recipe.browser().open(`${APP}/login`)).submit("Continue with Google");
    assert.equal(new URL(cancelled.url).pathname, "/login");
    assert.match(cancelled.text, /The sign-in was cancelled\./);
    google.login({ sub: "2", email: "grace@example.com", email_verified: false });
    const taken = await (await recipe.browser().open(`${APP}/login`)).submit("Continue with Google");
    assert.match(taken.text, /You signed in another way before/);
    const evil = new URLSearchParams({ error: "<b>x</b>", callbackUrl: '"><b>' });
    assert.doesNotMatch((await recipe.browser().open(`${APP}/login?${evil}`)).html, /<b>/);
    const elsewhere = await recipe.browser().open(`${APP}/login?callbackUrl=https://evil.example/`);
    google.login(ada);
    assert.equal(new URL((await elsewhere.submit("Continue with Google")).url).origin, APP);
  }
});

page.section("A one-click button, without scripts", async (recipe) => {
  for (const file of ["main.ts", "express.ts"] as const) {
    await openApp(recipe, file);
    const browser = recipe.browser();
    const home = await browser.open(`${APP}/`);
    const inside = await home.submit("Continue with Google");
    assert.deepEqual([inside.url, inside.text], [`${APP}/dashboard`, "You are signed in."]);
    const stranger = recipe.browser();
    const linked = await stranger.open(`${APP}/auth/signin/google`);
    assert.ok(stranger.visited.every((url) => url.startsWith(APP)), linked.url);
  }
});

page.section("A one-click button, with a script", async (recipe) => {
  await openApp(recipe);
  const browser = recipe.browser();
  await inPage(browser, `${APP}/`, async ({ element, left }) => {
    await recipe.load("browser/button.ts");
    element("#google").dispatchEvent(new Event("click"));
    while (left.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    assert.equal(new URL(left[0]!).origin, "https://accounts.google.com");
    assert.equal((await browser.open(left[0]!)).url, `${APP}/dashboard`);
  });
  await inPage(browser, "https://gone.test/", async ({ element }) => {
    await recipe.load("browser/button.ts?again");
    element("#google").dispatchEvent(new Event("click"));
    while (!element("#message").textContent) await new Promise((resolve) => setTimeout(resolve, 1));
    assert.match(element("#message").textContent!, /does not answer/);
  });
});

page.section("Skip the page if you have one provider", async (recipe) => {
  await openApp(recipe);
  const browser = recipe.browser();
  await inPage(browser, `${APP}/login?callbackUrl=%2Forders`, async ({ left }) => {
    await recipe.load("browser/only_google.ts");
    assert.equal((await browser.open(left[0]!)).url, `${APP}/orders`);
  });
  await inPage(browser, `${APP}/login?error=OAuthCallbackError`, async ({ left }) => {
    await recipe.load("browser/only_google.ts?again");
    assert.deepEqual(left, []);
  });
});

page.last();
