/**
 * What a stranger does with the pages of the second step: another browser, another user, another site, another time.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { isRead } from "./_is_read.ts";
import { ADA, BETTER, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { BOB, factorOf, type FactorWorld, type Kit, openFactors, registerBob } from "./_second_factor.ts";
import { pendingCookie, plantCookie, questionOf, send } from "./_second_factor_ways.ts";
import { sessionCookie } from "./_database.ts";
import { APP, cookieHeader, request } from "./_world.ts";
import { Auth } from "../../mod.ts";

const EVIL = "https://evil.example/phish";

/** Registers Bob in a browser of his own, with a second factor, and signs him out. */
async function withBob(world: FactorWorld): Promise<{ readonly browser: Browser; readonly kit: Kit }> {
  const browser = await registerBob(world);
  const kit = await world.turnOn(browser);
  await world.signOut(browser);
  world.platform.tick(30);
  return { browser, kit };
}

/** The first step of Bob. */
function enterAsBob(world: FactorWorld, browser: Browser): Promise<Page> {
  return world.enter(BETTER, browser, BOB);
}

/** Asserts that an answer to the second step leads to an error, and signs nobody in. */
async function assertUseless(
  world: FactorWorld,
  browser: Browser,
  fields: Readonly<Record<string, string>>,
  error = /error=InvalidCheck/,
) {
  const answer = await send(browser, "second-factor", fields);
  assert.match(answer.headers.get("location") ?? "", error, world.log());
  assert.equal(sessionCookie(browser), undefined);
  assert.equal(await world.sessionIn(browser), null);
}

// SF-13
testForms("a pending sign-in is of no use for another user, in another sign-in, or later", async () => {
  const world = openFactors();
  const ada = await world.registerWithFactor();
  const bob = await withBob(world);
  const first = world.visitor();
  const page = await world.enter(GOOD, first);
  const [question, cookie] = [questionOf(page), pendingCookie(first)!];

  // The code of Bob, and his own pending sign-in with the name of Ada's.
  const crossed = { question, code: world.code(bob.kit) };
  await assertUseless(world, first, crossed, /second-factor\?.*InvalidSecondFactor/);
  const bobs = await enterAsBob(world, bob.browser);
  await assertUseless(world, bob.browser, crossed);
  plantCookie(bob.browser, cookie);
  await assertUseless(world, bob.browser, { question: questionOf(bobs), code: world.code(ada) });

  // Another sign-in in the same browser has begun: the form of the first tab is too old.
  const second = await world.enter(GOOD, first);
  await assertUseless(world, first, { question, code: world.code(ada) });
  await send(first, "signout", {});
  await assertUseless(world, first, { question: questionOf(second), code: world.code(ada) });
  assert.equal(pendingCookie(first), null);

  const third = await world.enter(GOOD, first);
  const stays = pendingCookie(first)!;
  world.platform.tick(601);
  plantCookie(first, stays);
  const late = { question: questionOf(third), code: world.code(ada) };
  await assertUseless(world, first, late);
  for (const forged of ["", "x", stays.slice(0, -2), `${stays}x`, JSON.stringify({ id: "1" })]) {
    plantCookie(first, forged);
    await assertUseless(world, first, late);
  }
  assert.equal((await world.answer(await world.enter(GOOD, first), { code: late.code }, first)).status, 200);
  assert.equal((await world.sessionIn(first))?.user.email, ADA);
});

testForms("a pending sign-in that a stranger plants signs in nobody but its own user (SF-13)", async () => {
  const world = openFactors();
  const ada = await world.registerWithFactor();
  const bob = await withBob(world);
  // Ada is signed in, and a stranger with the password of Bob plants his sign-in in her browser.
  await world.answer(await world.enter(), { code: world.code(ada) });
  const stranger = world.visitor();
  const question = questionOf(await enterAsBob(world, stranger));
  plantCookie(world.browser, pendingCookie(stranger)!);
  world.platform.tick(30);
  const tried = await send(world.browser, "second-factor", { question, code: world.code(ada) });
  assert.match(tried.headers.get("location")!, /error=InvalidSecondFactor/);
  assert.equal((await world.session())?.user.email, ADA);
  // Her own step-up ignores it.
  const own = await send(world.browser, "second-factor", { code: world.code(ada), callbackUrl: "/home" });
  assert.equal(own.headers.get("location"), `${APP}/home`);
  assert.equal((await world.session())?.user.email, ADA);
  assert.equal(await world.sessionIn(stranger), null);
  assert.equal(bob.kit.codes.length, 10);
});

