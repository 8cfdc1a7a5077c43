import assert from "node:assert/strict";
import { scryptSync } from "node:crypto";
import type { Browser } from "../../src/testing/mod.ts";
import { withQuickScrypt } from "../_quick_scrypt.ts";
import { afterRefresh, built } from "./_built.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/passwords.md", { built });
const section: typeof page.section = (heading, run) =>
  page.section(heading, (recipe) => withQuickScrypt(() => run(recipe)));

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";

/** Starts the application. Returns the mails of the service, oldest first. */
async function openApp(recipe: Recipe, { express = false } = {}) {
  const mails: { to: string; text: string }[] = [];
  recipe.env.AUTH_RESEND_KEY = "key";
  recipe.sites["https://api.resend.com"] = async (request) => {
    mails.push(await request.json());
    return Response.json({ id: "1" });
  };
  if (recipe.tab) await recipe.start();
  else recipe.sites[APP] = await (express ? recipe.listen("express.ts") : recipe.serve("main.ts"));
  return { mails, link: () => /https:\S+/.exec(mails.at(-1)!.text)![0] };
}

async function register(browser: Browser, { password = PASSWORD, email = EMAIL } = {}) {
  const form = await browser.open(`${APP}/register`);
  return await form.submit("/register", { name: "Ada", email, password });
}

async function signIn(browser: Browser, password: string) {
  const form = await browser.open(`${APP}/auth/signin`);
  return await form.submit("/auth/callback/password", { email: ` ${EMAIL.toUpperCase()}`, password });
}

section("Sign up and sign in", async (recipe) => {
  recipe.sites[APP] = await recipe.serve("main.ts");
  const ada = recipe.browser();
  const short = await register(ada, { password: "short", email: '"><b>@example.com' });
  assert.match(short.text, /at least 10 characters/);
  assert.match(short.html, /name="name" value="Ada"/);
  assert.doesNotMatch(short.html, /short|<b>/);
  assert.equal((await register(ada)).text, "Hello Ada");
  assert.match((await register(recipe.browser())).text, /This address has an account/);
  const elsewhere = recipe.browser();
  const page = await elsewhere.open(`${APP}/private`);
  assert.equal(new URL(page.url).pathname, "/auth/signin");
  assert.match(page.html, /href="\/register"/);
  assert.match((await signIn(elsewhere, "wrong password")).url, /error=CredentialsSignin/);
  assert.equal((await signIn(elsewhere, PASSWORD)).text, "Hello Ada");
  const { checkPassword, removePassword, storeHash } = await recipe.load("passwords.ts");
  const { adapter, sql } = await recipe.load("database.ts");
  const { user } = await recipe.session(ada);
  const storedHash = () => sql.prepare("SELECT hash FROM passwords").get().hash;
  /** Begins a sign-in. Resolves when it has read the hash, and is verifying the password on another thread. */
  const beginCheck = async (password: string) => {
    const checked = checkPassword(EMAIL, password);
    await adapter.getUserByEmail(EMAIL);
    return { checked };
  };
  // Passwords with lower costs get a new hash, also when two browsers sign in at once.
  storeHash(user.id, cheapHash(PASSWORD));
  const both = [await beginCheck(PASSWORD), await beginCheck(PASSWORD)];
  for (const { checked } of both) assert.equal((await checked)?.id, user.id);
  assert.match(storedHash(), /^\$scrypt\$ln=17/);
  // The owner changes the password while someone signs in with the old one.
  for (const oldHash of [cheapHash(PASSWORD), storedHash()]) {
    storeHash(user.id, oldHash);
    const { checked } = await beginCheck(PASSWORD);
    const newHash = cheapHash("the new password");
    storeHash(user.id, newHash);
    assert.equal(await checked, null);
    assert.equal(storedHash(), newHash);
  }
  assert.equal((await checkPassword(EMAIL, "the new password"))?.id, user.id);
  assert.equal(removePassword(user.id), true);
  assert.match((await signIn(elsewhere, "the new password")).url, /error=CredentialsSignin/);
});

section("Limit the attempts", async (recipe) => {
  const { config } = await recipe.load("auth.ts");
  const { DenoAuth } = await import("../../src/integrations/deno.ts");
  const { signUp } = await import(new URL("passwords.ts", recipeFolder("limit-the-attempts")).href);
  await signUp("Ada", EMAIL, PASSWORD);
  recipe.sites[APP] = DenoAuth(config, () => new Response("home"));
  const browser = recipe.browser();
  const tryTimes = async (times: number) => {
    for (let n = 0; n < times; n++) {
      assert.match((await signIn(browser, "")).url, /error=CredentialsSignin&code=credentials/);
    }
  };
  await tryTimes(9);
  assert.equal((await signIn(browser, PASSWORD)).text, "home");
  await tryTimes(10);
  assert.match((await signIn(browser, PASSWORD)).url, /error=CredentialsSignin&code=too_many_attempts/);
  recipe.platform.tick(15 * 60);
  assert.equal((await signIn(browser, PASSWORD)).text, "home");
});

