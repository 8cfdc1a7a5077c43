import assert from "node:assert/strict";
import { test } from "node:test";
import { AuthError } from "../../src/errors/errors.ts";
import * as errors from "../../src/errors/errors.ts";
import { codeHost, CREDENTIALS, email, fields, inputOf, ORIGIN, passkey, show } from "./_signin.ts";

const GENERIC = await alertOf("NoSuchType");

test("the sign-in page asks for the address first, and offers providers below it", async () => {
  const { html } = await show({ providers: [codeHost("GitHub"), email("Nodemailer")] });
  const order = [...html.matchAll(/Email me a sign-in link|Continue with GitHub|<p class="or">or<\/p>/g)];
  assert.deepEqual(order.map(([text]) => text), [
    "Email me a sign-in link",
    '<p class="or">or</p>',
    "Continue with GitHub",
  ]);
});

test("the sign-in page has no separator where there is one group", async () => {
  for (
    const providers of [[codeHost("GitHub"), codeHost("GitLab")], [email("Mail")], [fields("A", CREDENTIALS)]]
  ) {
    assert.doesNotMatch((await show({ providers })).html, /<p class="or"/);
  }
});

test("the sign-in page never shows the name of a package for the only provider of its type", async () => {
  const { html } = await show({
    providers: [email("Nodemailer"), fields("Credentials", CREDENTIALS), passkey("WebAuthn")],
  });
  assert.doesNotMatch(
    html.replace(/(?:action|data-passkey|src)="[^"]*"/g, ""),
    /Nodemailer|Credentials|WebAuthn/,
  );
});

test("the sign-in page shows the first few of a long list, and the rest in a fold", async () => {
  const list = Array.from({ length: 131 }, (_, index) => codeHost(`Host ${index}`));
  const six = (await show({ providers: list.slice(0, 6) })).html;
  assert.doesNotMatch(six, /<details>/);
  const { html } = await show({ providers: list });
  const [before, after] = html.split("<details>");
  assert.equal(before!.match(/<button/g)?.length, 4);
  assert.equal(after!.match(/<button/g)?.length, 127);
  assert.match(after!, /^<summary>More ways to sign in<\/summary>/);
  assert.equal(html.match(/name="csrfToken"/g)?.length, 1);
});

