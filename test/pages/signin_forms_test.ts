import assert from "node:assert/strict";
import { test } from "node:test";
import { FORM_SCRIPT } from "../../src/pages/form_script.ts";
import { codeHost, CREDENTIALS, email, fields, inputOf, ORIGIN, passkey, show } from "./_signin.ts";

const STAFF = {
  user: { label: "User name", autocomplete: "username", placeholder: "ada", value: "Ada", required: true },
  branch: { label: "Branch" },
  pin: { type: "password", required: false },
  realm: { type: "hidden", value: "x" },
};

test("the sign-in page asks for an address for a mail, as the browser may fill it in", async () => {
  const { html } = await show({ providers: [email("Mail")] });
  const [, form] = formTo(html, `${ORIGIN}/signin/Mail`)!;
  assert.match(form!, /name="csrfToken" value="token"/);
  assert.match(form!, /name="callbackUrl" value="https:\/\/app\.example\.com\/private"/);
  assert.deepEqual(inputOf(form!, "email"), {
    id: "address-name",
    name: "email",
    type: "email",
    placeholder: "you@example.com",
    autocomplete: "email",
    inputmode: "email",
    autocapitalize: "none",
    spellcheck: "false",
    required: true,
    "data-first": true,
  });
  assert.match(form!, /<label for="address-name">Email address<\/label>/);
  assert.match(form!, /<button class="button">Email me a sign-in link<\/button>/);
});

test("the sign-in page has one form for mail and password, whose buttons lead to each", async () => {
  const { html } = await show({ providers: [email("Mail"), fields("Password", CREDENTIALS)] });
  assert.equal(html.match(/<form /g)?.length, 1);
  const [, form] = formTo(html, `${ORIGIN}/callback/Password`)!;
  assert.equal(form!.match(/name="email"/g)?.length, 1);
  assert.equal(inputOf(form!, "email")!.autocomplete, "username");
  assert.equal(inputOf(form!, "password")!.autocomplete, "current-password");
  const buttons = [...form!.matchAll(/<button class="([^"]+)"(?: formaction="([^"]+)")?>([^<]+)/g)];
  assert.deepEqual(buttons.map(([, , action, text]) => [action, text]), [
    [undefined, "Sign in"],
    [undefined, "Continue"],
    [`${ORIGIN}/signin/Mail`, "Email me a sign-in link"],
  ]);
  // Without a script, Enter presses the first button; with it, that one asks for the password first.
  assert.equal(buttons[0]![1], "button second");
  // A browser does not send a form with an empty field that no one can see.
  assert.equal(inputOf(form!, "password")!.required, undefined);
});

test("the sign-in page shows the password at once where nothing else shares the address", async () => {
  const { html } = await show({ providers: [fields("Password", CREDENTIALS)] });
  assert.doesNotMatch(html, / data-steps>|>Continue</);
  assert.equal(inputOf(html, "password")!.required, true);
  const named =
    (await show({ providers: [fields("LDAP", { username: {}, password: { type: "password" } })] })).html;
  assert.equal(inputOf(named, "username")!.autocomplete, "username");
  assert.equal(inputOf(named, "password")!.autocomplete, "current-password");
});

test("the sign-in page has a button for each of several mail providers, with its name", async () => {
  const { html } = await show({ providers: [email("Post"), email("Pigeon")] });
  assert.equal(html.match(/<form /g)?.length, 1);
  assert.match(html, /<button class="button">Email me a sign-in link with Post<\/button>/);
  assert.match(html, /formaction="[^"]*\/signin\/Pigeon">Email me a sign-in link with Pigeon<\/button>/);
});

test("the sign-in page gives a password for another name than an address a form of its own beside mail", async () => {
  const ldap = { username: {}, password: { type: "password" } };
  const { html } = await show({ providers: [email("Mail"), fields("LDAP", ldap)] });
  assert.doesNotMatch(formTo(html, `${ORIGIN}/signin/Mail`)![1]!, /password/);
  assert.match(html, /<details><summary>Continue with LDAP<\/summary>/);
  assert.match(formTo(html, `${ORIGIN}/callback/LDAP`)![1]!, /name="username"/);
});

test("the sign-in page has an input for each field of credentials, with its attributes", async () => {
  const { html } = await show({ providers: [fields("Staff", STAFF)] });
  assert.doesNotMatch(html, /<details/, "the only form is not in a fold");
  assert.deepEqual(inputOf(html, "user"), {
    id: "form0-0",
    name: "user",
    type: "text",
    value: "Ada",
    placeholder: "ada",
    autocomplete: "username",
    autocapitalize: "none",
    spellcheck: "false",
    required: true,
  });
  assert.deepEqual(inputOf(html, "pin"), {
    id: "form0-2",
    name: "pin",
    type: "password",
    autocomplete: "current-password",
    autocapitalize: "none",
    spellcheck: "false",
    "data-show": "Show password",
  });
  assert.equal(inputOf(html, "realm")!.value, "x");
  const labels = [...html.matchAll(/<label for="([^"]+)">([^<]+)<\/label>/g)];
  assert.deepEqual(labels.map(([, id, text]) => [id, text]), [
    ["form0-0", "User name"],
    ["form0-1", "Branch"],
    ["form0-2", "Password"],
  ]);
});

