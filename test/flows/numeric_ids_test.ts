/**
 * Users whose ids are numbers, as `@auth/pg-adapter` has them: a session and the tables of the library have text.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { signIn } from "../../src/core/server_action.ts";
import { serializeCookie } from "../../src/http/cookies.ts";
import type { AccountRemoval, Adapter, AdapterAccount } from "../../src/adapters/contract/types.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { beside, besideInt, NUMBERS } from "./_beside.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { hashPassword } from "../../src/crypto/password.ts";
import { emptyRow } from "../../src/shapes/security.ts";
import { ADA, GOOD, openPasswords } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { isFactorOn, openFactors } from "./_second_factor.ts";
import { FIRST_STEPS, openWays, verifiedPasskey } from "./_second_factor_ways.ts";
import { APP, cookieHeader, oauth2 } from "./_world.ts";
import {
  getAccessToken,
  hasSecondFactor,
  importSecondFactor,
  resetSecondFactor,
  revokeTokens,
} from "./_outside.ts";
import { chosen } from "../_short.ts";

const STRATEGIES = chosen(["jwt", "database"] as const);

for (const strategy of STRATEGIES) {
  testForms(
    `A user whose id is a number, and never text, takes the second step after each first one (${strategy})`,
    async () => {
      const world = await openWays({ adapter: besideInt(), session: { strategy } });
      for (const { name, take } of FIRST_STEPS) {
        const browser = world.visitor();
        const page = await take(world, browser);
        assert.match(page.url, /\/auth\/second-factor\?/, `${name} ${world.log()}`);
        assert.equal(await world.sessionIn(browser), null);
        await world.answer(page, { code: world.nextCode(world.kit) }, browser);
        assert.ok(await world.sessionIn(browser), `${name} ${world.log()}`);
      }
      const browser = world.visitor();
      await verifiedPasskey(world, browser);
      assert.ok(await world.sessionIn(browser), world.log());
    },
  );

  testForms(
    `A user whose id is a number, and never text, takes the second step with a passkey (${strategy})`,
    async () => {
      const world = await openWays({ adapter: besideInt(), session: { strategy } });
      const browser = world.visitor();
      const question = await world.enter(undefined, browser);
      const name = new URL(question.url).searchParams.get("question")!;
      const options = await browser.fetch(`${APP}/auth/second-factor-options?question=${name}`);
      const [credential] = world.person.authenticator.credentials;
      const asked = await options.json();
      const data = await world.person.authenticator.get(asked.options, { credential: credential! });
      await world.answer(question, { action: "authenticate", data: JSON.stringify(data) }, browser);
      assert.ok(await world.sessionIn(browser), world.log());
    },
  );

  test(`A user whose id is a number, and never text, gets and revokes their own tokens (${strategy})`, async () => {
    const world = openFactors({
      features: [AccessTokens()],
      adapter: besideInt(),
      session: { strategy },
      idp: { refreshTokens: "rotated" },
    });
    const config = { ...world.config, features: [AccessTokens()] } satisfies AuthConfig;
    const handler = DenoAuth(config, async (request, auth) => {
      if (request.method === "POST") await auth.accessTokens.revoke("idp");
      return Response.json(await auth.accessTokens.get("idp").catch(({ code }) => code));
    });
    world.platform.sites[APP] = handler;
    await world.signIn();
    const answer = async (method: string) =>
      await (await world.browser.fetch(`${APP}/token`, { method })).json();
    const token = await answer("GET");
    assert.ok(!["Revoked", "NotConnected"].includes(token), token);
    assert.equal(await answer("POST"), "Revoked", world.log());
  });

  test(`A user whose id is a number is asked for more scopes (${strategy})`, async () => {
    const world = openFactors({ adapter: beside(NUMBERS), session: { strategy } });
    await world.signIn();
    const request = new Request(`${APP}/more`, { headers: { cookie: cookieHeader(world.browser) } });
    const { url, cookies } = await signIn(request, {
      providerId: "idp",
      scope: "calendar",
      redirectTo: "/home",
    }, world.config);
    for (const cookie of cookies) world.browser.setCookie(APP, serializeCookie(cookie));
    assert.equal((await world.browser.open(url)).url, `${APP}/home`, world.log());
  });
}

testForms(
  "Wrong codes of a thief lock no user out whose id is a number, in a known browser (LM-03)",
  async () => {
    const world = openFactors({ adapter: beside(NUMBERS), session: { strategy: "jwt" } });
    const kit = await world.registerWithFactor();
    for (let count = 0; count < 10; count++) {
      const thief = world.visitor();
      await world.answer(await world.enter(undefined, thief), { code: "000000" }, thief);
    }
    await world.answer(await world.enter(), { code: world.nextCode(kit) });
    assert.ok(await world.session(), world.log());
  },
);

/** A world with tokens of a provider, whose users have numbers as ids. */
const openNumbers = () =>
  openFactors({
    features: [AccessTokens()],
    adapter: beside(NUMBERS),
    session: { strategy: "jwt" },
    idp: { refreshTokens: "rotated" },
  });

