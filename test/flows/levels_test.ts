/**
 * The level of sessions: what each way to sign in proves, and that nothing but a proof raises it.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthConfig } from "../../mod.ts";
import { WebAuthn } from "../../src/providers/webauthn.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { openAccount } from "./_account_page.ts";
import { FLAGS } from "./_authenticator.ts";
import { openDatabase, storeUser } from "./_database.ts";
import { openPasswords } from "./_kept_passwords.ts";
import { openPasskeys } from "./_passkeys.ts";
import { testForms } from "./_password_forms.ts";
import { openFactors } from "./_second_factor.ts";
import { APP, cookieHeader, openPlain } from "./_world.ts";
import { chosen } from "../_short.ts";

const STRATEGIES = chosen(["jwt", "database"] as const);

/** A config whose sessions show what the library says of them. */
const shows = (strategy: "jwt" | "database") => ({
  session: { strategy },
  callbacks: {
    session: ({ session, amr, aal, signedInAt }) => ({ ...session, amr, aal, at: Number(signedInAt) / 1000 }),
  },
} satisfies Partial<AuthConfig>);

interface Shown {
  readonly amr: readonly string[];
  readonly aal: number;
  readonly at: number;
}

async function shown({ browser }: { readonly browser: Browser }): Promise<Shown> {
  const { amr, aal, at } = await (await browser.fetch(`${APP}/auth/session`)).json();
  return { amr, aal, at };
}

const { userPresent, userVerified, backupEligible } = FLAGS;

for (const strategy of STRATEGIES) {
  testForms(
    `a password, a mail, a provider and Credentials prove what is known of them (${strategy})`,
    async () => {
      const kept = openPasswords(shows(strategy));
      await kept.register();
      assert.deepEqual((await shown(kept)).amr, ["otp"]);
      await kept.enter();
      const password = await shown(kept);
      assert.deepEqual([password.amr, password.aal], [["pwd"], 1]);
      await kept.ask();
      await kept.follow();
      assert.deepEqual((await shown(kept)).amr, ["otp"]);

      const own = openDatabase(shows(strategy));
      await storeUser(own);
      await own.typePassword();
      assert.deepEqual((await shown(own)).amr, []);
      await own.signIn();
      const provider = await shown(own);
      assert.deepEqual([provider.amr, provider.aal], [[], 1]);
    },
  );

  test(`a passkey is a second factor if the authenticator says that it has verified its user (${strategy})`, async () => {
    const cases = [
      { flags: userPresent | userVerified, amr: ["hwk", "user", "mfa"], aal: 2 },
      { flags: userPresent | userVerified | backupEligible, amr: ["swk", "user", "mfa"], aal: 2 },
    ];
    for (const { flags, amr, aal } of cases) {
      const world = openPasskeys(shows(strategy));
      for (const sign of [world.register, world.authenticate]) {
        await sign({ email: "ada@example.com" }, { flags });
        const session = await shown(world);
        assert.deepEqual([session.amr, session.aal], [amr, aal], world.log());
        await world.signOut();
      }
    }
  });

  testForms(`an account that is added leaves level and methods as they were (${strategy})`, async () => {
    const world = await openAccount(shows(strategy));
    const before = await shown(world);
    assert.deepEqual([before.amr, before.aal], [[], 1]);
    world.platform.tick(60);
    // A passkey proves more than the session has.
    await world.addPasskey();
    assert.deepEqual(await shown(world), before);
    await world.addOther();
    assert.deepEqual(await shown(world), before);
  });

  testForms(
    `the second factor raises the session, under a new token and with a new time (${strategy})`,
    async () => {
      const world = openFactors(shows(strategy));
      await world.register();
      const kit = await world.turnOn();
      await world.signOut();
      world.platform.tick(30);
      const asked = await world.enter();
      await world.answer(asked, { code: world.code(kit), remember: "true" });
      const first = await shown(world);
      assert.deepEqual([first.amr, first.aal], [["pwd", "otp", "mfa"], 2]);
      await world.signOut();
      // A device that is remembered gives level 1.
      await world.enter();
      const poor = await shown(world);
      assert.deepEqual([poor.amr, poor.aal], [["pwd"], 1]);
      const before = cookieHeader(world.browser);
      world.platform.tick(60);
      const page = await world.browser.open(`${APP}/auth/second-factor?callbackUrl=/home`);
      await world.answer(page, { code: world.nextCode(kit) });
      const raised = await shown(world);
      assert.deepEqual([raised.amr, raised.aal], [["pwd", "otp", "mfa"], 2]);
      assert.equal(raised.at, world.platform.now() / 1000);
      assert.notEqual(cookieHeader(world.browser), before);
      const stale = await world.platform.sites[APP]!(
        new Request(`${APP}/auth/session`, { headers: { cookie: before } }),
      );
      // A stored session ends with its token; a token stays what it was.
      const old = await stale.json();
      assert.equal(old?.aal ?? null, strategy === "database" ? null : 1);
    },
  );

  testForms(
    `the default session has level, methods and time only with a second factor (${strategy})`,
    async () => {
      const session = { strategy };
      const without = openPasswords({ session });
      await without.register();
      const plain = await without.session() as object;
      assert.deepEqual(Object.keys(plain), ["user", "expires"]);
      const world = openFactors({ session });
      await world.register();
      const { user: _, expires: __, ...own } = await world.session() as Record<string, unknown>;
      assert.deepEqual(own, { aal: 1, amr: ["otp"], auth_time: Math.floor(world.platform.now() / 1000) });
    },
  );
}