test("the sign-in page marks the way that was last used, and no other", async () => {
  const list = Array.from({ length: 30 }, (_, index) => codeHost(`Host ${index}`));
  const providers = [email("Mail"), passkey("Key"), ...list];
  const markedIn = async (last: string | null) =>
    (await show({ providers, last })).html.match(
      /<(?:label|button)[^>]*>(?:(?!<\/?(?:button|label)).)*(?:<\/label>)?<span class="tag">/gs,
    );
  assert.equal(await markedIn(null), null);
  assert.equal(await markedIn("other"), null);
  assert.match((await markedIn("Mail"))!.join(), /^<label for="address-name">/);
  assert.match((await markedIn("Key"))!.join(), /Sign in with a passkey/);
  assert.match((await markedIn("Host 2"))!.join(), /Host 2/);
  // One from the fold comes first, and stays once.
  const { html } = await show({ providers, last: "Host 20" });
  assert.match(
    html,
    /<ul class="ways">\s*<li><button [^>]*>(?:(?!<\/button>).)*Host 20<\/span><span class="tag">Last used/s,
  );
  assert.equal(html.match(/signin\/Host 20"/g)?.length, 1);
  assert.equal(html.match(/<li>/g)?.length, 30);
});

test("the sign-in page shows a monogram in the provider's colour without a logo", async () => {
  const { html } = await show({
    providers: [
      codeHost(" émile", { brandColor: "#24292f" }),
      codeHost("🦊 Fox", { brandColor: "red;}" }),
      codeHost(""),
    ],
  });
  assert.match(html, /\.p0\{background:#24292f;color:#ffffff\}/);
  assert.doesNotMatch(html, /\.p1\{/);
  assert.match(html, /<span class="tile p0" aria-hidden="true">É<\/span>/);
  assert.match(html, /<span class="tile p1" aria-hidden="true">🦊<\/span>/);
  assert.match(html, /<span class="tile p2" aria-hidden="true"><\/span>/);
});

test("the sign-in page draws the mark of a provider instead of a letter, in its colour, and a logo instead of that", async () => {
  const mark = { viewBox: "0 0 24 24", paths: [{ d: "M0 0h24v24H0z" }], color: "#5865f2" };
  const { html } = await show({
    providers: [
      { ...codeHost("A"), mark },
      { ...codeHost("B", { logo: "/b.svg" }), mark },
      codeHost("C"),
    ],
  });
  const tiles = [...html.matchAll(/<button class="choice"[^>]*>(.*?)<span>/gs)].map(([, tile]) => tile);
  assert.equal(
    tiles[0],
    '<svg class="mark p0" viewBox="0 0 24 24" aria-hidden="true"><path d="M0 0h24v24H0z"/></svg>',
  );
  assert.match(tiles[1]!, /^<img class="tile" src="\/b\.svg"/);
  assert.match(tiles[2]!, /^<span class="tile p2"/);
  assert.match(html, /\.p0\{color:#5865f2\}/);
});

test("the sign-in page has the application's name in heading and title, and its host without one", async () => {
  const named = (await show({ theme: { name: "Acme <3" } })).html;
  assert.match(named, /<h1>Sign in to <span class="name">Acme &#60;3<\/span><\/h1>/);
  assert.match(named, /<title>Sign in to Acme &#60;3 &#8211; Acme &#60;3<\/title>/);
  assert.doesNotMatch(named, /to continue to/);
  const plain = (await show({})).html;
  assert.match(plain, /<h1>Sign in<\/h1>\s*<p>to continue to <b>app\.example\.com<\/b><\/p>/);
});

test("the sign-in page shows the links of the theme in their places", async () => {
  const links = {
    terms: "/t?a&b",
    privacy: "/p",
    support: "mailto:a@b.test",
    forgotPassword: "/f",
    signUp: "/s",
  };
  const { html } = await show({ theme: { links }, providers: [fields("Password", CREDENTIALS)] });
  assert.match(
    html,
    /<footer><a href="\/t\?a&#38;b">Terms<\/a><a href="\/p">Privacy<\/a><a href="mailto:a@b\.test">Help<\/a><\/footer>/,
  );
  assert.match(html, /type="password"[^>]*><\/div><a class="beside" href="\/f">Forgot your password\?<\/a>/);
  assert.match(html, /New here\? <a href="\/s">Create an account<\/a>/);
  const none = (await show({ providers: [fields("Password", CREDENTIALS)] })).html;
  assert.doesNotMatch(none, /<footer|Forgot|New here/);
  assert.doesNotMatch((await show({ theme: { links }, providers: [email("Mail")] })).html, /Forgot/);
});

test("the sign-in page has a message of its own for each public error that leads here", async () => {
  const types = Object.values(errors)
    .filter((value): value is typeof AuthError =>
      typeof value === "function" && value.prototype instanceof AuthError
    )
    .map((value) => new value())
    .filter((error) => error.kind === "signIn" && error.publicType === error.type)
    .map((error) => error.type);
  assert.ok(types.length >= 12);
  for (const type of types) assert.notEqual(await alertOf(type), GENERIC, type);
});

test("the sign-in page names the ways that a user has whose address is not verified", async () => {
  const alertFor = async (ways: string[]) => (await show({ error: "UserNotVerified", ways })).html;
  assert.match(await alertFor([]), /Sign in the way you did before, then ask for an email here again/);
  assert.match(await alertFor(["GitHub"]), /Sign in with GitHub, then ask/);
  assert.match(await alertFor(["GitHub", "<b>"]), /Sign in with GitHub or &#60;b&#62;, then ask/);
});

test("the sign-in page adds a way to sign in: no other way, nothing to register with, and a way back", async () => {
  const page = {
    isAdding: true,
    link: true,
    current: { name: null, email: "ada@example.com" },
    theme: { links: { signUp: "/register", forgotPassword: "/forgot" } },
  };
  const { html } = await show({
    ...page,
    email: "ada@example.com",
    last: "P",
    providers: [email("M"), passkey("P"), codeHost("GitHub")],
  });
  assert.match(html, /You&#39;re signed in as <b>ada@example\.com<\/b>\. Choose another way to sign in/);
  assert.match(html, /<h1>Add a way to sign in<\/h1>/);
  assert.match(
    html,
    /<button class="choice" name="action" value="register">.*Add a passkey<\/span><\/button>/,
  );
  assert.match(html, /<a class="link" href="https:\/\/app\.example\.com\/private">Cancel<\/a>/);
  assert.doesNotMatch(
    html,
    /value="authenticate"|Continue as|Last used|Create an account|data-autofill|webauthn"/,
  );
  assert.deepEqual(
    [inputOf(html, "email")?.readonly, inputOf(html, "email")?.value],
    [true, "ada@example.com"],
    "a mail to another address would sign in another user",
  );
  assert.equal(html.match(/name="link" value="true"/g)?.length, 3);
  const [first, second] = [passkey("Phone"), passkey("Key")];
  const several = (await show({ ...page, providers: [first, second] })).html;
  assert.match(several, /Continue with Phone.*Continue with Key/s);
  const failed = (await show({ ...page, providers: [codeHost("GitHub")], error: "OAuthCallbackError" })).html;
  assert.match(failed, /<title>Error: Add a way to sign in /);
  assert.match(failed, />Cancel</);
  const nothing = (await show({ ...page, providers: [] })).html;
  assert.match(nothing, /There&#39;s nothing more to add\./);
  assert.doesNotMatch(nothing, /<form|Whatever you choose|add a provider/);
  assert.match(nothing, />Cancel</);
});

test("the sign-in page marks the field that has the focus at first, unless there is something to read before", async () => {
  const providers = [email("M"), codeHost("GitHub")];
  assert.equal(inputOf((await show({ providers })).html, "email")!["data-first"], true);
  for (const page of [{ error: "OAuthCallbackError" }, { error: "InvalidEmail" }, { current: {} }]) {
    assert.equal(inputOf((await show({ ...page, providers })).html, "email")!["data-first"], undefined);
  }
});

test("the sign-in page has two names for the link back and the button of the form, for a user without a name", async () => {
  const providers = [email("M"), fields("C", CREDENTIALS)];
  const { html } = await show({ current: {}, providers, theme: { name: "Acme" } });
  assert.match(html, /You&#39;re signed in\. /);
  assert.match(html, /<a class="button plain" href="https:\/\/app\.example\.com\/private">Back to Acme<\/a>/);
  assert.equal(html.match(/>Continue</g)?.length, 1);
});

test("the sign-in page has a link back to the application, but for a user who may go on as they are", async () => {
  for (
    const [visit, links] of [
      [{}, 1],
      [{ error: "AccessDenied" }, 1],
      [{ current: { name: "Ada" }, error: "SessionNotFresh" }, 1],
      [{ current: { name: "Ada" } }, 0],
    ] as const
  ) {
    const { html } = await show({ ...visit, providers: [email("M")], home: `${ORIGIN}/shop` });
    assert.equal(html.split(`<a class="link" href="${ORIGIN}/shop">Back to `).length - 1, links, html);
  }
});

test("the sign-in page has one message for whatever else comes as an error", async () => {
  for (
    const error of ["constructor", "__proto__", "toString", "0", "<script>", "invalidcheck", "x".repeat(9999)]
  ) {
    assert.equal(await alertOf(error), GENERIC, error);
  }
});

async function alertOf(error: string): Promise<string> {
  const { html } = await show({ error });
  const [match, ...more] = html.matchAll(
    /<p class="alert" id="alert" role="alert"[^>]*><b>([^<]+)<\/b> ([^<]+)<\/p>/g,
  );
  assert.ok(match && more.length === 0);
  assert.match(html, /<title>Error: Sign in &#8211; /);
  return match[0];
}
