/**
 * The fields of each page on which `Password()` asks for something: password managers and keyboards find them by their
 * attributes.
 *
 * @module
 */

import assert from "node:assert/strict";
import { importUser, openPasswords } from "./_kept_passwords.ts";
import { testForms as test } from "./_password_forms.ts";
import { APP } from "./_world.ts";

/** What each field has to say of itself, as `<type> <autocomplete> …`, by name. */
const ADDRESS = "email username required";
const ACCOUNT = "email username readonly hidden";
const CURRENT = "password current-password required";
const CODE = "one-time-code numeric required";
const NEW = "password new-password required minlength=20 maxlength=1024 rules=minlength: 20;";

test("Each field of each page of Password() says what it is for", async () => {
  const world = openPasswords({ options: { minLength: 20 } });
  const { browser } = world;
  const fieldsOf = async (path: string, visitor = browser) => fields((await visitor.open(APP + path)).html);

  assert.deepEqual(await fieldsOf("/auth/signup"), { email: ADDRESS, password: NEW });
  assert.deepEqual(fields((await world.signUp({ password: "short" })).html), {
    email: ADDRESS,
    password: NEW,
  });
  assert.deepEqual(await fieldsOf("/auth/forgot-password"), { email: ADDRESS });
  assert.deepEqual(fields((await world.signUp()).html), { code: CODE });
  await (await browser.open(`${APP}/auth/verify-request`)).submit("/auth/callback/password", {
    code: world.mails.at(-1)!.code,
  });
  const change = { email: ACCOUNT, current: CURRENT, password: NEW };
  assert.deepEqual(await fieldsOf("/auth/password"), change);
  assert.deepEqual(await fieldsOf("/auth/password?error=WrongPassword"), change);

  const phone = world.visitor();
  const forms = [...(await phone.open(`${APP}/auth/signin`)).html.matchAll(/<form .*?<\/form>/gs)].map((
    [form],
  ) => fields(form));
  // The form may ask for a mail as well, which needs no password.
  const signIn = { email: ADDRESS, password: CURRENT.replace(" required", "") };
  assert.deepEqual(forms.find(({ password }) => password), signIn);
  assert.deepEqual(fields((await world.forget(phone)).html), { email: ACCOUNT, code: CODE, password: NEW });
  assert.deepEqual(fields((await world.follow()).html), { email: ACCOUNT, password: NEW });

  await world.ask("bob@example.com", phone);
  await world.follow(phone);
  assert.deepEqual(await fieldsOf("/auth/password", phone), { email: ACCOUNT, password: NEW });

  const imported = openPasswords();
  await importUser(imported);
  await imported.ask();
  assert.deepEqual(fields((await imported.follow()).html), { email: ACCOUNT, current: CURRENT });
});

test("Each form of Password() says itself that cookies are blocked, or its page was open too long", async () => {
  const world = openPasswords();
  await world.register();
  const paths = ["/auth/signup", "/auth/forgot-password", "/auth/password"];
  for (const path of paths) {
    const form = await world.browser.open(`${APP}${path}?callbackUrl=/home&ui_locales=de`);
    const again = await form.submit(path, { csrfToken: "x", email: "eve@example.com" });
    const { pathname, searchParams } = new URL(again.url);
    assert.deepEqual(
      [pathname, searchParams.get("error"), searchParams.get("callbackUrl"), searchParams.get("ui_locales")],
      [path, "MissingCSRF", `${APP}/home`, "de"],
    );
    assert.match(again.text, /Cookies/, path);
    // Another site may have posted it.
    assert.doesNotMatch(again.html, /eve@example\.com/);
  }
  assert.equal(world.mails.length, 1);
});

/** The fields that a user or a password manager fills in. */
function fields(html: string): Record<string, string> {
  const inputs = [...html.matchAll(/<input ([^>]*)>/g)].map(([, text = ""]) =>
    new Map([...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) => [name, value]))
  );
  return Object.fromEntries(
    inputs.filter((input) => input.get("type") !== "hidden").map((
      input,
    ) => [input.get("name"), describe(input)]),
  );
}

function describe(input: ReadonlyMap<string, string>): string {
  const has = (name: string) => input.has(name) && name;
  const is = (name: string, label = name) => input.has(name) && `${label}=${input.get(name)}`;
  const keyboard = input.get("inputmode") !== "email" && input.get("inputmode");
  return [
    input.get("type"),
    input.get("autocomplete"),
    keyboard,
    ...[has("readonly"), has("hidden"), has("required")],
    ...[is("minlength"), is("maxlength"), is("passwordrules", "rules")],
  ].filter(Boolean).join(" ");
}