test("A user whose id is a number gets the token of their account", async () => {
  const world = openNumbers();
  for (let times = 0; times < 2; times++) {
    await world.signIn();
    const [row, ...others] = await world.db.adapter.rows.list("providerTokens", { userId: "1" });
    assert.deepEqual(others, []);
    assert.equal(row?.version, world.platform.now() + times, world.log());
    assert.ok(await getAccessToken({ userId: "1", provider: "idp" }, world.config as AuthConfig));
  }
});

test("A number as id, as the adapter returns it, is that of the user in each function outside of requests", async () => {
  const world = openNumbers();
  await world.signIn();
  const { id } = (await world.db.adapter.getUser("1"))!;
  assert.equal(typeof id, "number");
  const wanted = { userId: id, provider: "idp" };
  const config: AuthConfig = { ...world.config, url: APP };
  assert.ok(await getAccessToken(wanted, config));
  await revokeTokens(wanted, config);
  await assert.rejects(getAccessToken(wanted, config), { code: "Revoked" });
  assert.equal(await hasSecondFactor(id, config), false);
  assert.equal(await importSecondFactor({ userId: id, secret: "JBSWY3DPEHPK3PXP" }, config), true);
  assert.equal(await hasSecondFactor(id, config), true);
  assert.ok(await isFactorOn(world, "1"));
  assert.equal(await resetSecondFactor(id, config), true);
  assert.equal(await isFactorOn(world, "1"), false);
});

testForms(
  "A provider that vouches for the address of an imported password, and sends large tokens, signs in a user whose id is a number",
  async () => {
    const world = openPasswords({
      adapter: beside(NUMBERS),
      session: { strategy: "jwt" },
      oauth: { verifiedEmail: true },
    });
    const { id } = await world.db.adapter.createUser({
      id: "",
      name: "Ada",
      email: ADA,
      emailVerified: null,
    });
    assert.equal(typeof id, "number");
    const key = { provider: "idp", providerAccountId: "ada", type: "oauth" } as const;
    await world.db.adapter.linkAccount({ userId: id, ...key });
    const userId = String(id);
    await world.db.adapter.rows.store(
      "security",
      { ...emptyRow(userId), passwordHash: await hashPassword(GOOD) },
      null,
    );
    world.idp.tamper = {
      respond: {
        token: async (_request, genuine) =>
          Response.json({
            ...await (await genuine()).json(),
            id_token: undefined,
            scope: "s".repeat(14_000),
          }),
      },
    };
    for (let times = 0; times < 2; times++) {
      const page = await world.signIn();
      assert.doesNotMatch(page.url, /error=/, world.log());
      assert.equal((await world.session())?.user.email, ADA);
    }
    assert.equal((await world.db.adapter.rows.find("security", { userId }))?.passwordHash, null);
  },
);

