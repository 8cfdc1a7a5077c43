import assert from "node:assert/strict";
import { test } from "node:test";
import { findUserByEmail } from "../../mod.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { ProviderLogout } from "../../src/features/provider_logout/provider_logout.ts";
import { assertReconnect, openTokens } from "./_access_tokens.ts";
import { assertFailed, openDatabase, seenCalls } from "./_database.ts";
import { getAccessToken, importSecondFactor, resetSecondFactor, revokeTokens } from "./_outside.ts";
import { openPasskeys } from "./_passkeys.ts";
import { testForms } from "./_password_forms.ts";
import { openFactors } from "./_second_factor.ts";
import { APP, assertRefused, open } from "./_world.ts";

/** As Postgres does with U+0000; other databases change half of a surrogate pair. */
function strict(): Adapter {
  const isRefused = (value: unknown): boolean =>
    typeof value === "string"
      ? value.includes("\0") || !value.isWellFormed()
      : typeof value === "object" && value !== null && Object.entries(value).flat().some(isRefused);
  return seenCalls(Memory(), (_, run, given) => {
    if (given.some(isRefused)) throw new Error("invalid byte sequence for encoding UTF8: 0x00");
    return run();
  });
}

for (const [what, odd] of [["U+0000", "\0"], ["half of a character", "\uD83D"]] as const) {
  test(`Auth() signs a user in whose profile has ${what}, with every database (AL-27)`, async () => {
    const world = openDatabase({
      adapter: strict(),
      oauth: {
        profile: ({ sub, name, picture }) => ({
          id: String(sub),
          name: String(name),
          image: String(picture),
          [`field${odd}`]: { deep: [odd] },
          role: `ad${odd}min`,
        } as never),
        account: ({ access_token, scope, note }) => ({ access_token, scope, note }),
      },
    });
    world.idp.login({ sub: "ada", name: `Ada${odd}Lovelace`, picture: `https://p.test/${odd}` });
    world.idp.tamper = { tokens: { scope: `read${odd}`, note: { deep: odd } } };
    assert.match((await world.signIn()).text, /^Hello Ada.Lovelace$/u, world.log());
    const [ada] = await world.db.users() as unknown as readonly Record<string, unknown>[];
    assert.equal(ada!.image, "https://p.test/\uFFFD");
    // A text without it could be the name of another role.
    assert.equal(ada!.role, "ad\uFFFDmin");
    await world.post("signout");
    assert.equal((await world.signIn()).text, "Hello Ada\uFFFDLovelace", world.log());
    assert.equal((await world.db.users()).length, 1);
  });

  test(`Auth() refuses an id with ${what} as what it is (AL-27)`, async () => {
    const worlds = [
      openDatabase({ adapter: strict() }),
      openDatabase({
        adapter: strict(),
        oauth: { profile: ({ name }) => ({ id: `a${odd}`, name: String(name) }) },
      }),
    ];
    for (const [at, world] of worlds.entries()) {
      world.idp.login({ sub: at === 0 ? `ada${odd}` : "ada", name: "Ada" });
      await assertFailed(world, await world.signIn(), ["signin", "OAuthProfileParseError"]);
      assert.match(world.log(), /an id in it has U\+0000 or half of a character/);
      assert.doesNotMatch(world.log(), /AdapterError/);
      assert.equal((await world.db.users()).length, 0);
    }
  });

  test(`Auth() refuses a session at the provider whose name has ${what}, with a userinfo as profile (AL-27)`, async () => {
    const world = open({
      adapter: strict(),
      provider: { idToken: false },
      features: [ProviderLogout({ backchannel: true })],
    });
    world.idp.tamper = { claims: { sid: `a${odd}` } };
    await assertRefused(world, await world.signIn(), "OAuthProfileParseError");
    assert.match(world.log(), /an id in it has U\+0000 or half of a character/);
  });

  test(`Auth() refuses a passkey whose id has ${what} as what it is (AL-27)`, async () => {
    const world = openPasskeys({ adapter: strict() as Required<Adapter> });
    await world.register({ email: "ada@example.com" });
    await world.post("signout");
    const { options } = await world.ask({ action: "authenticate" });
    const answer = await world.authenticator.get(options);
    const response = await world.answer("authenticate", { ...answer, id: odd, rawId: odd } as never);
    assert.match(response.headers.get("location")!, /error=WebAuthnVerificationError/, world.log());
    assert.match(world.log(), /it is not registered/);
    assert.doesNotMatch(world.log(), /AdapterError/);
  });

  testForms(`Auth() keeps no set-up that has ${what} (AL-27)`, async () => {
    const world = openFactors();
    const sent = { setup: odd, question: "x" };
    const response = await world.post("second-factor-setup", sent, { json: true });
    await response.body?.cancel();
    assert.ok(response.status < 500, world.log());
  });

  testForms(`a script that asks for a user with ${what} learns that there is none (AL-27)`, async () => {
    const adapter = strict();
    const factors = openFactors({ adapter, url: APP });
    const userId = `1${odd}`;
    const secret = "JBSWY3DPEHPK3PXP";
    assert.equal(await importSecondFactor({ userId, secret }, factors.config), false);
    assert.equal(await resetSecondFactor(userId, factors.config), false);
    for (const email of [`ada${odd}@example.com`, `ada@example.com${odd}`, odd]) {
      assert.equal(await findUserByEmail(email, adapter), null);
    }
    const world = await openTokens({}, { adapter });
    const own = { userId: world.user.id, provider: "idp" };
    for (const wanted of [{ userId, provider: "idp" }, { ...own, account: `ada${odd}` }]) {
      await assertReconnect(getAccessToken(wanted, world.config), "NotConnected");
      await revokeTokens(wanted, world.config);
    }
    await revokeTokens({ userId }, world.config);
    assert.ok(await getAccessToken(own, world.config));
  });

  test(`Auth() shows what authorize returns without ${what}, and refuses such an id (AL-27)`, async () => {
    const world = openDatabase({
      password: { authorize: () => ({ id: "1", name: `Ada${odd}`, image: `x${odd}` }) },
      session: { strategy: "jwt" },
    });
    await world.typePassword();
    assert.equal((await world.session())?.user.name, "Ada\uFFFD", world.log());
    const refused = openDatabase({ password: { authorize: () => ({ id: `1${odd}` }) } });
    const page = await refused.typePassword();
    assert.equal(new URL(page.url).searchParams.get("error"), "ServerError");
    assert.match(refused.log(), /`authorize` returned no text or exact whole number as `id`/);
  });
}
