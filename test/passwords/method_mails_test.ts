/**
 * Sign-ins with the code or the link of a mail about a password.
 *
 * @module
 */

import assert from "node:assert/strict";
import crypto from "node:crypto";
import { Auth, skipCSRFCheck } from "../../mod.ts";
import { InvalidCode, InvalidPassword, TooManyWrongCodes, Verification } from "../../src/entries/errors.ts";
import { signIn } from "../../src/core/server_action.ts";
import type { Browser } from "../../src/testing/mod.ts";
import {
  ADA,
  BETTER,
  GOOD,
  importUser,
  openPasswords,
  type PasswordWorld,
} from "../flows/_kept_passwords.ts";
import { testForms as test } from "../flows/_password_forms.ts";
import { APP, cookieHeader } from "../flows/_world.ts";
import { accepts, CALLBACK, failsAt, leadsTo, post, storeAda } from "./_posting.ts";

const WRONG_CODE = "00000000";

/** A world that notes which failures the application hears about. */
function openWatched(options: Parameters<typeof openPasswords>[0] = {}) {
  const failures: string[] = [];
  const world = openPasswords({
    ...options,
    events: { signInFailure: ({ reason, email }) => void failures.push(`${reason} ${email}`) },
  });
  return { ...world, failures };
}

const newest = ({ mails }: PasswordWorld) => mails.at(-1)!;

/** Opens the link of the newest mail, and stops at its answer. */
async function openLink(
  world: PasswordWorld,
  { browser = world.browser, headers = {}, more = "" }: {
    readonly browser?: Browser;
    readonly headers?: Readonly<Record<string, string>>;
    readonly more?: string;
  } = {},
): Promise<Response> {
  return await browser.fetch(newest(world).url + more, { redirect: "manual", headers });
}

/** What a page asks. */
async function questionOf(answer: Response): Promise<string> {
  const html = await answer.text();
  const [heading = ""] = /(?<=<h1[^>]*>)[^<]+/.exec(html) ?? [];
  return `${answer.status} ${heading.trim()}`;
}

const CHOOSE = "200 Choose a password";

const IS_YOURS = "200 Is this password yours?";

test("a code in a browser that has asked for no mail is refused, with a new password or without one", async () => {
  const world = openPasswords();
  await world.signUp({}, world.visitor());
  const { code } = newest(world);
  for (const fields of [{ code }, { code, password: BETTER }, { code, password: "short" }]) {
    assert.deepEqual(failsAt(await post(world, fields)), ["/auth/error", "Verification"]);
  }
  assert.equal(await world.session(), null);
});

test("the code of a sign-up signs in and sets the password that was typed", async () => {
  const world = openPasswords();
  await world.signUp();
  assert.deepEqual(leadsTo(await post(world, { code: newest(world).code })), ["/home", {}]);
  assert.equal((await world.sessionIn(world.browser))?.user.email, ADA);
  assert.deepEqual([await accepts(world, GOOD), await accepts(world, BETTER)], [true, false]);
});

test("a wrong code of a sign-up asks again, and is logged and told the application once", async () => {
  const world = openWatched();
  await world.signUp();
  const wrong = [["4", { code: WRONG_CODE }], ["3", { code: WRONG_CODE, password: BETTER }]] as const;
  for (const [tries, fields] of wrong) {
    const page = { provider: "password", type: "email", error: "InvalidCode", tries };
    assert.deepEqual(leadsTo(await post(world, fields)), ["/auth/verify-request", page]);
  }
  assert.deepEqual(world.failures, ["InvalidCode null", "InvalidCode null"]);
  assert.equal(world.log().match(/error \[latchkey\] InvalidCode/g)?.length, 2);
  assert.equal(leadsTo(await post(world, { code: newest(world).code }))[0], "/home");
});

test("a password that comes with the code of a sign-up replaces the one that was typed before", async () => {
  const world = openPasswords();
  await world.signUp();
  assert.equal(leadsTo(await post(world, { code: newest(world).code, password: BETTER }))[0], "/home");
  assert.deepEqual([await accepts(world, GOOD), await accepts(world, BETTER)], [false, true]);
});

