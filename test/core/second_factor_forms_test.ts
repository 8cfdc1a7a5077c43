/** Pages of the application that ask for a second factor and set one up, as an integration runs them. */

import assert from "node:assert/strict";
import { Auth, raw } from "../../mod.ts";
import {
  ConfigError,
  InvalidCheck,
  InvalidSecondFactor,
  MissingCSRF,
  TooManyWrongCodes,
  UserChanged,
} from "../../src/entries/errors.ts";
import type { RawAnswer } from "../../src/http/types.ts";
import { type ActionRequest, mount } from "../../src/integrations/mount/integration.ts";
import type {
  NewRecoveryCodes,
  SecondFactorForms,
  SecondFactorPage,
  SecondFactorSetup,
} from "../../src/shapes/second_factor.ts";
import { skipCSRFCheck } from "../../src/values/markers.ts";
import { ADA } from "../flows/_kept_passwords.ts";
import { testForms as test } from "../flows/_password_forms.ts";
import { type FactorWorld, openFactors } from "../flows/_second_factor.ts";
import { questionOf } from "../flows/_second_factor_ways.ts";
import { APP, cookieHeader, openPlain } from "../flows/_world.ts";
import { chosen } from "../_short.ts";

/** What a browser of the application asks for. */
function actionsOf(world: FactorWorld) {
  const auth = mount(world.config, {});
  const request = (init: Partial<ActionRequest> = {}, more: Record<string, string> = {}): ActionRequest => ({
    url: `${APP}/page`,
    method: "POST",
    ...init,
    headers: new Headers({ cookie: cookieHeader(world.browser), accept: "text/html", ...more }),
  });
  /** What a page shows, or where its user goes first. */
  const start = async (
    asked: ActionRequest,
    { canSetCookies = true, ...page }: SecondFactorPage & { readonly canSetCookies?: boolean } = {},
  ) => {
    const result = await auth.call(asked, { name: "secondFactor", call: "start", params: [page] }, {
      userId: () => auth.session(asked).userId(),
      signInUrl: () => "/auth/signin",
      canSetCookies: () => canSetCookies,
    });
    return result.lack
      ? { page: null, url: result.url!, lack: result.lack }
      : { page: result.value as SecondFactorSetup, url: null, lack: null };
  };
  const submit = async (asked: ActionRequest, form: keyof SecondFactorForms, fields: object) => {
    const { shown, ...result } = await auth.submit(asked, { name: "secondFactor", form, fields });
    return { ...result, codes: (shown as NewRecoveryCodes | null)?.codes ?? null };
  };
  return { auth, request, start, submit };
}

/** Ada, who is signed in, and the `setup` of a page. */
async function openSetup() {
  const world = openFactors();
  await world.register();
  const actions = actionsOf(world);
  const { page } = await actions.start(actions.request({ method: "GET" }));
  assert.ok(page && !page.needsMailCode);
  const fields = { setup: page.setup, code: world.code(page), redirectTo: "/home" };
  return { world, ...actions, page, fields };
}

test("a link to an own form for a second factor changes nothing, and leads to the page with its question", async () => {
  const { auth, request, fields, submit } = await openSetup();
  const link = request({ method: "GET" });
  const home = encodeURIComponent(`${APP}/home`);
  assert.deepEqual(await submit(link, "setUp", fields), {
    url: `${APP}/auth/second-factor-setup?callbackUrl=${home}`,
    cookies: [],
    codes: null,
  });
  const { url } = await submit(link, "prove", { ...fields, question: "abc" });
  assert.equal(url, `${APP}/auth/second-factor?callbackUrl=${home}&question=abc`);
  assert.equal((await auth.session(request()).read())?.aal, 1);
});

test("what the browser sends makes no proof of a second factor out of a question that may be disowned (SF-25)", async () => {
  const world = openFactors();
  await world.registerWithFactor();
  const { id } = (await world.db.users())[0]!;
  const changed = "changed@example.com";
  await world.db.adapter.updateUser({ id, email: changed, emailVerified: null });
  await world.ask(changed);
  const page = await (await world.follow()).submit("/auth/keep-password", { choice: "never" });
  const { auth, request, submit } = actionsOf(world);
  const fields = { question: questionOf(page), choice: "never", redirectTo: "/home" };
  await assert.rejects(submit(request(), "prove", fields), InvalidSecondFactor);
  assert.equal(await auth.session(request()).read(), null);
  const { url, cookies } = await submit(request(), "disown", {
    question: fields.question,
    redirectTo: "/home",
  });
  assert.equal(url, `${APP}/home`);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const session = await auth.session(request({}, { cookie })).read();
  assert.deepEqual([session?.user?.email, session?.aal], [changed, 1], world.log());
  assert.notEqual(session?.user?.id, id);
});