test("the sign-in page gives each element of all forms a unique id", async () => {
  const { html } = await show({
    providers: [email("A"), fields("B", CREDENTIALS), fields("C", STAFF), fields("D", STAFF), passkey("E")],
    error: "CredentialsSignin",
    failedForm: { provider: "D", values: {} },
  });
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(ids.length, 12);
  assert.equal(new Set(ids).size, 12);
});

test("the sign-in page offers a passkey in the field for the address, and below it", async () => {
  const providers = [email("Mail"), fields("Password", CREDENTIALS), passkey("Passkey")];
  const { html } = await show({ providers });
  assert.equal(inputOf(html, "email")!.autocomplete, "username webauthn");
  assert.equal(html.match(/name="email"/g)?.length, 1);
  assert.match(html, /data-passkey="[^"]+" data-autofill data-fields="address" hidden>/);
  assert.match(
    html,
    /<button class="choice" name="action" value="authenticate" formnovalidate>.*Sign in with a passkey/,
  );
  assert.match(html, /<button class="link" name="action" value="register">Sign up with a passkey<\/button>/);
  const without = await show({ providers: [email("Mail"), { ...passkey("Passkey"), autofill: false }] });
  assert.equal(inputOf(without.html, "email")!.autocomplete, "email");
});

test("the sign-in page leaves a passkey its own fields where it asks for more than the address", async () => {
  const own = { ...passkey("Passkey"), fields: { email: { type: "email" }, name: {} } };
  const { html } = await show({ providers: [email("Mail"), own] });
  assert.match(html, /<details><summary>Sign in with a passkey<\/summary>/);
  assert.match(formTo(html, own.action)![1]!, /name="name"/);
  assert.doesNotMatch(html, /data-fields/);
});

test("the sign-in page shows the error of an address at its field, with what was typed", async () => {
  for (const error of ["InvalidEmail", "EmailSignInError"]) {
    const failedForm = { provider: "Mail", values: { email: "ada@exam" } };
    const { html } = await show({
      providers: [email("Mail"), codeHost("A")],
      error,
      failedForm,
      email: "other@x.test",
    });
    const { value, autofocus, ...input } = inputOf(html, "email")!;
    assert.deepEqual([value, autofocus, input["aria-invalid"], input["aria-describedby"]], [
      "ada@exam",
      true,
      "true",
      "error",
    ]);
    assert.match(html, /<p class="error" id="error">[^<]+<\/p>/);
    assert.doesNotMatch(html, /role="alert"/);
    assert.match(html, /<title>Error: Sign in/);
  }
});

test("the sign-in page shows the error of a password at its field, in the second step, and keeps the address alone", async () => {
  const failedForm = { provider: "Password", values: { email: "ada@example.com" } };
  const providers = [email("Mail"), fields("Password", CREDENTIALS)];
  const { html } = await show({ providers, error: "CredentialsSignin", failedForm });
  assert.match(html, /<form class="form open" [^>]*data-steps>/);
  const { value, autofocus, ...input } = inputOf(html, "password")!;
  assert.deepEqual([value, autofocus, input["aria-invalid"]], [undefined, true, "true"]);
  assert.equal(inputOf(html, "email")!.value, "ada@example.com");
  assert.equal(inputOf(html, "email")!.autofocus, undefined);
  // Without the cookie, there is still one password that the error can be about.
  assert.match((await show({ providers, error: "CredentialsSignin" })).html, /<p class="error" id="error">/);
});

test("the sign-in page shows the error of several credentials at the form that failed, and keeps its names", async () => {
  const providers = [fields("A", STAFF), fields("B", STAFF), fields("C", CREDENTIALS)];
  const failedForm = { provider: "B", values: { user: "grace", branch: "x" } };
  const { html } = await show({ providers, error: "CredentialsSignin", failedForm });
  const [, form] = formTo(html, `${ORIGIN}/callback/B`)!;
  assert.match(html, /<details open><summary>Continue with B/);
  assert.match(form!, /<p class="error" id="error">/);
  assert.equal(inputOf(form!, "user")!.value, "grace");
  assert.equal(inputOf(form!, "user")!.autofocus, true);
  assert.equal(inputOf(form!, "branch")!.value, undefined);
  assert.equal(inputOf(formTo(html, `${ORIGIN}/callback/A`)![1]!, "user")!.value, "Ada");
  assert.equal(html.match(/id="error"/g)?.length, 1);
  // It is not known which one failed.
  assert.match((await show({ providers, error: "CredentialsSignin" })).html, /role="alert"/);
});

test("FORM_SCRIPT asks for nothing, and runs nothing that is handed to it", () => {
  assert.doesNotThrow(() => new Function(FORM_SCRIPT));
  assert.doesNotMatch(
    FORM_SCRIPT,
    /fetch|XMLHttp|innerHTML|eval|document\.write|import\(|cookie|localStorage/,
  );
});

function formTo(html: string, action: string): RegExpMatchArray | null {
  const escaped = action.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return html.match(new RegExp(`<form [^>]*action="${escaped}"[^>]*>(.*?)</form>`, "s"));
}
