/**
 * Answers in the wrong place: of another user, another page, another kind, another type.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Passkey } from "../../src/providers/passkey.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { createAuthenticator } from "./_authenticator.ts";
import { sessionCookie } from "./_database.ts";
import { ADA, BETTER, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { BOB, factorOf, openFactors, registerBob, secretIn } from "./_second_factor.ts";
import { questionOf, send } from "./_second_factor_ways.ts";
import { APP } from "./_world.ts";
import { chosen } from "../_short.ts";

/** The sealed field of a page that sets a factor up, and the secret that it shows. */
function setupOf(page: Page): { readonly setup: string; readonly secret: string } {
  const [, setup = ""] = /name="setup" value="([^"]+)"/.exec(page.html) ?? [];
  assert.ok(setup, page.html);
  return { setup, secret: secretIn(page) };
}

const SETUP = `${APP}/auth/second-factor-setup?callbackUrl=/home`;

testForms("a secret that was shown to another user, or in another sign-in, sets nothing up", async () => {
  const world = openFactors();
  await world.register();
  const bob = await registerBob(world);
  const bobs = setupOf(await bob.open(SETUP));
  const fields = { setup: bobs.setup, code: world.code(bobs), callbackUrl: "/home" };
  const planted = await send(world.browser, "second-factor-setup", fields);
  assert.match(planted.headers.get("location")!, /error=Invalid(Check|SecondFactor)/);
  assert.equal(await factorOf(world), null);

  // A stranger with the password of Ada has a secret of his own, and a sign-in that asks for hers.
  const kit = await world.turnOn();
  const before = await factorOf(world);
  const stranger = world.visitor();
  const question = questionOf(await world.enter(GOOD, stranger));
  const actions: Record<string, string>[] = [{}, { action: "passkeys" }, { action: "off" }, {
    action: "mail",
  }, { mailCode: "1" }];
  for (const more of actions) {
    const tried = await send(stranger, "second-factor-setup", { ...fields, ...more, question });
    assert.match(tried.headers.get("location")!, /\/auth\/second-factor\?/, JSON.stringify(more));
    assert.equal(sessionCookie(stranger), undefined);
  }
  const shown = await stranger.open(`${SETUP}&question=${question}`);
  assert.match(shown.url, /\/auth\/second-factor\?/);
  assert.deepEqual(await factorOf(world), before);
  assert.equal(kit.codes.length, 10);
});

testForms("answers of any type are refused, and nothing breaks", async () => {
  const world = openFactors();
  await world.registerWithFactor();
  const texts = ["", " ", "0".repeat(10_000), "\u0000"];
  const odd = [1, 123456, true, null, [], ["000000"], {}, { $ne: null }, ...texts];
  for (const value of odd) {
    for (const name of ["code", "recoveryCode", "data", "remember", "question", "setup", "action"]) {
      const question = questionOf(await world.enter());
      for (const path of ["second-factor", "second-factor-setup"]) {
        const response = await world.post(path, { question, [name]: value }, { json: true });
        const text = await response.text();
        assert.ok(
          response.status < 500,
          `${path} ${name} ${JSON.stringify(value)}: ${response.status} ${text}`,
        );
        assert.equal(sessionCookie(world.browser), undefined, `${path} ${name}`);
      }
    }
    // The limits of a day are no subject here.
    world.platform.tick(86_400);
  }
});

testForms("a remembered device is that of one user, until it is forgotten", async () => {
  const world = openFactors({ session: { maxAge: 90 * 86_400 } });
  const kit = await world.registerWithFactor();
  const bob = await registerBob(world);
  const bobs = await world.turnOn(bob);
  await world.signOut(bob);
  world.platform.tick(30);
  // Bob's device is remembered: it is not one of Ada.
  await world.answer(await world.enter(BETTER, bob, BOB), { code: world.code(bobs), remember: "true" }, bob);
  await world.signOut(bob);
  assert.match((await world.enter(GOOD, bob)).url, /\/auth\/second-factor\?/);
  // Each of these asks again on the device.
  const forget: Record<string, (browser: Browser) => Promise<unknown>> = {
    "it is forgotten": async (browser) => {
      const data = await (await browser.fetch(`${APP}/auth/account-data`)).json();
      for (const { id } of data.secondFactor.devices) {
        await send(browser, "second-factor-setup", { action: "forget", id, callbackUrl: "/home" });
      }
    },
    "all others were signed out": (browser) => send(browser, "account", { action: "sign-out-others" }),
    "it was turned off and on": async (browser) => {
      await send(browser, "second-factor-setup", { action: "off", callbackUrl: "/home" });
      Object.assign(kit, await world.turnOn(browser));
    },
  };
  for (const [name, change] of Object.entries(forget)) {
    const browser = world.visitor();
    const asked = await world.enter(GOOD, browser);
    await world.answer(asked, { code: world.nextCode(kit), remember: "true" }, browser);
    await world.signOut(browser);
    const again = await world.enter(GOOD, browser);
    assert.equal(again.url, `${APP}/home`, name);
    await send(browser, "second-factor", { code: world.nextCode(kit), callbackUrl: "/home" });
    await change(browser);
    await world.signOut(browser);
    assert.match((await world.enter(GOOD, browser)).url, /\/auth\/second-factor\?/, name);
  }
  // A device of Ada does not forget one of Bob.
  const data = await (await bob.fetch(`${APP}/auth/session`)).json();
  assert.equal(data, null);
  assert.equal((await world.enter(BETTER, bob, BOB)).url, `${APP}/home`);
});

