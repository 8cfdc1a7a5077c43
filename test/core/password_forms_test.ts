/**
 * Forms of the application about a password that the library keeps, as an integration submits them.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { AuthConfig } from "../../mod.ts";
import {
  ConfigError,
  InvalidCheck,
  InvalidCode,
  InvalidEmail,
  InvalidPassword,
  MissingCSRF,
  RateLimited,
  Verification,
} from "../../src/entries/errors.ts";
import { type ActionRequest, type ActionResult, mount } from "../../src/integrations/mount/integration.ts";
import type { PasswordForms } from "../../src/shapes/passwords.ts";
import { ADA, BETTER, GOOD, importUser, openPasswords } from "../flows/_kept_passwords.ts";
import { testForms as test } from "../flows/_password_forms.ts";
import { APP, cookieHeader, openPlain } from "../flows/_world.ts";

const WAITING = `${APP}/auth/verify-request?provider=password&type=email`;
const CHOICE = `${APP}/auth/new-password?provider=password&type=email`;

/** The application, and what a browser of it does. */
function openForms(extra: Partial<AuthConfig> = {}) {
  const world = openPasswords();
  const auth = mount({ ...world.config, ...extra } as AuthConfig, {});
  let cookies: ActionResult["cookies"] = [];
  const request = (init: Partial<ActionRequest> & { headers?: Headers } = {}): ActionRequest => {
    const headers = init.headers ?? new Headers();
    const jar = new Map(cookies.map(({ name, value }) => [name, encodeURIComponent(value)]));
    if (!headers.has("cookie")) {
      headers.set(
        "cookie",
        [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
      );
    }
    return { url: `${APP}/form`, method: "POST", ...init, headers };
  };
  const keep = (result: ActionResult) => {
    cookies = [...cookies, ...result.cookies];
    return result.url;
  };
  return {
    ...world,
    auth,
    request,
    submit: async <F extends keyof PasswordForms>(form: F, fields: PasswordForms[F]["fields"], init = {}) =>
      keep(await auth.submit(request(init), { name: "password", form, fields })),
    signIn: async (fields: Record<string, string>) =>
      keep(await auth.signIn(request(), { providerId: "password", fields })),
    email: async () => (await auth.session(request()).read())?.user?.email ?? null,
    code: () => world.mails.at(-1)!.code ?? "",
    /** Removes all cookies. */
    clear: () => void (cookies = []),
  };
}

function isRefused(code: string) {
  return (error: unknown) => error instanceof InvalidPassword && error.code === code;
}

test("Each own form answers the same for an address that has an account and one that has none (PW-02)", async () => {
  const { submit, register, clear, lastPurpose, mails } = openForms();
  await register();
  const answers = async (form: "signUp" | "forgot", email: string) => {
    clear();
    return [await submit(form, { email, password: BETTER }), lastPurpose(), mails.at(-1)!.identifier];
  };
  assert.deepEqual(await answers("signUp", ADA), [WAITING, "exists", ADA]);
  assert.deepEqual(await answers("signUp", "bob@example.com"), [WAITING, "confirm", "bob@example.com"]);
  assert.deepEqual(await answers("forgot", ADA), [CHOICE, "reset", ADA]);
  const unknown = await answers("forgot", "bob@example.com");
  assert.deepEqual(unknown, [CHOICE, "noAccount", "bob@example.com"]);
});

test("Own forms throw what the application can show, and what the user typed stays right for another attempt", async () => {
  const { submit, code, email } = openForms();
  await assert.rejects(submit("signUp", { email: ADA, password: "short" }), isRefused("TooShort"));
  await assert.rejects(submit("signUp", { email: ADA, password: ADA + ADA }), isRefused("TooCommon"));
  await assert.rejects(submit("signUp", { email: "ada", password: GOOD }), InvalidEmail);
  await assert.rejects(submit("forgot", { email: "" }), InvalidEmail);
  await submit("forgot", { email: ADA });
  // Nobody has an account, and the answer is that to a wrong code.
  await assert.rejects(submit("reset", { code: "00000000", password: BETTER }), InvalidCode);
  await submit("signUp", { email: ADA, password: GOOD, redirectTo: "/home" });
  await assert.rejects(submit("reset", { code: "00000000", password: BETTER }), InvalidCode);
  // A password that comes with the code replaces the one of the sign-up.
  assert.equal(await submit("reset", { code: code(), password: BETTER }), `${APP}/home`);
  assert.equal(await email(), ADA);
  await assert.rejects(submit("reset", { code: code(), password: BETTER }), Verification);
  await assert.rejects(
    submit("change", { current: GOOD, password: GOOD }),
    isRefused("WrongPassword"),
  );
  const changed = await submit("change", { current: BETTER, password: GOOD, redirectTo: "/me" });
  assert.equal(changed, `${APP}/me?done=password-changed`);
  assert.equal(await email(), ADA);
});

test("signIn() and password.reset() accept the token of a mailed link, and a refused password leaves it valid", async () => {
  for (const set of ["signIn", "reset"] as const) {
    const { submit, register, signIn, email, mails, clear } = openForms();
    await register();
    await submit("forgot", { email: ADA });
    clear();
    const { token = "" } = Object.fromEntries(new URL(mails.at(-1)!.url).searchParams);
    const link = { token, email: ADA };
    const choose = (password: string) =>
      set === "signIn"
        ? signIn({ ...link, password, callbackUrl: "/home" })
        : submit("reset", { ...link, password, redirectTo: "/home" });
    await assert.rejects(choose("short"), isRefused("TooShort"));
    assert.equal(await choose(BETTER), `${APP}/home`);
    assert.equal(await email(), ADA);
    await assert.rejects(choose(BETTER), Verification);
    clear();
    assert.equal(await signIn({ email: ADA, password: BETTER, callbackUrl: "/home" }), `${APP}/home`);
  }
});

test("Own forms throw RateLimited after too many wrong passwords, with the time to wait", async () => {
  const { submit, signIn, code } = openForms();
  await submit("signUp", { email: ADA, password: GOOD, redirectTo: "/home" });
  await signIn({ code: code() });
  const refused: unknown[] = [];
  const attempt = () => submit("change", { current: BETTER, password: BETTER });
  while (refused.length < 50 && !(refused.at(-1) instanceof RateLimited)) {
    await assert.rejects(attempt(), (error) => refused.push(error) > 0);
  }
  const last = refused.pop();
  assert.ok(last instanceof RateLimited, String(last));
  assert.match(last.headers["retry-after"]!, /^\d+$/);
  assert.ok(refused.length > 4 && refused.every(isRefused("WrongPassword")));
});

test("signIn() with `again` sends another mail, once the pause after the one before is over", async () => {
  const { submit, signIn, mails, platform, code } = openForms();
  await submit("signUp", { email: ADA, password: GOOD, redirectTo: "/home" });
  assert.equal(await signIn({ again: "true" }), `${WAITING}&again=early`);
  assert.equal(mails.length, 1);
  platform.tick(31);
  assert.equal(await signIn({ again: "true" }), `${WAITING}&again=sent`);
  assert.equal(mails.length, 2);
  assert.equal(await signIn({ code: code() }), `${APP}/home`);
});

test("password.change() adds a password in a new session, and asks a user to sign in again in an old one", async () => {
  const { submit, ask, follow, browser, platform, enter, visitor } = openForms();
  await ask();
  await follow();
  const add = () =>
    submit("change", { password: GOOD, redirectTo: "/me" }, {
      headers: new Headers({ cookie: cookieHeader(browser) }),
    });
  platform.tick(2 * 3600);
  assert.match(await add(), /\/auth\/signin\?.*error=SessionNotFresh/);
  platform.tick(-2 * 3600);
  assert.equal(await add(), `${APP}/me?done=password-changed`);
  assert.equal((await enter(GOOD, visitor())).url, `${APP}/home`);
});

test("password.keep() keeps the password from before the proof if it is right, and removes it if it is wrong", async () => {
  for (
    const [answer, end] of [
      [{ current: GOOD }, `${APP}/home`],
      [{ current: BETTER }, `${APP}/auth/password?`],
      [{ choice: "never" }, `${APP}/auth/password?`],
    ] as const
  ) {
    const world = openForms({ pages: { keepPassword: "/keep" } });
    await assert.rejects(world.submit("keep", answer), InvalidCheck);
    await importUser(world);
    const fields = { email: ADA, callbackUrl: "/home" };
    const { cookies } = await world.auth.signIn(world.request(), { providerId: "email", fields });
    const headers = {
      cookie: cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; "),
    };
    const asked = await world.auth.answer(new Request(world.mails.at(-1)!.url, { headers }));
    const page = new URL(asked.headers.get("location")!);
    assert.equal(page.pathname, "/keep", world.log());
    const cookie = asked.headers.getSetCookie().map((each) => each.split(";", 1)[0]).join("; ");
    const question = page.searchParams.get("question") ?? "";
    const url = await world.submit("keep", { ...answer, question }, {
      headers: new Headers({ cookie }),
    });
    assert.ok(url.startsWith(end), url);
    assert.equal(await world.email(), ADA);
  }
});

test("A link to an own form changes nothing and sends no mail: it leads to the page that has the form", async () => {
  const { submit, register, mails, email } = openForms();
  await register();
  const sent = mails.length;
  const pages: Readonly<Record<keyof PasswordForms, string>> = {
    signUp: "signup",
    forgot: "forgot-password",
    reset: "new-password",
    keep: "keep-password",
    change: "password",
  };
  for (const [form, page] of Object.entries(pages)) {
    const fields = { email: ADA, password: BETTER, code: "12345678", redirectTo: "/home" };
    const url = await submit(form as "signUp", fields, { method: "GET" });
    const expected = new URLSearchParams({ callbackUrl: `${APP}/home`, email: ADA });
    assert.equal(url, `${APP}/auth/${page}?${expected}`);
  }
  assert.deepEqual([mails.length, await email()], [sent, null]);
});

test("A request of another site submits none of the own forms, and no form works without Password()", async () => {
  const { submit, mails } = openForms();
  const foreign = { headers: new Headers({ origin: "https://evil.example" }) };
  for (const form of ["signUp", "forgot", "reset", "keep", "change"] as const) {
    await assert.rejects(submit(form, { email: ADA, password: GOOD }, foreign), MissingCSRF);
  }
  assert.equal(mails.length, 0);
  const auth = mount(openPlain().config, {});
  const attempt = auth.submit({ url: APP, headers: new Headers() }, {
    name: "password",
    form: "signUp",
    fields: { email: ADA, password: GOOD },
  });
  await assert.rejects(attempt, (error) => {
    return error instanceof ConfigError &&
      /^Cannot use the functions of `password`: add `Password\(\)` to `providers`/.test(error.message);
  });
});