testForms("each POST of the second factor needs the CSRF token and the own origin (SF-14)", async () => {
  const world = openFactors();
  const kit = await world.registerWithFactor();
  const question = questionOf(await world.enter());
  const { browser, config } = world;
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const cookie = cookieHeader(browser);
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string>) =>
    Auth(request(`/auth/${path}`, { method: "POST", body: new URLSearchParams(fields), headers }), config);
  for (const path of ["second-factor", "second-factor-setup"]) {
    const fields = { question, code: world.code(kit), action: "off" };
    const foreign = { cookie, origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    for (
      const [sent, headers] of [
        [fields, { cookie, origin: APP }],
        [{ ...fields, csrfToken: "0".repeat(128) }, { cookie, origin: APP }],
        [{ ...fields, csrfToken }, foreign],
        [{ ...fields, csrfToken }, { ...foreign, origin: "null" }],
      ] as const
    ) {
      const response = await post(path, sent, headers);
      assert.match(response.headers.get("location") ?? "", /MissingCSRF/, `${path} ${JSON.stringify(sent)}`);
      assert.ok(!response.headers.get("set-cookie")?.includes("session-token"), path);
    }
  }
  const options = await browser.fetch(`${APP}/auth/second-factor-options?question=${question}`, {
    headers: { "sec-fetch-site": "cross-site" },
  });
  assert.equal(options.status, 400);
});

testForms("no page of the second factor is cached, and no GET writes anything (SF-14)", async () => {
  const world = openFactors();
  const kit = await world.registerWithFactor();
  const page = await world.enter();
  const question = questionOf(page);
  const { db } = world;
  const look = async (path: string) => {
    db.calls.length = 0;
    const { headers, url } = await world.browser.open(`${APP}/auth/${path}`);
    assert.match(headers.get("cache-control") ?? "", /no-store/, `${path} ${url}`);
    assert.equal(headers.get("referrer-policy"), "same-origin", path);
    assert.match(headers.get("content-security-policy") ?? "", /frame-ancestors 'none'/, path);
    assert.deepEqual(db.calls.filter((call) => !isRead(call)), [], path);
  };
  await look(`second-factor?question=${question}`);
  await look(`second-factor?question=${question}&error=InvalidSecondFactor`);
  await world.answer(page, { code: world.code(kit) });
  await look("second-factor?callbackUrl=/home");
  await look("second-factor-setup");
  const before = await factorOf(world);
  const codes = await send(world.browser, "second-factor-setup", { action: "codes" });
  assert.match(codes.headers.get("cache-control")!, /no-store/);
  for (const action of ["off", "codes", "passkeys", "forget", "mail"]) {
    await look(`second-factor-setup?action=${action}&code=${world.nextCode(kit)}`);
  }
  const after = await factorOf(world);
  assert.equal(after!.version, before!.version + 1);
});

testForms("no code and no secret stands in the log, in a URL or in account-data (SF-15)", async () => {
  const world = openFactors({ debug: true });
  await world.register();
  const kit = await world.turnOn();
  await world.signOut();
  const secrets = [kit.secret, ...kit.codes.flatMap((code) => [code, code.replaceAll("-", "")])];
  const tries: Record<string, string>[] = [
    { code: "135790" },
    { recoveryCode: kit.codes[9]!.replace(/.$/, "0") },
    { recoveryCode: kit.codes[0]! },
  ];
  let page = await world.enter();
  for (const fields of tries) page = await world.answer(page, fields);
  await world.signOut();
  const code = world.nextCode(kit);
  await world.answer(await world.enter(), { code });
  const data = await (await world.browser.fetch(`${APP}/auth/account-data`)).text();
  const row = (await factorOf(world))!;
  const texts = {
    log: world.log(),
    urls: world.browser.visited.join("\n"),
    data,
    session: JSON.stringify(await world.session()),
    row: JSON.stringify(row),
  };
  for (const [place, text] of Object.entries(texts)) {
    for (const secret of [...secrets, ...tries.flatMap((each) => Object.values(each)), code]) {
      assert.ok(!text.includes(secret), `${place} has ${secret}`);
    }
  }
  assert.ok(!data.includes(row.totpSecret!) && !data.includes(row.recoveryCodes!.split(" ")[0]!));
  assert.equal(JSON.parse(data).secondFactor.recoveryCodesLeft, 9);
});