test("a bad password that comes with the code of a sign-up is refused on the page of the code, which stays valid", async () => {
  const world = openWatched();
  await world.signUp();
  const { code } = newest(world);
  for (const password of ["short", "", 1, null]) {
    const page = { provider: "password", type: "email", error: "TooShort" };
    assert.deepEqual(leadsTo(await post(world, { code, password })), ["/auth/verify-request", page]);
  }
  assert.deepEqual(world.failures, []);
  assert.equal(leadsTo(await post(world, { code }))[0], "/home");
  assert.equal(await accepts(world, GOOD), true);
});

test("the code of a forgotten password needs a new one, and wrong input asks again on the same page", async () => {
  const world = openWatched();
  await storeAda(world);
  await world.forget();
  const { code } = newest(world);
  const page = { provider: "password", type: "email" };
  const answer = async (fields: Readonly<Record<string, unknown>>) => leadsTo(await post(world, fields));
  for (
    const [fields, error] of [
      [{ code: WRONG_CODE, password: BETTER }, "InvalidCode"],
      [{ code }, "TooShort"],
      [{ code, password: "short" }, "TooShort"],
      [{ code, password: ADA }, "TooCommon"],
    ] as const
  ) {
    const tries = error === "InvalidCode" ? { tries: "4" } : {};
    assert.deepEqual(await answer(fields), ["/auth/new-password", { ...page, error, ...tries }]);
  }
  // To choose a bad password is not a failed sign-in.
  assert.deepEqual(world.failures, ["InvalidCode null"]);
  assert.equal(await world.session(), null);
  assert.deepEqual(await answer({ code, password: BETTER }), ["/home", {}]);
  assert.deepEqual([await accepts(world, GOOD), await accepts(world, BETTER)], [false, true]);
});

test("neither a wrong code nor a bad password costs a hash", async () => {
  const world = openPasswords();
  await storeAda(world);
  await world.forget();
  const { code } = newest(world);
  const { scrypt } = crypto;
  let hashes = 0;
  const counted = (...args: Parameters<typeof scrypt>) => (hashes++, scrypt(...args));
  Object.assign(crypto, { scrypt: counted });
  try {
    await post(world, { code: WRONG_CODE, password: BETTER });
    await post(world, { code, password: "short" });
    assert.equal(hashes, 0);
    await post(world, { code, password: BETTER });
    assert.equal(hashes, 1);
  } finally {
    Object.assign(crypto, { scrypt });
  }
});

for (const begin of ["signUp", "forget"] as const) {
  test(`five wrong codes lead to the sign-in page, with the wish and the language of before (${begin})`, async () => {
    const world = openPasswords();
    const path = begin === "signUp" ? "signup" : "forgot-password";
    const form = await world.browser.open(`${APP}/auth/${path}?callbackUrl=/home?tab=2&ui_locales=de`);
    await form.submit(`/auth/${path}`, { email: ADA, ...(begin === "signUp" && { password: GOOD }) });
    const fields = { code: WRONG_CODE, ...(begin === "forget" && { password: BETTER }) };
    for (let tries = 1; tries < 5; tries++) await post(world, fields);
    const [page, { error, callbackUrl, ui_locales: locales }] = leadsTo(await post(world, fields));
    assert.deepEqual([page, error], ["/auth/signin", "TooManyWrongCodes"]);
    assert.deepEqual([callbackUrl, locales], [`${APP}/home?tab=2`, "de"]);
  });
}

test("a code that is over leads to a page in the language in which the user asked for the mail", async () => {
  const world = openPasswords();
  const form = await world.browser.open(`${APP}/auth/signup?callbackUrl=/home&ui_locales=de`);
  await form.submit("/auth/signup", { email: ADA, password: GOOD });
  const { code } = newest(world);
  const wrong = leadsTo(await post(world, { code: WRONG_CODE }));
  assert.deepEqual([wrong[0], wrong[1].ui_locales], ["/auth/verify-request", "de"]);
  await storeAda(world);
  const [path, { error, ui_locales: locales }] = leadsTo(await post(world, { code }));
  assert.deepEqual([path, error, locales], ["/auth/error", "Verification", "de"]);
});