section("Verify the address", async (recipe) => {
  const { mails, link } = await openApp(recipe);
  const ada = recipe.browser();
  const home = await register(ada);
  await home.submit("/verify");
  assert.deepEqual(mails.map(({ to }) => to), [EMAIL]);
  assert.equal((await ada.open(link())).text, "Hello Ada");
  assert.equal((await signIn(recipe.browser(), PASSWORD)).text, "Hello Ada");

  const eve = recipe.browser();
  await register(eve, { email: "grace@example.com", password: "password of eve" });
  const grace = recipe.browser();
  const form = await grace.open(`${APP}/auth/signin`);
  await form.submit("/auth/signin/resend", { email: "grace@example.com" });
  assert.match((await grace.open(link())).text, /Password/);
  assert.equal(await recipe.session(eve), null);
  const again = await (await eve.open(`${APP}/auth/signin`)).submit("/auth/callback/password", {
    email: "grace@example.com",
    password: "password of eve",
  });
  assert.match(again.url, /error=CredentialsSignin/);
});

section("Change the password", async (recipe) => {
  const { link } = await openApp(recipe);
  const ada = recipe.browser();
  const elsewhere = recipe.browser();
  await register(ada);
  await signIn(elsewhere, PASSWORD);
  const save = async (password: string) =>
    await (await ada.open(`${APP}/password`)).submit("/password", { password });
  assert.match((await save("short")).text, /at least 10 characters/);
  recipe.platform.tick(11 * 60);
  // Her own mailbox, proven in an old session, does not count as a sign-in.
  await (await ada.open(`${APP}/`)).submit("/verify");
  assert.match((await ada.open(link())).url, /\/auth\/signin\?error=SessionNotFresh/);
  await recipe.post(ada, "link", { choice: "link" });
  assert.equal((await recipe.session(ada)).emailVerified, null);
  const again = await ada.open(`${APP}/password`);
  assert.equal(new URL(again.url).pathname, "/auth/signin");
  assert.match(again.text, /Please confirm that it is you/);
  const question = await again.submit("/auth/callback/password", { email: EMAIL, password: PASSWORD });
  const form = await question.submit("Add Email to Ada");
  assert.equal(form.url, `${APP}/password`, "where the newest sign-in leads");
  assert.ok((await recipe.session(ada)).emailVerified);
  assert.match((await form.submit("/password", { password: "a new password" })).text, /^Hello Ada/);
  assert.equal(await recipe.session(elsewhere), null);
  assert.match((await signIn(elsewhere, PASSWORD)).url, /error=CredentialsSignin/);
  assert.match((await signIn(elsewhere, "a new password")).text, /^Hello Ada/);

  // A thief sends the form slowly, and the user signs out all browsers before it ends.
  const { adapter } = await import(new URL("database.ts", recipeFolder("change-the-password")).href);
  const { user } = await recipe.session(elsewhere);
  const body = new ReadableStream({
    async pull(controller) {
      await adapter.deleteSessionsByUserId(user.id);
      controller.enqueue(new TextEncoder().encode("password=the+password+of+a+thief"));
      controller.close();
    },
  }, { highWaterMark: 0 });
  const cookie = elsewhere.cookies(APP).map(({ name, value }) => `${name}=${value}`).join("; ");
  const headers = { cookie, "content-type": "application/x-www-form-urlencoded" };
  const slow = new Request(
    `${APP}/password`,
    { method: "POST", headers, body, duplex: "half" } as RequestInit,
  );
  const refused = await recipe.sites[APP]!(slow);
  assert.match(await refused.text(), /You have been signed out\./);
  assert.match((await signIn(elsewhere, "a new password")).text, /^Hello Ada/);
});

/** A user who forgot the password sets a new one, before and after the address is verified. */
async function forgetTwice(recipe: Recipe, { mails, link }: Awaited<ReturnType<typeof openApp>>) {
  const ada = recipe.browser();
  const forgot = async () => {
    const signInPage = await ada.open(`${APP}/auth/signin`);
    assert.match(signInPage.html, /href="\/forgot"/);
    await (await ada.open(`${APP}/forgot`)).submit("/forgot", { email: EMAIL });
    return await ada.open(link());
  };
  await register(recipe.browser());
  const takenOver = await forgot();
  assert.match(takenOver.text, /Password/);
  const form = await ada.open(`${APP}/password`);
  assert.match((await form.submit("/password", { password: "a new password" })).text, /^Hello/);
  const elsewhere = recipe.browser();
  assert.match((await signIn(elsewhere, PASSWORD)).url, /error=CredentialsSignin/);
  assert.match((await signIn(elsewhere, "a new password")).text, /^Hello/);

  await ada.open(`${APP}/auth/signout`).then((page) => page.submit("/auth/signout"));
  const next = await forgot();
  assert.equal(next.url, `${APP}/password`);
  await next.submit("/password", { password: "the third password" });
  assert.equal(await recipe.session(elsewhere), null);
  assert.match((await signIn(elsewhere, "the third password")).text, /^Hello/);
  assert.equal(mails.length, 2);
}