testForms("callbackUrl of these pages leads nowhere but to the application (SF-14)", async () => {
  const world = openFactors();
  const kit = await world.registerWithFactor();
  const hrefs = ({ html }: Page) =>
    [...html.matchAll(/(?:href|action|value)="([^"]*)"/g)].map(([, to]) => to!);
  const asked = await world.enter();
  const evil = encodeURIComponent(EVIL);
  for (const path of [`second-factor?question=${questionOf(asked)}&callbackUrl=${evil}`]) {
    assert.ok(
      !hrefs(await world.browser.open(`${APP}/auth/${path}`)).some((to) => to.includes("evil")),
      path,
    );
  }
  const fields = { question: questionOf(asked), code: world.code(kit), callbackUrl: EVIL };
  const done = await send(world.browser, "second-factor", fields);
  assert.equal(done.headers.get("location"), `${APP}/home`);
  for (const to of [EVIL, "//evil.example", "/\\evil.example", "javascript:alert(1)"]) {
    const query = `callbackUrl=${encodeURIComponent(to)}`;
    for (const path of ["second-factor", "second-factor-setup"]) {
      const page = await world.browser.open(`${APP}/auth/${path}?${query}`);
      assert.ok(!hrefs(page).some((each) => /evil|javascript/.test(each)), `${path} ${to}`);
    }
    const raised = await send(world.browser, "second-factor", { code: world.nextCode(kit), callbackUrl: to });
    assert.equal(new URL(raised.headers.get("location")!, APP).origin, APP, to);
    for (const action of ["codes", "forget", "passkeys"]) {
      const changed = await send(world.browser, "second-factor-setup", { action, id: "x", callbackUrl: to });
      assert.doesNotMatch(changed.headers.get("location") ?? "", /^https:\/\/evil|^\/\/|javascript/, to);
      assert.doesNotMatch(await changed.text(), /evil\.example|javascript:/, to);
    }
  }
});

testForms("a first step that the application refuses leaves nothing behind (SF-07)", async () => {
  let verdict: boolean | string = false;
  const jwt: string[] = [];
  const world = openFactors({
    session: { strategy: "jwt" },
    callbacks: {
      signIn: ({ email }) => email ? true : verdict,
      jwt: ({ token, trigger }) => {
        if (trigger) jwt.push(trigger);
        return token;
      },
    },
  });
  verdict = true;
  const kit = await world.registerWithFactor();
  for (const answer of [false, "/blocked"]) {
    verdict = answer;
    world.db.calls.length = 0;
    const page = await world.enter();
    assert.match(page.url, answer ? /\/blocked$/ : /error=AccessDenied/);
    assert.equal(pendingCookie(world.browser), null);
    assert.ok(!world.db.calls.includes("store pendingSignIns"));
  }
  verdict = true;
  jwt.length = 0;
  const page = await world.enter();
  assert.deepEqual(jwt, [], "no token is made before the second step");
  // Blocked between the steps: what was allowed in the first step stays allowed, as with a session.
  await world.answer(page, { code: world.code(kit) });
  assert.deepEqual(jwt, ["signIn"]);
});

testForms("a function for limits that knows nothing of codes does not let them be guessed", async () => {
  const kinds = new Set<string>();
  const world = openFactors({ limits: ({ kind }) => void kinds.add(kind) });
  const kit = await world.registerWithFactor();
  await world.answer(await world.enter(), { code: world.code(kit), remember: "true" });
  await world.signOut();
  await world.enter();
  // A thief has the session of a remembered device, which asks for the code without a limit of its own.
  for (let tries = 0; tries < 10; tries++) {
    const wrong = await send(world.browser, "second-factor", {
      code: String(100_000 + tries),
      callbackUrl: "/home",
    });
    assert.match(wrong.headers.get("location")!, /error=InvalidSecondFactor/);
  }
  const refused = await send(world.browser, "second-factor", {
    code: world.nextCode(kit),
    callbackUrl: "/home",
  });
  assert.equal(refused.status, 429);
  assert.ok(kinds.has("secondFactor"));
});