test("a form of another site neither proves nor sets up a second factor", async () => {
  const { request, fields, submit } = await openSetup();
  for (const form of ["setUp", "prove"] as const) {
    const foreign = request({}, { origin: "https://evil.example" });
    await assert.rejects(submit(foreign, form, fields), MissingCSRF);
  }
  const done = await submit(request(), "setUp", fields);
  assert.equal(done.codes?.length, 10);
});

test("a page from before another sign-in shows a new secret, and its form fails with InvalidCheck", async () => {
  const { world, request, page, fields, start, submit } = await openSetup();
  const wrong = { ...fields, code: "000000" };
  await assert.rejects(submit(request(), "setUp", wrong), InvalidSecondFactor);
  const again = await start(request(), { setup: page.setup });
  assert.ok(again.page && !again.page.needsMailCode);
  assert.equal(again.page.secret, page.secret);
  const forged = await start(request(), { setup: page.setup.slice(0, -2) });
  assert.ok(forged.page && !forged.page.needsMailCode);
  assert.notEqual(forged.page.secret, page.secret);
  world.platform.tick(1801);
  const late = { ...fields, code: world.code(page) };
  await assert.rejects(submit(request(), "setUp", late), InvalidCheck);
});

test("an own form that shows recovery codes counts once, and has no codes the second time", async () => {
  const { world, request, fields, submit: submitForm } = await openSetup();
  const submit = async (more: object) => {
    const { url, codes, cookies } = await submitForm(request(), "setUp", { redirectTo: "/home", ...more });
    for (const { name, value } of cookies) world.browser.setCookie(APP, `${name}=${value}; Path=/; Secure`);
    return [url, codes?.length ?? 0];
  };
  const repeated = [`${APP}/home?done=recovery-codes-shown`, 0];
  assert.deepEqual(await submit(fields), [`${APP}/home?done=second-factor-on`, 10]);
  assert.deepEqual(await submit(fields), repeated);
  const data = await (await world.browser.fetch(`${APP}/auth/account-data`)).json();
  const codes = { action: "codes", replaces: data.secondFactor.recoveryCodesId };
  assert.deepEqual(await submit(codes), [`${APP}/home?done=recovery-codes-replaced`, 10]);
  assert.deepEqual(await submit(codes), repeated);
  assert.deepEqual(await submit({ action: "codes" }), [`${APP}/home?done=recovery-codes-replaced`, 10]);
});

test("the fifth wrong code of an own form, and each one after it, is thrown as TooManyWrongCodes", async () => {
  const world = openFactors();
  const kit = await world.registerWithFactor();
  const question = questionOf(await world.enter());
  const { request, submit } = actionsOf(world);
  const prove = (code: string) => submit(request(), "prove", { question, code });
  for (let tries = 1; tries < 5; tries++) await assert.rejects(prove("000000"), InvalidSecondFactor);
  for (const code of ["000000", world.code(kit)]) {
    await assert.rejects(prove(code), TooManyWrongCodes);
  }
});

for (const strategy of chosen(["jwt", "database"] as const)) {
  test(`secondFactor.prove() without a factor that is on never returns, as after a right code (${strategy})`, async () => {
    let isRequired = false;
    const world = openFactors({ session: { strategy }, secondFactor: { required: () => isRequired } });
    const { auth, request, submit } = actionsOf(world);
    const prove = (fields: object) =>
      submit(request(), "prove", { code: "000000", redirectTo: "/pay", ...fields });
    await world.register();
    // A browser may add each field to the form.
    const forms = [{}, { lack: "proof" }, { lack: "age" }, { lack: "level" }, { question: "" }];
    for (const fields of forms) await assert.rejects(prove(fields), UserChanged, "never on");
    await world.turnOn();
    await assert.rejects(prove({}), InvalidSecondFactor);
    await (await world.browser.open(`${APP}/auth/account`)).submit("Turn off two-step verification");
    for (const fields of forms) await assert.rejects(prove(fields), UserChanged, "turned off");
    assert.ok(await auth.session(request()).read());
    // The session goes on while another sign-in waits for the set-up.
    isRequired = true;
    const question = questionOf(await world.enter());
    await assert.rejects(prove({ question }), UserChanged, "waits for the set-up");
  });
}

test("secondFactor.start() of a stranger or an old session leads elsewhere first, and back to the page", async () => {
  const { world, request, start } = await openSetup();
  const first = await start({ url: APP, headers: new Headers() }, { redirectTo: "/home" });
  const back = encodeURIComponent(
    `${APP}/auth/second-factor-setup?callbackUrl=${encodeURIComponent(`${APP}/home`)}`,
  );
  assert.deepEqual([first.lack, first.url], ["session", `${APP}/auth/signin?callbackUrl=${back}`]);
  world.platform.tick(7200);
  const { lack, url } = await start(request(), { redirectTo: "/home" });
  assert.equal(lack, "age");
  assert.equal(url, `${APP}/auth/signin?error=SessionNotFresh&callbackUrl=${back}`);
});