for (const strategy of STRATEGIES) {
  for (const moment of ["before", "after"] as const) {
    testForms(
      `A database that takes a UUID for a number gives nobody another user, and removes none, if a new user is refused ${moment} it is stored (AL-29, ${strategy})`,
      async () => {
        const adapter = beside(NUMBERS) as Required<Adapter>;
        const getUser = adapter.getUser.bind(adapter);
        const createUser = adapter.createUser.bind(adapter);
        const deleteUser = adapter.deleteUser.bind(adapter);
        const numbered = (id: string) => /^\d+$/.test(String(id)) ? id : "1";
        const { id } = await createUser({ id: "", name: "Ada", email: ADA, emailVerified: new Date(0) });
        assert.equal(String(id), "1");
        Object.assign(
          adapter,
          {
            getUser: (id) => getUser(numbered(id)),
            deleteUser: (id) => deleteUser(numbered(id)),
            async createUser(user) {
              if (moment === "after") await createUser(user);
              throw new Error("Data too long for column");
            },
          } satisfies Partial<Adapter>,
        );
        const world = openFactors({ adapter, session: { strategy } });
        world.idp.login({ sub: "mal", name: "Mal", email: "mal@example.com" });
        await world.signIn();
        assert.equal(await world.session(), null, world.log());
        await world.ask("mallory@example.com");
        await world.follow();
        assert.notEqual((await world.session())?.user.email, ADA, world.log());
        assert.equal((await getUser("1"))?.email, ADA);
      },
    );
  }
}

/** As the functions of the recipe for the account page, beside `id Int` of Prisma. */
function besideIntWithAccounts(): Adapter {
  const accounts: AdapterAccount[] = [];
  const adapter = besideInt();
  const link = adapter.linkAccount!.bind(adapter);
  const only = (id: unknown) => {
    if (typeof id !== "number") throw new TypeError("Expected Int, provided String.");
    return id;
  };
  return Object.assign(adapter, {
    async linkAccount(row: AdapterAccount) {
      accounts.push(row);
      return await link(row);
    },
    listAccountsByUserId: (id: string) =>
      Promise.resolve(accounts.filter(({ userId }) => Number(userId) === only(id))),
    removeAccount({ userId, account }: AccountRemoval) {
      only(userId);
      const index = accounts.findIndex(({ provider }) => provider === account.provider);
      return Promise.resolve(accounts.splice(index, 1).length === 1);
    },
  });
}

