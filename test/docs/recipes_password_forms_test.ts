import assert from "node:assert/strict";
import { StatementSync } from "node:sqlite";
import { withQuickScrypt } from "../_quick_scrypt.ts";
import { built } from "./_built.ts";
import { AdapterError } from "../../src/errors/errors.ts";
import { APP, openPage } from "./_recipe.ts";

const page = openPage("recipes/password_forms.md", { built });

const email = "ada@example.com";
const [FIRST, SECOND, THIRD] = ["lovely engine weaves", "seven purple teapots", "eleven brass kettles"];

page.section("All forms", (recipe) =>
  withQuickScrypt(async () => {
    const mails = recipe.addMails();
    await recipe.start();
    const code = () => /\b\d{4} ?\d{4}\b/.exec(mails.at(-1)!.text)![0];
    const link = () => /https:\/\/app\.test\/\S+\/callback\/\S+/.exec(mails.at(-1)!.text)![0];
    const open = async (path: string, browser = recipe.browser()) => await browser.open(APP + path);
    const pathOf = ({ url }: { readonly url: string }) => new URL(url).pathname;

    const ada = recipe.browser();
    const form = await open(`${recipe.basePath}/signup`, ada);
    assert.equal(pathOf(form), "/password/sign-up");
    const short = await form.submit("Create an account", { email, password: "short" });
    assert.match(short.html, /Use at least 15 characters/);
    const wait = await (await open("/password/sign-up", ada)).submit("Create an account", {
      email,
      password: FIRST,
    });
    assert.equal(pathOf(wait), "/password/confirm");
    assert.equal(await recipe.session(ada), null);
    const wrong = await wait.submit("Confirm your address", { code: "00000000" });
    assert.match(wrong.html, /This is not the code of the last mail/);
    await (await open("/password/confirm", ada)).submit("Confirm your address", { code: code() });
    assert.equal((await recipe.session(ada)).user.email, email);
    // After Back, the code is sent once more: the page says how to get another mail, to those who aren't signed in.
    const used = await wait.submit("Confirm your address", { code: code() });
    assert.match(used.html, /was used already\. If you are not signed in/);
    assert.match(wait.html, /href="\/password\/sign-up\?callbackUrl=[^"]*"[^>]*>Get another mail/);

    const other = await (await open("/password/sign-in")).submit("Sign in", { email, password: SECOND });
    assert.match(other.html, /The address or the password is wrong/);
    // React empties the form: its state has what was typed.
    if (recipe.tab === "Next") assert.match(other.html, /"email":"ada@example\.com"/);
    else assert.match(other.html, /value="ada@example\.com"/);
    const fields = (await open("/password/change", ada)).html.match(
      /<input [^>]*name="(current|password)"[^>]*>/g,
    )!;
    assert.deepEqual(fields.map((field) => /\brequired\b/.test(field)), [false, true]);
    const unchanged = await (await open("/password/change", ada)).submit("Change your password", {
      current: SECOND,
      password: THIRD,
    });
    assert.match(unchanged.html, /The current password is wrong/);
    await (await open("/password/change?callbackUrl=/", ada)).submit("Change your password", {
      current: FIRST,
      password: SECOND,
    });
    const phone = recipe.browser();
    const unknown = await (await open("/password/sign-in", phone)).submit("Sign in", {
      email,
      password: SECOND,
    });
    assert.equal(pathOf(unknown), "/password/confirm");
    assert.match(unknown.html, /This browser is new to us\. We have mailed you a code/);
    assert.match(unknown.html, /href="\/password\/sign-in\?callbackUrl=[^"]*"[^>]*>Get another mail/);
    await unknown.submit("Confirm your address", { code: code() });
    assert.equal((await recipe.session(phone)).user.email, email);

    const forgot = await (await open("/password/forgot", phone)).submit("Forgot your password?", { email });
    assert.equal(pathOf(forgot), "/password/new");
    assert.match(forgot.html, /href="\/password\/forgot\?callbackUrl=[^"]*"[^>]*>Get another mail/);
    await forgot.submit("Choose a new password", { code: code(), password: THIRD });
    assert.equal(await recipe.session(ada), null);
    assert.equal((await recipe.session(phone)).user.email, email);

    await (await open("/password/forgot")).submit("Forgot your password?", { email });
    const tablet = recipe.browser();
    const choice = await tablet.open(link());
    assert.equal(pathOf(choice), "/password/new");
    assert.doesNotMatch(choice.html, /name="code"/);
    await choice.submit("Choose a new password", { password: FIRST });
    assert.equal((await recipe.session(tablet)).user.email, email);

    // A mail signs in without a password: the sign-in page of another recipe has its form, and "confirm" takes its code.
    const mailed = recipe.browser();
    const { csrfToken } = await (await mailed.fetch(`${APP}${recipe.basePath}/csrf`)).json();
    const asked = await mailed.fetch(`${APP}${recipe.basePath}/signin/resend`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ csrfToken, email, callbackUrl: "/" }),
    });
    const confirm = await mailed.open(new URL(asked.headers.get("location")!, APP).href);
    assert.equal(pathOf(confirm), "/password/confirm");
    assert.match(confirm.html, /href="\/password\/sign-in\?callbackUrl=[^"]*"[^>]*>Get another mail/);
    const guessed = await confirm.submit("Confirm your address", { code: "00000000" });
    assert.match(guessed.html, /This is not the code of the last mail/);
    await (await mailed.open(confirm.url)).submit("Confirm your address", { code: code() });
    assert.equal((await recipe.session(mailed)).user.email, email);

    // An action of Next answers with 200.
    const statusOf = (status: number) => recipe.tab === "Next" ? 200 : status;
    assert.equal(other.status, statusOf(400));
    const guesser = recipe.browser();
    const guess = { email: "grace@example.com", password: SECOND };
    let tried = await open("/password/sign-in", guesser);
    for (let n = 0; n < 11; n++) tried = await tried.submit("Sign in", guess);
    assert.match(tried.html, /There were too many attempts/);
    assert.equal(tried.status, statusOf(429));
    if (recipe.tab !== "Next") assert.match(tried.headers.get("retry-after") ?? "", /^\d+$/);

    // The database of this process: that of a built application is in another one.
    if (!["Next", "SvelteKit"].includes(recipe.tab)) {
      const { get, all } = StatementSync.prototype;
      const away = () => {
        throw new Error("disk I/O error");
      };
      Object.assign(StatementSync.prototype, { get: away, all: away });
      try {
        const lost = await (await open("/password/sign-in")).submit("Sign in", { email, password: SECOND });
        assert.equal(lost.status, 503);
        assert.match(lost.html, /Please try again in a moment/);
      } finally {
        Object.assign(StatementSync.prototype, { get, all });
      }
    }

    const failed = await open("/password/sign-in?callbackUrl=%2F&error=TooManyWrongCodes");
    assert.match(failed.html, /There were too many wrong codes/);
    const odd = await open("/password/sign-in?error=<b>nonsense");
    assert.match(odd.html, /That did not work/);
    assert.doesNotMatch(odd.html, /<b>/);

    assert.doesNotMatch((await open('/password/confirm?provider="><b>')).html, /<b>/);
    const evil = await open('/password/new?callbackUrl="><b>&token="><b>&email=<b>');
    assert.doesNotMatch(evil.html, /<b>/);
  }));

page.section("All forms", async (recipe) => {
  const { failureOf, findForm } = await recipe.load("forms.ts");
  const away = failureOf(new AdapterError("Cannot read the database"));
  assert.deepEqual([away.status, away.problem], [
    503,
    "Something is wrong on our side. Please try again in a moment.",
  ]);
  assert.throws(() => failureOf(new TypeError("a mistake")), TypeError);
  for (const name of ["__proto__", "toString", ""]) assert.equal(findForm(name, new URLSearchParams()), null);
  // The second factors of another recipe lead to the sign-in page with these, and so does the library.
  const errors = ["InvalidCheck", "TooManyWrongCodes", "UserChanged", "SessionRequired", "SessionNotFresh"];
  for (const error of [...errors, "RateLimited", "ServerBusy", "ServerError"]) {
    const { problem } = findForm("sign-in", new URLSearchParams({ error }));
    assert.doesNotMatch(problem, /^That did not work/, error);
  }
  // Also of a user who is signed in, and adds the account of another one.
  const taken = findForm("sign-in", new URLSearchParams({ error: "OAuthAccountNotLinked" }));
  assert.match(taken.problem, /^That account, or its address, belongs to another user\./);
});

page.last();