test("a page that cannot set cookies lets the endpoint mail the code, and shows the field for it then", async () => {
  for (const question of [undefined, ""]) {
    const world = openFactors({ pages: { secondFactorSetup: "/setup" } });
    await world.register();
    const { request, start, submit } = actionsOf(world);
    await world.signOut();
    await world.enter();
    const sent = world.mails.length;
    const shown = { question, redirectTo: "/home", canSetCookies: false };
    const { page, url } = await start(request({ method: "GET" }), shown);
    const home = encodeURIComponent(`${APP}/home`);
    assert.deepEqual([page, url], [null, `${APP}/auth/second-factor-setup?callbackUrl=${home}`]);
    assert.equal(world.mails.length, sent);
    const mailed = await world.browser.fetch(url!, { redirect: "manual" });
    assert.equal(mailed.headers.get("location"), `${APP}/setup?callbackUrl=${home}`);
    assert.equal(world.mails.length, sent + 1);
    const asked = await start(request({ method: "GET" }), shown);
    assert.deepEqual(asked.page, { needsMailCode: true, isSent: true, email: ADA, wait: 30 });
    assert.equal(world.mails.length, sent + 1);
    const fields = { mailCode: world.mails.at(-1)!.code, redirectTo: "/home" };
    const { cookies } = await submit(request(), "setUp", fields);
    const cookie = [...cookies.map(({ name, value }) => `${name}=${value}`), cookieHeader(world.browser)]
      .join("; ");
    const proven = await start(request({ method: "GET" }, { cookie }), shown);
    const led = await world.platform.sites[APP]!(new Request(proven.url!, { headers: { cookie } }));
    assert.equal(led.headers.get("location"), `${APP}/setup?callbackUrl=${home}`);
    const kept = led.headers.getSetCookie().map((line) => line.split(";")[0]);
    const keyed = await start(request({ method: "GET" }, { cookie: [...kept, cookie].join("; ") }), shown);
    assert.equal(keyed.page?.needsMailCode, false);
  }
});

test("a page that cannot set cookies and is fetched in advance leads nowhere, and mails no code", async () => {
  const world = openFactors({ pages: { secondFactorSetup: "/setup" } });
  await world.register();
  const { request, start } = actionsOf(world);
  await world.signOut();
  await world.enter();
  const sent = world.mails.length;
  const shown = { redirectTo: "/home", canSetCookies: false };
  const ahead = { "next-router-prefetch": "1" };
  const { page, url } = await start(request({ method: "GET" }, ahead), shown);
  assert.deepEqual([page, url], [{ needsMailCode: true, isSent: false, email: ADA, wait: 0 }, null]);
  // The same for a browser that opens the endpoint in advance: it ends at the page.
  const cookie = cookieHeader(world.browser);
  const endpoint = `${APP}/auth/second-factor-setup?callbackUrl=/home`;
  const led = await world.platform.sites[APP]!(new Request(endpoint, { headers: { ...ahead, cookie } }));
  assert.equal(led.headers.get("location"), `${APP}/setup?callbackUrl=%2Fhome`);
  assert.equal(world.mails.length, sent);
  // The user opens the page.
  const opened = await start(request({ method: "GET" }), shown);
  assert.match(opened.url!, /\/auth\/second-factor-setup\?/);
});

test("own pages for second factors say which feature the config lacks", async () => {
  const auth = mount(openPlain().config, {});
  const request = { url: APP, headers: new Headers() };
  const isExplained = (error: unknown) =>
    error instanceof ConfigError &&
    /^Cannot use the functions of `secondFactor`: add `SecondFactor\(\)` to `features`/.test(error.message);
  const prove = { name: "secondFactor", form: "prove", fields: { code: "000000" } };
  await assert.rejects(auth.submit(request, prove), isExplained);
  const door = { userId: () => Promise.resolve(null), signInUrl: () => "/", canSetCookies: () => true };
  const start = { name: "secondFactor", call: "start", params: [] };
  await assert.rejects(auth.call(request, start, door), isExplained);
});

test("a server that uses Auth() with raw shows people the recovery codes as a page", async () => {
  const { world, fields } = await openSetup();
  const answer = await Auth(
    new Request(`${APP}/auth/second-factor-setup`, {
      method: "POST",
      headers: { cookie: cookieHeader(world.browser), accept: "text/html" },
      body: new URLSearchParams(fields),
    }),
    { ...world.config, raw, skipCSRFCheck },
  ) as RawAnswer;
  assert.match(String(answer.body), /^<!doctype html>/i);
});
