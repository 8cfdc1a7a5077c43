/** Second factors: turning one on, the second step of a sign-in, recovery codes, remembered devices. */

import assert from "node:assert/strict";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { withoutRows } from "../_with_rows.ts";
import { changeRows, openDatabase } from "./_database.ts";
import { ADA, BETTER, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { factorOf, type FactorWorld, openFactors } from "./_second_factor.ts";
import { questionOf, send } from "./_second_factor_ways.ts";
import { APP } from "./_world.ts";
import { chosen } from "../_short.ts";

const STRATEGIES = chosen(["jwt", "database"] as const);

/** What a sign-in must not have changed after its first step. */
async function stateOf({ db }: FactorWorld) {
  return {
    users: await db.users(),
    accounts: await db.accounts(),
    sessions: await db.sessions(),
  };
}

for (const strategy of STRATEGIES) {
  testForms(
    `a user who turns the second factor on gets recovery codes and level 2 (SF-04, ${strategy})`,
    async () => {
      const world = openFactors({ session: { strategy } });
      await world.register();
      assert.equal((await world.session<{ aal: number }>())?.aal, 1);
      const { codes } = await world.turnOn();
      assert.equal(codes.length, 10);
      const session = await world.session<{ aal: number; amr: string[]; auth_time: number }>();
      assert.equal(session?.aal, 2);
      // The first step was a mailed code.
      assert.deepEqual(session?.amr, ["otp", "mfa"]);
      assert.equal(session?.auth_time, Math.floor(world.platform.now() / 1000));
      const row = await factorOf(world);
      assert.ok(row?.enabledAt);
      assert.ok(!JSON.stringify(row).includes(codes[0]!), "codes are stored as hashes");
      assert.equal(world.lastPurpose(), "secondFactorOn");
    },
  );
}

testForms("a code counts once, and those of the steps beside it count (SF-02)", async () => {
  const world = openFactors();
  const kit = await world.registerWithFactor();
  world.platform.tick(60);
  const used = world.code(kit, -1);
  assert.equal((await answer(world, { code: used })).url, `${APP}/home`);
  await world.signOut();
  assert.match((await answer(world, { code: used })).url, /error=InvalidSecondFactor/);
  assert.match((await answer(world, { code: world.code(kit, 2) })).url, /error=InvalidSecondFactor/);
  assert.match((await answer(world, { code: world.code(kit, -2) })).url, /error=InvalidSecondFactor/);
  assert.equal((await answer(world, { code: world.code(kit, 1) })).url, `${APP}/home`);
  await world.signOut();
  // The step before the one that was used last.
  assert.match((await answer(world, { code: world.code(kit) })).url, /error=InvalidSecondFactor/);
});

/** Takes the first step with the password, and answers the second. */
async function answer(world: FactorWorld, fields: Record<string, string>) {
  return await world.answer(await world.enter(), fields);
}

testForms("five wrong codes end a sign-in, and a right one comes too late (SF-01)", async () => {
  const world = openFactors();
  const kit = await world.registerWithFactor();
  let page = await world.enter();
  for (let tries = 1; tries < 5; tries++) {
    page = await page.submit("/auth/second-factor", { code: "000000" });
    assert.match(page.url, /\/auth\/second-factor\?.*error=InvalidSecondFactor/);
    assert.match(page.text, new RegExp(`Tries left: ${5 - tries}\\.`));
  }
  const question = questionOf(page);
  page = await page.submit("/auth/second-factor", { code: "000000" });
  assert.match(page.url, /\/auth\/signin\?.*error=TooManyWrongCodes/);
  assert.match(page.text, /There were too many wrong codes\. Start again from here\./);
  assert.equal(await world.session(), null);
  // The page from before, in the same browser: the reason is still the true one, also for a right code.
  const fields = { question, code: world.code(kit) };
  const late = await send(world.browser, "second-factor", fields);
  assert.match(late.headers.get("location")!, /\/auth\/signin\?.*error=TooManyWrongCodes/);
  const shown = await world.browser.open(`${APP}/auth/second-factor?question=${question}`);
  assert.match(shown.url, /\/auth\/signin\?.*error=TooManyWrongCodes/);
  const stranger = await send(world.visitor(), "second-factor", fields);
  assert.match(stranger.headers.get("location")!, /\/auth\/signin\?.*error=InvalidCheck/);
  const again = await world.enter();
  assert.equal((await again.submit("/auth/second-factor", { code: world.code(kit) })).url, `${APP}/home`);
});

testForms("wrong codes are counted for the user over several sign-ins (SF-01)", async () => {
  const world = openFactors({ limits: false });
  const kit = await world.registerWithFactor();
  const stranger = world.visitor();
  for (let round = 0; round < 2; round++) {
    let page = await world.enter(GOOD, stranger);
    for (let tries = 0; tries < 5; tries++) {
      page = await page.submit("/auth/second-factor", { code: "000000" });
    }
  }
  const page = await world.enter(GOOD, stranger);
  const refused = await page.submit("/auth/second-factor", { code: world.code(kit) });
  assert.equal(refused.status, 429);
  // The owner has a recovery code, which nobody guesses, and a browser that is known.
  const other = world.visitor();
  const own = await world.answer(await world.enter(GOOD, other), { recoveryCode: kit.codes[0]! }, other);
  assert.equal(own.url, `${APP}/home`, world.log());
});

testForms("a recovery code counts once, and its user is told (SF-05)", async () => {
  const world = openFactors();
  const kit = await world.registerWithFactor();
  const [first, second] = kit.codes;
  const typed = ` ${first!.toLowerCase().replaceAll("-", " ")} `;
  assert.equal((await answer(world, { recoveryCode: typed })).url, `${APP}/home`, world.log());
  assert.equal(world.lastPurpose(), "recoveryCodeUsed");
  await world.signOut();
  assert.match((await answer(world, { recoveryCode: first! })).url, /error=InvalidSecondFactor/);
  assert.equal((await answer(world, { recoveryCode: second! })).url, `${APP}/home`);
});

testForms("a remembered device needs no second step for 30 days, at level 1 (SF-06, KL-13)", async () => {
  const world = openFactors({ session: { maxAge: 90 * 86_400 } });
  const kit = await world.registerWithFactor();
  const wrong = await answer(world, { code: "000000", remember: "true" });
  // The box is ticked still.
  await wrong.submit("/auth/second-factor", { code: world.code(kit) });
  await world.signOut();
  assert.equal((await world.enter()).url, `${APP}/home`);
  assert.equal((await world.session<{ aal: number }>())?.aal, 1);
  await world.signOut();
  assert.match((await world.enter(GOOD, world.visitor())).url, /second-factor/);
  world.platform.tick(29 * 86_400);
  assert.equal((await world.enter()).url, `${APP}/home`);
  await world.signOut();
  world.platform.tick(86_400);
  assert.match((await world.enter()).url, /second-factor/);
});

testForms("a recovery code remembers no device, as its form offers (SF-06)", async () => {
  const world = openFactors();
  const kit = await world.registerWithFactor();
  const page = await world.enter();
  const [, recovery = ""] = /<details>([^]*?)<\/details>/.exec(page.html) ?? [];
  assert.match(recovery, /name="recoveryCode"/);
  assert.doesNotMatch(recovery, /name="remember"/);
  const done = await world.answer(page, { recoveryCode: kit.codes[0]!, remember: "true" });
  assert.equal(done.url, `${APP}/home`, world.log());
  const { secondFactor } = await (await world.browser.fetch(`${APP}/auth/account-data`)).json();
  assert.deepEqual(secondFactor.devices, []);
  await world.signOut();
  const again = await world.enter();
  assert.match(again.url, /second-factor/);
  // An empty field is no answer: the form of an application may have both.
  await world.answer(again, { recoveryCode: " ", code: world.nextCode(kit), remember: "true" });
  await world.signOut();
  assert.equal((await world.enter()).url, `${APP}/home`);
});

// SF-06, SF-09
testForms("a password reset asks for the second step, also on a remembered device", async () => {
  const world = openFactors();
  const kit = await world.registerWithFactor();
  await answer(world, { code: world.code(kit), remember: "true" });
  await world.signOut();
  const asked = await world.forget();
  const before = await stateOf(world);
  const chosen = await asked.submit("/auth/callback/password", {
    code: world.mails.at(-1)!.code,
    password: BETTER,
  });
  assert.match(chosen.url, /\/auth\/second-factor\?/, world.log());
  assert.equal(await world.session(), null);
  assert.deepEqual(await stateOf(world), before);
  assert.equal(
    (await world.enter()).url,
    `${APP}/home`,
    "the password from before counts until the second step",
  );
});

/** A user without a password whose address is not verified, and who has just typed one. Their phone is remembered. */
async function withTypedPassword() {
  const world = openFactors();
  const { browser, idp, mails } = world;
  idp.login({ sub: "ada", name: "Ada", email: ADA, email_verified: false });
  await world.signIn();
  const kit = await world.turnOn();
  const phone = world.visitor();
  const enter = async () => await (await phone.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
  await world.answer(await enter(), { code: world.nextCode(kit), remember: "true" }, phone);
  await world.signOut(phone);
  assert.doesNotMatch((await enter()).url, /second-factor/);
  const page = await browser.open(`${APP}/auth/password`);
  const typed = await page.submit("/auth/password", { password: GOOD });
  const confirm = async () => await typed.submit("/auth/callback/password", { code: mails.at(-1)!.code });
  return { ...world, phone, enter, confirm };
}

testForms("a first password that a mailed code confirms forgets remembered devices (SF-06)", async () => {
  const world = await withTypedPassword();
  await world.confirm();
  assert.ok((await world.db.users())[0]!.emailVerified, world.log());
  assert.equal(await world.sessionIn(world.phone), null);
  assert.match((await world.enter()).url, /\/auth\/second-factor\?/, world.log());
});

testForms(
  "devices stay remembered if the database fails before it has the new password (SF-06)",
  async () => {
    const world = await withTypedPassword();
    const takeBack = changeRows(world.db.adapter, "security", () => ({
      store: () => Promise.reject(new Error("connection lost")),
    }));
    assert.match((await world.confirm()).url, /error/);
    takeBack();
    // All sessions end before the password is stored.
    assert.equal(await world.sessionIn(world.phone), null);
    assert.doesNotMatch((await world.enter()).url, /second-factor/, world.log());
  },
);

testForms("a new password of a user who is signed in forgets remembered devices (SF-06)", async () => {
  const world = openFactors();
  const kit = await world.registerWithFactor();
  await answer(world, { code: world.code(kit), remember: "true" });
  const page = await world.browser.open(`${APP}/auth/password`);
  const done = await page.submit("/auth/password", { current: GOOD, password: BETTER });
  assert.match(done.url, /done=password-changed/, world.log());
  await world.signOut();
  assert.match((await world.enter(BETTER)).url, /second-factor/);
});

testForms("callbacks.signIn is asked once, before the second step (SF-07)", async () => {
  const asked: string[] = [];
  const world = openFactors({
    callbacks: {
      signIn: ({ account, email }) => {
        if (!email) asked.push(account!.provider);
        return true;
      },
    },
  });
  const kit = await world.registerWithFactor();
  asked.length = 0;
  const page = await world.enter();
  assert.deepEqual(asked, ["password"]);
  await page.submit("/auth/second-factor", { code: world.code(kit) });
  assert.deepEqual(asked, ["password"]);
  assert.ok(await world.session());
});

testForms("a store that fails is an error page, and no second step is skipped (SF-08)", async () => {
  const fail = () => Promise.reject(new Error("down"));
  const failing = [
    (adapter: Required<Adapter>) => changeRows(adapter, "secondFactors", { find: fail }),
    (adapter: Required<Adapter>) => changeRows(adapter, "pendingSignIns", { store: fail }),
  ];
  for (const failIn of failing) {
    const world = openFactors();
    await world.registerWithFactor();
    const takeBack = failIn(world.db.adapter);
    const page = await world.enter();
    assert.notEqual(page.url, `${APP}/home`);
    assert.equal(await world.session(), null);
    takeBack();
  }
});

testForms("a secret that is taken away too early is an error, and recovery codes work (SF-08)", async () => {
  const first = openFactors({ secret: "an-old-secret-of-thirty-two-letters" });
  const kit = await first.registerWithFactor();
  const { adapter } = first.db;
  const world = openFactors({ adapter, secret: "a-new-secret-of-thirty-two-letters" });
  world.platform.tick(120);
  const page = await answer(world, { code: world.code(kit) });
  assert.match(page.url, /\/auth\/error\?error=Configuration/);
  assert.match(world.log(), /OldSecretMissing/);
  assert.equal(await world.session(), null);
  const own = await answer(world, { recoveryCode: kit.codes[3]! });
  assert.equal(own.url, `${APP}/home`, world.log());
});

testForms(
  "an adapter without the functions is refused at start, with the names of what is missing",
  async () => {
    // Without `Password()`, which needs them as well.
    const world = openDatabase({ adapter: withoutRows(Memory()), features: [SecondFactor()] });
    const page = await world.browser.open(`${APP}/auth/signin`);
    assert.equal(page.status, 500);
    assert.match(world.log(), /Cannot use `SecondFactor`: the adapter has no `rows`/);
  },
);

testForms("without the option, the paths belong to the application", async () => {
  const world = openFactors({ secondFactor: false });
  for (const path of ["second-factor", "second-factor-setup", "second-factor-options"]) {
    assert.equal((await world.browser.fetch(`${APP}/auth/${path}`)).status, 404, path);
  }
  await world.register();
  assert.deepEqual(Object.keys((await world.session())!), ["user", "expires"]);
  assert.equal((await world.session())!.user.email, ADA);
});