for (const begin of ["signUp", "forget"] as const) {
  test(`signIn() of the application throws the reason of a refused code (${begin})`, async () => {
    const world = openPasswords();
    await storeAda(world);
    const email = begin === "signUp" ? "bob@example.com" : ADA;
    await (begin === "signUp" ? world.signUp({ email }) : world.forget());
    const cookie = cookieHeader(world.browser);
    const enter = async (fields: Record<string, string>, sent = cookie) => {
      const headers = new Headers({ origin: APP, cookie: sent });
      const request = { url: `${APP}/own`, method: "POST", headers };
      return await signIn(request, { providerId: "password", fields }, world.config);
    };
    const { code } = newest(world);
    await assert.rejects(enter({ code, password: "short" }), InvalidPassword);
    await assert.rejects(enter({ code, password: BETTER }, ""), Verification);
    for (let tries = 1; tries < 5; tries++) {
      await assert.rejects(enter({ code: WRONG_CODE, password: BETTER }), InvalidCode);
    }
    await assert.rejects(enter({ code: WRONG_CODE, password: BETTER }), TooManyWrongCodes);
  });
}

test("the code of a sign-up ends once the owner has confirmed the address in another way, and its link asks for a password", async () => {
  const world = openPasswords();
  const stranger = world.visitor();
  await world.signUp({ password: BETTER }, stranger);
  const { code } = newest(world);
  await storeAda(world);
  const wrong = await post(world, { code: WRONG_CODE }, { browser: stranger });
  assert.deepEqual(failsAt(wrong), ["/auth/verify-request", "InvalidCode"]);
  const late = await post(world, { code }, { browser: stranger });
  assert.deepEqual(failsAt(late), ["/auth/error", "Verification"]);
  assert.equal(await questionOf(await openLink(world, { browser: stranger })), CHOOSE);
  assert.equal(await world.sessionIn(stranger), null);
  assert.deepEqual([await accepts(world, GOOD), await accepts(world, BETTER)], [true, false]);
});

test("the link of a sign-up signs in at once where the password was typed, and sets it", async () => {
  const world = openPasswords();
  await world.signUp();
  assert.deepEqual(leadsTo(await openLink(world)), ["/home", {}]);
  assert.equal((await world.sessionIn(world.browser))?.user.email, ADA);
  assert.equal(await accepts(world, GOOD), true);
});

test("a browser that loads the link of a sign-up in advance signs no one in, and the link stays valid", async () => {
  const world = openPasswords();
  await world.signUp();
  const ahead = await openLink(world, { headers: { purpose: "prefetch" } });
  assert.equal(await questionOf(ahead), CHOOSE);
  assert.equal(await world.session(), null);
  assert.equal(leadsTo(await openLink(world))[0], "/home");
});

test("the link of any other mail asks for a password, also in the browser that asked for the mail", async () => {
  const world = openPasswords();
  await storeAda(world);
  await world.forget();
  assert.equal(await questionOf(await openLink(world)), CHOOSE);
  // The mail says that there is an account. A stranger may have typed the password.
  await world.signUp({ password: BETTER });
  assert.equal(await questionOf(await openLink(world)), CHOOSE);
  assert.equal(await world.session(), null);
});

test("the page of a link says why the password before was refused", async () => {
  const world = openPasswords();
  await world.signUp();
  const page = await openLink(world, { browser: world.visitor(), more: "&error=TooShort" });
  assert.match(await page.text(), /That password is too short/);
});

test("the link about an imported password signs in where it was typed, and asks for it everywhere else", async () => {
  const world = openPasswords();
  await importUser(world);
  await post(world, { email: ADA, password: GOOD, callbackUrl: "/home" });
  assert.equal(await questionOf(await openLink(world, { browser: world.visitor() })), IS_YOURS);
  const ahead = await openLink(world, { headers: { purpose: "prefetch" } });
  assert.equal(await questionOf(ahead), IS_YOURS);
  assert.equal(await world.session(), null);
  assert.deepEqual(leadsTo(await openLink(world)), ["/home", {}]);
  assert.equal(await accepts(world, GOOD), true);
});