for (const strategy of STRATEGIES) {
  test(`The account page, a removal and a deletion work beside an adapter that takes only numbers (${strategy})`, async () => {
    const world = openFactors({
      features: [AccessTokens()],
      adapter: besideIntWithAccounts(),
      session: { strategy, revocationDelay: "always" },
      idp: { refreshTokens: "rotated" },
      more: (idp) => [oauth2(idp, { id: "other", name: "Other" })],
    });
    const config: AuthConfig = { ...world.config, url: APP };
    await world.signIn();
    await world.signIn({ provider: "other", link: true });
    const page = await world.browser.open(`${APP}/auth/account`);
    assert.deepEqual([page.url, page.status], [`${APP}/auth/account`, 200], world.log());
    const userId = NUMBERS.toId(1);
    assert.ok(await getAccessToken({ userId, provider: "idp" }, config));
    const { accounts } = await (await world.browser.fetch(`${APP}/auth/account-data`)).json();
    const { id } = accounts.find(({ provider }: AdapterAccount) => provider === "other");
    const { headers } = await world.post("account", { action: "remove", id });
    assert.match(headers.get("location")!, /done=removed/, world.log());

    await world.db.adapter.deleteUser(userId);
    assert.equal(await world.session(), null);
    assert.equal((await world.browser.open(`${APP}/auth/signin`)).status, 200, world.log());
    for (const gone of ["1", "ada"]) {
      assert.equal(await resetSecondFactor(gone, config), false);
      assert.equal(await hasSecondFactor(gone, config), false);
      const imported = { userId: gone, secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" };
      assert.equal(await importSecondFactor(imported, config), false);
    }
  });
}

test("A user of elsewhere, whose id a column of numbers refuses, sets up the second factor that is required", async () => {
  const world = openFactors({
    adapter: besideInt(),
    session: { strategy: "jwt" },
    secondFactor: { required: true },
    more: () => [Credentials({ id: "ldap", authorize: () => ({ id: "ldap-7", name: "Eve", email: ADA }) })],
  });
  const form = await world.browser.open(`${APP}/auth/signin?callbackUrl=/home`);
  const question = await form.submit("/auth/callback/ldap");
  assert.match(question.url, /\/auth\/second-factor-setup\?/, world.log());
  await world.setUp(question);
  assert.equal((await world.session())?.user.id, "ldap-7", world.log());
});

test("A user of elsewhere, whose id a column of numbers refuses, signs in with a provider, by mail and with a passkey", async () => {
  const world = openFactors({
    adapter: besideInt(),
    session: { strategy: "jwt" },
    secondFactor: false,
    oauth: { verifiedEmail: true },
    more: () => [Passkey(), Credentials({ id: "ldap", authorize: () => ({ id: "ldap-7", name: "Eve" }) })],
  });
  const enter = async () => {
    const form = await world.browser.open(`${APP}/auth/signin?callbackUrl=/home`);
    await form.submit("/auth/callback/ldap");
    assert.equal((await world.session())?.user.id, "ldap-7", world.log());
  };
  await enter();
  const options = await world.browser.fetch(
    `${APP}/auth/webauthn-options/passkey?action=register&email=bo%40example.com`,
  );
  assert.equal(options.status, 200, world.log());
  await world.ask("bo@example.com");
  await world.browser.open(world.mails.at(-1)!.url);
  assert.equal((await world.session())?.user.email, "bo@example.com", world.log());
  await enter();
  world.idp.login({ sub: "ada", name: "Ada", email: ADA });
  await world.signIn();
  assert.equal((await world.session())?.user.email, ADA, world.log());
});

/** Ids in a column of the type `uuid`, which finds them in capitals, too. */
function uuids(): Adapter {
  const memory = Memory();
  return {
    ...memory,
    getUser: (id) => memory.getUser(id.toLowerCase()),
    deleteSessionsByUserId: (id, except) => memory.deleteSessionsByUserId(id.toLowerCase(), except),
    listAccountsByUserId: (id) => memory.listAccountsByUserId(id.toLowerCase()),
  };
}

for (const strategy of STRATEGIES) {
  testForms(
    `An id that the database finds in another form is that of the user outside of requests (SF-28, ${strategy})`,
    async () => {
      const options = { adapter: uuids(), session: { strategy, revocationDelay: "always" } } as const;
      const world = openFactors({
        ...options,
        features: [AccessTokens()],
        idp: { refreshTokens: "rotated" },
      });
      const config: AuthConfig = { ...world.config, url: APP };
      await world.register();
      world.idp.login({ sub: "ada", name: "Ada", email: ADA });
      await world.signIn({ link: true });
      const [user] = await world.db.users();
      const [stored, capitals] = [user!.id, user!.id.toUpperCase()];
      // The account's own tokens stay those of its user.
      await assert.rejects(getAccessToken({ userId: capitals, provider: "idp" }, config), {
        code: "NotConnected",
      });
      assert.ok(await getAccessToken({ userId: stored, provider: "idp" }, config));
      await revokeTokens({ userId: capitals, provider: "idp" }, config);
      await assert.rejects(getAccessToken({ userId: stored, provider: "idp" }, config), { code: "Revoked" });

      assert.ok(
        await importSecondFactor({ userId: capitals, secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" }, config),
      );
      const browser = world.visitor();
      assert.match((await world.enter(undefined, browser)).url, /\/auth\/second-factor\?/, world.log());
      assert.equal(await hasSecondFactor(capitals, config), true);
      assert.ok(await resetSecondFactor(capitals, config));
      assert.equal(await world.session(), null, "the session of before has ended");
      await world.enter(undefined, browser);
      assert.ok(await world.sessionIn(browser), world.log());
    },
  );
}

test("A database that takes an id for another user's number gives nobody the tokens of that account (AL-29)", async () => {
  const account = {
    userId: NUMBERS.toId(1),
    provider: "idp",
    providerAccountId: "ada",
    type: "oauth",
    access_token: "ada's",
  } as const;
  const listAccountsByUserId = (id: string) => Promise.resolve(parseInt(id) === 1 ? [account] : []);
  const world = openFactors({
    adapter: beside({ ...NUMBERS, more: { listAccountsByUserId } }),
    session: { strategy: "jwt" },
  });
  await world.signIn();
  // Added after the account.
  const features = [AccessTokens()];
  const config: AuthConfig = { ...world.config, features, url: APP };
  const tokenOf = (userId: string) => getAccessToken({ userId, provider: "idp" }, config);
  await assert.rejects(tokenOf("1f3c"), { code: "NotConnected" });
  assert.equal(await tokenOf("1"), "ada's", world.log());
});