// With sessions in tokens, no user is created with such a key.
test("a security key that has not verified its user is one factor, whatever the browser says", async () => {
  const selection = { userVerification: "discouraged" } as const;
  const key = WebAuthn({
    authenticationOptions: selection,
    registrationOptions: { authenticatorSelection: selection },
    verifyAuthenticationOptions: { requireUserVerification: false },
    verifyRegistrationOptions: { requireUserVerification: false },
  });
  const world = openPasskeys({ ...shows("database"), providers: [key] });
  for (const sign of [world.register, world.authenticate]) {
    await sign({ email: "ada@example.com" }, { flags: userPresent });
    const session = await shown(world);
    assert.deepEqual([session.amr, session.aal], [["hwk", "user"], 1], world.log());
    await world.signOut();
  }
});

test("data of the browser raises no level, although callbacks.jwt copies all of it into the token (SE-26)", async () => {
  const world = openPlain({
    callbacks: {
      jwt: ({ token, session }) => ({ ...token, ...session }),
      session: ({ session, amr, aal, token }) => ({ ...session, amr, aal, claims: [token.amr, token.aal] }),
    },
  });
  await world.signIn();
  const data = { aal: 2, amr: ["pwd", "mfa"], auth_time: 4e9, gen: 9 };
  for (let i = 0; i < 2; i++) {
    const answer = await (await world.post("session", { data }, { json: true })).json();
    assert.deepEqual([answer.amr, answer.aal, answer.claims], [[], 1, [null, null]]);
  }
  assert.equal((await world.session() as unknown as Shown).aal, 1);
});

for (const strategy of chosen(["jwt", "database"] as const)) {
  testForms(`a callback that spreads its session passes the level on (${strategy})`, async () => {
    const world = openFactors({
      session: { strategy },
      callbacks: { session: ({ session }: { session: object }) => ({ ...session, plan: "pro" }) } as never,
    });
    await world.register();
    await world.turnOn();
    const session = await world.session<{ aal: number; amr: string[]; auth_time: number; plan: string }>();
    assert.deepEqual([session?.aal, session?.amr, session?.plan], [2, ["otp", "mfa"], "pro"]);
    assert.equal(session?.auth_time, Math.floor(world.platform.now() / 1000));
  });
}
