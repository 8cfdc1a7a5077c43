import assert from "node:assert/strict";
import { codeAt, codesIn } from "../flows/_second_factor.ts";
import { type Person, toPerson } from "../flows/_passkeys.ts";
import type { Page } from "../../src/testing/mod.ts";
import { APP, openPage, type Recipe, type SentMail } from "./_recipe.ts";

const page = openPage("passkeys_only.md", { replace: { "auth.sqlite": ":memory:" } });

const EMAIL = "ada@example.com";

/** A person with a browser and an authenticator, who has no account. */
const someone = (recipe: Recipe): Person => toPerson(recipe.browser(), "passkey");

/** Asks for an email, and opens its link. Returns the page. */
async function recover({ post, browser }: Person, mails: readonly SentMail[], email = EMAIL) {
  const asked = await post("signin/resend", { email });
  assert.match(asked.headers.get("location")!, /\/auth\/verify-request\?provider=resend&type=email$/);
  assert.equal(mails.at(-1)!.to, email);
  return await browser.open(/https:\S+/.exec(mails.at(-1)!.text)![0]);
}

/** The code of the last email. */
const codeIn = (mails: readonly SentMail[]) =>
  /^(\d{4}) ?(\d{4})$/m.exec(mails.at(-1)!.text)!.slice(1).join("");

page.section("The config", async (recipe) => {
  const mails = recipe.addMails();
  await recipe.start();
  const [ada, eve] = [someone(recipe), someone(recipe)];
  await ada.register({ email: EMAIL });
  const { user: { id } } = await recipe.session(ada.browser);
  await ada.signOut();
  await ada.authenticate();
  assert.equal((await recipe.session(ada.browser)).user.id, id);
  // A stranger gets the same answer, and an email, and is no user.
  assert.match((await recover(eve, mails, "eve@example.com")).url, /error=AccessDenied/);
  assert.equal(await recipe.session(eve.browser), null);
  // With a new device. The address was never confirmed: the passkey goes, and the user stays.
  const later = someone(recipe);
  assert.match((await recover(later, mails)).url, /\/auth\/taken-over\?removed=passkey/);
  assert.equal((await recipe.session(later.browser)).user.id, id);
  assert.equal(await recipe.session(ada.browser), null);
  // It is confirmed now: a passkey of the new device stays at the next email.
  await later.register({ link: "true" }, {});
  const { passkeys } = await (await later.browser.fetch(`${APP}/auth/account-data`)).json();
  assert.equal(passkeys.length, 1);
  await recover(someone(recipe), mails);
  await later.signOut();
  await later.authenticate();
  assert.equal((await recipe.session(later.browser)).user.id, id);
});

/** Signs up, and turns the second factor on as the welcome page leads there. Returns the recovery codes. */
async function signUp(recipe: Recipe, ada: Person, mails: readonly SentMail[]) {
  const made = await ada.register({ email: EMAIL });
  const setup = await ada.browser.open(made.headers.get("location")!);
  assert.match(setup.url, /\/auth\/second-factor-setup\?callbackUrl=\/$/);
  assert.match((await ada.browser.open(`${APP}/`)).text, /Get your recovery codes/);
  const shown = await setup.submit("/auth/second-factor-setup", { mailCode: codeIn(mails) });
  assert.match(shown.text, /Use my passkeys/);
  const done = await ada.post("second-factor-setup", { action: "passkeys", callbackUrl: "/" });
  const codes = codesIn({ html: await done.text() } as Page);
  assert.equal(codes.length, 10);
  assert.equal((await ada.browser.open(`${APP}/`)).text, "Welcome");
  return { codes, id: (await recipe.session(ada.browser)).user.id };
}

page.section("Recovery codes", async (recipe) => {
  const mails = recipe.addMails();
  recipe.sites[APP] = await recipe.listen("main.ts");
  const ada = someone(recipe);
  const { codes, id } = await signUp(recipe, ada, mails);
  await ada.signOut();
  await ada.authenticate();
  assert.equal((await recipe.session(ada.browser)).aal, 2, "a passkey asks for nothing more");
  // Whoever reads the mailbox has the first step alone.
  const thief = someone(recipe);
  const asked = await recover(thief, mails);
  assert.match(asked.url, /\/auth\/second-factor\?/);
  assert.equal(await recipe.session(thief.browser), null);
  const later = someone(recipe);
  const question = new URL((await recover(later, mails)).url).searchParams.get("question")!;
  await later.post("second-factor", { question, recoveryCode: codes[0]! });
  assert.equal((await recipe.session(later.browser)).user.id, id);
  await later.register({ link: "true" });
  const { passkeys } = await (await later.browser.fetch(`${APP}/auth/account-data`)).json();
  assert.equal(passkeys.length, 2);
});

page.section("When users have lost everything", async (recipe) => {
  const mails = recipe.addMails();
  recipe.sites[APP] = await recipe.listen("main.ts");
  const ada = someone(recipe);
  const { id } = await signUp(recipe, ada, mails);
  const { giveBack } = await recipe.load("support.ts");
  await giveBack(id, "Ada@new.example");
  assert.equal(await recipe.session(ada.browser), null);
  assert.match((await ada.authenticate()).headers.get("location")!, /error=/);
  const later = someone(recipe);
  const setup = await recover(later, mails, "ada@new.example");
  assert.equal(await recipe.session(later.browser), null);
  const secret = /class="key"[^>]*>([A-Z2-7 ]+)</.exec(setup.html)![1]!.replaceAll(" ", "");
  const code = codeAt(secret, Math.floor(recipe.platform.now() / 30_000));
  await setup.submit("/auth/second-factor-setup", { code });
  const { user } = await recipe.session(later.browser);
  assert.deepEqual([user.id, user.email], [id, "ada@new.example"]);
  assert.match((await recover(someone(recipe), mails)).url, /error=AccessDenied/, "the address of before");
});

page.last();