testForms("a passkey answers for its own user, in its own browser, once", async () => {
  const world = openFactors({ more: () => [Passkey()] });
  const [adas, bobs] = [createAuthenticator(APP), createAuthenticator(APP)];
  const optionsOf = async (browser: Browser, path: string) =>
    (await (await browser.fetch(`${APP}/auth/${path}`)).json()).options;
  const register = async (browser: Browser, own: typeof adas) => {
    const made = await own.create(await optionsOf(browser, "webauthn-options/passkey?action=register"));
    await send(browser, "callback/passkey", { action: "register", data: JSON.stringify(made), link: "true" });
  };
  await world.register();
  await register(world.browser, adas);
  await world.turnOn();
  await world.signOut();
  const bob = await registerBob(world);
  await register(bob, bobs);
  await world.signOut(bob);

  const stranger = world.visitor();
  const question = questionOf(await world.enter(GOOD, stranger));
  const path = `second-factor-options?question=${question}`;
  const tries = {
    "another user's": async () => {
      const { allowCredentials: _, ...rest } = await optionsOf(stranger, path);
      return await bobs.get(rest);
    },
    "another user's, for a sign-in": async () =>
      await bobs.get(await optionsOf(stranger, "webauthn-options/passkey?action=authenticate")),
    "of another browser": async () =>
      await adas.get(await optionsOf(bob, "webauthn-options/passkey?action=authenticate")),
    "with a wrong signature": async () =>
      await adas.get(await optionsOf(stranger, path), { badSignature: true }),
    "of another site": async () =>
      await adas.get(await optionsOf(stranger, path), { origin: "https://evil.example" }),
  };
  for (const [name, make] of Object.entries(tries)) {
    const data = JSON.stringify(await make());
    const response = await send(stranger, "second-factor", { question, action: "authenticate", data });
    assert.match(response.headers.get("location")!, /error=/, name);
    assert.equal(sessionCookie(stranger), undefined, name);
  }
  // A new passkey is no answer either, also one that claims to be Ada's.
  const again = questionOf(await world.enter(GOOD, stranger));
  for (const lies of [{}, { id: adas.credentials[0]!.id }]) {
    const options = await optionsOf(
      stranger,
      "webauthn-options/passkey?action=register&email=eve@example.com",
    );
    const data = JSON.stringify(await createAuthenticator(APP).create(options, lies));
    const response = await send(stranger, "second-factor", { question: again, action: "register", data });
    assert.match(response.headers.get("location")!, /error=/);
    assert.equal(sessionCookie(stranger), undefined);
  }
  // Ada's own answer counts once.
  const right = JSON.stringify(
    await adas.get(await optionsOf(stranger, `second-factor-options?question=${again}`)),
  );
  const fields = { question: again, action: "authenticate", data: right };
  const both = await Promise.all([1, 2].map(() => send(stranger, "second-factor", fields)));
  const places = both.map(({ headers }) => headers.get("location")!);
  assert.equal(places.filter((to) => to === `${APP}/home`).length, 1, `${places}\n${world.log()}`);
  const other = world.visitor();
  const third = questionOf(await world.enter(GOOD, other));
  const replay = await send(other, "second-factor", { ...fields, question: third });
  assert.match(replay.headers.get("location")!, /error=/);
  assert.equal(await world.sessionIn(other), null);
});

testForms("what a provider says is stored between the steps as it is, however odd", async () => {
  for (const strategy of chosen(["jwt", "database"] as const)) {
    const seen: unknown[] = [];
    const world = openFactors({
      session: { strategy },
      secondFactor: { required: true },
      events: { signIn: ({ profile }) => void seen.push(profile) },
      oauth: { profile: (profile) => ({ id: String(profile.sub), name: "Ada", email: ADA }) },
    });
    const odd = {
      sub: "ada",
      $date: "never",
      nested: { $date: "never" },
      other: { $date: "2030-01-01T00:00:00.000Z" },
      list: [{ $date: 1 }, null, { $object: { $date: "never" } }],
      text: "x".repeat(60_000),
      ["__proto__"]: { isAdmin: true },
    };
    world.idp.login(odd as never);
    const page = await world.signIn();
    assert.match(page.url, /second-factor-setup\?/, world.log());
    await world.setUp(page);
    assert.ok(await world.session(), world.log());
    const [profile] = seen as [Record<string, unknown>];
    assert.equal(JSON.stringify(profile), JSON.stringify(odd), "no text has become a date");
    assert.equal(({} as Record<string, unknown>).isAdmin, undefined);
  }
});