section("Forgot password", async (recipe) => {
  const { mails, link } = await openApp(recipe);
  await forgetTwice(recipe, { mails, link });
  // The last main.ts has the pages of all sections.
  const grace = recipe.browser();
  await (await register(grace, { email: "grace@example.com" })).submit("/verify");
  assert.equal((await grace.open(link())).text, "Hello Ada");
  recipe.sites["https://api.resend.com"] = () => new Response("down", { status: 500 });
  const form = await recipe.browser().open(`${APP}/forgot`);
  const failed = await form.submit("/forgot", { email: EMAIL });
  assert.equal(new URL(failed.url).pathname, "/auth/signin");
  assert.match(failed.text, /couldn.t send the email/);
});

section("The same in Express", async (recipe) => {
  const app = await openApp(recipe, { express: true });
  await forgetTwice(recipe, app);
  const grace = recipe.browser();
  const mine = { email: "grace@example.com", password: PASSWORD };
  const short = await register(grace, { ...mine, password: "short" });
  assert.match(short.text, /at least 10 characters/);
  assert.match(short.html, /value="grace@example.com"/);
  const home = await register(grace, mine);
  assert.match((await register(recipe.browser(), mine)).text, /This address has an account/);
  assert.match((await home.submit("/verify")).url, /verify-request/);
  assert.equal((await grace.open(app.link())).text, "Hello Ada");
  const { user, emailVerified } = await recipe.session(grace);
  assert.deepEqual([user.email, typeof emailVerified], ["grace@example.com", "string"]);
  recipe.platform.tick(11 * 60);
  const stale = await grace.open(`${APP}/password`);
  assert.equal(new URL(stale.url).pathname, "/auth/signin");
  assert.match(stale.text, /Please confirm that it is you/);
});

section("The same in Next", async (recipe) => {
  const { link } = await openApp(recipe);
  const signUp = async (browser: Browser, fields: Readonly<Record<string, string>> = {}) => {
    const form = await browser.open(`${APP}/register`);
    return await form.submit("Sign up", { name: "Ada", email: EMAIL, password: PASSWORD, ...fields });
  };
  const ada = recipe.browser();
  const short = await signUp(ada, { password: "short", email: '"><b>@example.com' });
  // Next with Cache Components sends the state of a form as data: a script shows it.
  assert.match(short.html, /at least 10 characters/);
  assert.doesNotMatch(short.html, /<b>/);
  const home = await signUp(ada);
  assert.match(home.text, /Hello Ada/);
  assert.match((await signUp(recipe.browser())).html, /This address has an account/);
  assert.match((await home.submit("Send me a mail to confirm my address")).url, /verify-request/);
  assert.match((await ada.open(link())).text, /Hello Ada/);
  assert.ok((await recipe.session(ada)).emailVerified);

  const grace = recipe.browser();
  await (await grace.open(`${APP}/forgot`)).submit("Send the mail", { email: EMAIL });
  const form = await grace.open(link());
  assert.equal(form.url, `${APP}/password`);
  assert.match((await form.submit("Save", { password: "short" })).html, /at least 10 characters/);
  assert.match((await form.submit("Save", { password: "a new password" })).text, /Hello Ada/);
  assert.equal(await recipe.session(ada), null);
  const enter = async (browser: Browser, password: string) => {
    const page = await browser.open(`${APP}/api/auth/signin`);
    return await page.submit("/api/auth/callback/password", { email: EMAIL, password });
  };
  assert.match((await enter(recipe.browser(), PASSWORD)).url, /error=CredentialsSignin/);

  // In an old session, neither the page nor its server action sets a password.
  const open = await grace.open(`${APP}/password`);
  recipe.platform.tick(11 * 60);
  const pages = [
    await grace.open(`${APP}/password`),
    await open.submit("Save", { password: "the password of a thief" }),
  ];
  for (const page of pages) {
    assert.match((await afterRefresh(grace, page)).text, /Please confirm that it is you/);
  }
  assert.match((await enter(recipe.browser(), "a new password")).text, /Hello Ada/);
});

page.last();

/** A hash with costs that the library no longer uses. */
function cheapHash(password: string): string {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const key = scryptSync(password, salt, 32, { N: 2 ** 12, r: 8, p: 1 });
  return `$scrypt$ln=12,r=8,p=1$${
    [salt, key].map((bytes) => bytes.toBase64({ omitPadding: true })).join("$")
  }`;
}

function recipeFolder(section: string): URL {
  return new URL(`../../.work/docs/recipes/passwords/${section}/`, import.meta.url);
}