test("a link asks for the password of before only if it says so in the words of the library", async () => {
  const world = openPasswords();
  await world.signUp();
  const browser = world.visitor();
  for (const [asks, question] of [["password", IS_YOURS], ["", CHOOSE], ["other", CHOOSE]]) {
    assert.equal(await questionOf(await openLink(world, { browser, more: `&asks=${asks}` })), question);
  }
});

test("a browser without JavaScript gets the page again after a bad password, without the token in its address", async () => {
  const world = openWatched();
  await storeAda(world);
  await world.forget();
  const { token } = newest(world);
  const browser = world.visitor();
  const link = { token, email: ADA, callbackUrl: "/home" };
  const answer = await post(world, { ...link, password: "short" }, { browser });
  assert.deepEqual([answer.status, answer.headers.get("location")], [200, null]);
  assert.match(await answer.text(), /That password is too short/);
  assert.deepEqual([world.failures, await world.sessionIn(browser)], [[], null]);
  assert.deepEqual(leadsTo(await post(world, { ...link, password: BETTER }, { browser })), ["/home", {}]);
  assert.deepEqual([await accepts(world, GOOD), await accepts(world, BETTER)], [false, true]);
});

test("a script gets the address of that page, with the token and the reason", async () => {
  const world = openPasswords();
  await storeAda(world);
  await world.forget();
  const { token } = newest(world);
  const browser = world.visitor();
  const headers = { "x-auth-return-redirect": "1" };
  const link = { token, email: ADA, callbackUrl: "/home" };
  const answer = await post(world, { ...link, password: ADA }, { browser, headers });
  const { origin, pathname, searchParams } = new URL((await answer.json()).url);
  assert.equal(origin + pathname, CALLBACK);
  assert.deepEqual(Object.fromEntries(searchParams), {
    token,
    email: ADA,
    callbackUrl: `${APP}/home`,
    error: "TooCommon",
  });
  const done = await post(world, { ...link, password: BETTER }, { browser, headers });
  assert.equal((await done.json()).url, `${APP}/home`);
});

test("signIn() of the application throws the reason of a refused link, which stays valid", async () => {
  const world = openPasswords();
  await storeAda(world);
  await world.forget();
  const { token } = newest(world);
  const enter = async (fields: Record<string, string>) => {
    const request = { url: `${APP}/own`, method: "POST", headers: new Headers({ origin: APP }) };
    return await signIn(request, { providerId: "password", fields: { email: ADA, ...fields } }, world.config);
  };
  await assert.rejects(enter({ token, password: "short" }), InvalidPassword);
  await assert.rejects(enter({ token: "0".repeat(64), password: BETTER }), Verification);
  await enter({ token, password: BETTER });
  assert.equal(await accepts(world, BETTER), true);
  await assert.rejects(enter({ token, password: GOOD }), Verification);
});

test("a made-up link and one without a token are refused, and a bad password does not change that", async () => {
  const world = openPasswords();
  await storeAda(world);
  for (const [token, password] of [["0".repeat(64), BETTER], ["", BETTER], ["", "short"]]) {
    const answer = await post(world, { token, email: ADA, password });
    assert.deepEqual(failsAt(answer), ["/auth/error", "Verification"]);
  }
  assert.equal(await accepts(world, GOOD), true);
});

test("the link of a client that has disconnected before its password is hashed stays valid", async () => {
  const controller = new AbortController();
  const isLeaked = () => (controller.abort(), false);
  const world = openPasswords({ options: { isLeaked } });
  await storeAda(world);
  await world.forget();
  const { token } = newest(world);
  const body = new URLSearchParams({ token, email: ADA, password: BETTER });
  const init = { method: "POST", body, signal: controller.signal };
  await Auth(new Request(CALLBACK, init), { ...world.config, skipCSRFCheck });
  assert.equal(controller.signal.aborted, true);
  assert.equal(await accepts(world, GOOD), true);
  assert.equal(
    leadsTo(await post(world, { token, email: ADA, password: BETTER, callbackUrl: "/home" }))[0],
    "/home",
  );
});
