/**
 * With sessions in tokens, the first user to register an address does not keep it from the owner of the mailbox where tokens
 * can be ended. Elsewhere the owner is refused.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { User } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AdapterUser } from "../../src/adapters/contract/types.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { WebAuthn } from "../../src/providers/webauthn.ts";
import { createAuthenticator } from "./_authenticator.ts";
import { ADAPTERS, type DatabaseOptions, openDatabase } from "./_database.ts";
import { APP, oauth2 } from "./_world.ts";

const VICTIM = "victim@example.com";
const MALLORY = { sub: "mallory", name: "Mallory", email: VICTIM };

const openTokens = (options: DatabaseOptions = {}) =>
  openDatabase({
    session: { strategy: "jwt" },
    more: (idp) => [oauth2(idp, { id: "other", name: "Other", verifiedEmail: true })],
    ...options,
  });

type World = ReturnType<typeof openTokens>;

/** The row of the only user, as an earlier version has stored it. */
async function withoutAddress(world: World): Promise<AdapterUser> {
  const [user] = await world.db.users();
  return await world.db.adapter.updateUser({ id: user!.id, email: null });
}

/** Signs in at a provider, in a browser of its own. */
async function comeBy(world: World, provider: string, user: Parameters<World["idp"]["login"]>[0]) {
  const browser = world.visitor();
  world.idp.login(user);
  const page = await (await browser.open(`${APP}/auth/signin?callbackUrl=/home`)).submit(
    `/auth/signin/${provider}`,
  );
  return { browser, page };
}

test("the owner of the mailbox takes the user of a squatter over, whose token ends (AL-25)", async () => {
  const world = openTokens();
  const { browser: squatter } = await comeBy(world, "idp", MALLORY);
  const [mallory] = await world.db.users();
  assert.deepEqual([mallory!.email, mallory!.emailVerified], [VICTIM, null]);
  await world.ask(VICTIM);
  assert.match((await world.follow()).url, /taken-over\?removed=idp/, world.log());
  assert.equal((await world.session())?.user.email, VICTIM);
  assert.equal(await world.sessionIn(squatter), null);
  const again = await comeBy(world, "idp", MALLORY);
  assert.match(again.page.url, /error=OAuthAccountNotLinked/);
  assert.equal(await world.sessionIn(again.browser), null);
});

test("where nothing ends tokens, the owner is refused with a page, and the log names the way out (AL-25)", async () => {
  const world = openTokens({ adapter: ADAPTERS["an adapter of Auth.js"]!() });
  const { browser: squatter } = await comeBy(world, "idp", MALLORY);
  await world.ask(VICTIM);
  assert.match((await world.follow()).url, /error=UserNotVerified/);
  assert.equal(await world.session(), null);
  assert.match(world.log(), /add them with `securityOf`/);
  assert.ok(await world.sessionIn(squatter));
});

test("who adds all that the log names is not refused again, and the page tells whoever has no account what to do (AL-25)", async () => {
  const authJs = ADAPTERS["an adapter of Auth.js"]!();
  const password = { revoke: undefined } as never;
  const world = openTokens({ adapter: authJs, password });
  await comeBy(world, "idp", MALLORY);
  await world.ask(VICTIM);
  const { text } = await world.follow();
  assert.match(text, /Sign in the way you did before, .* If you didn't create that account, contact us\./);
  const { page } = await comeBy(world, "other", { sub: "victim", name: "Victim", email: VICTIM });
  assert.match(page.text, /If that's you, sign in the way you did before\. If not, contact us\./);
  const [, advice = ""] = /UserNotVerified: .*?, and (.*)/.exec(world.log()) ?? [];
  const named = [...advice.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
  const all: Partial<Record<string, unknown>> = Memory();
  const methods = named.filter((name) => name in all);
  assert.deepEqual([methods.length, named.includes("revoke")], [4, true], advice);
  const adapter = { ...Memory() } as Record<string, unknown>;
  for (const name of Object.keys(all)) {
    if (!(name in authJs) && !methods.includes(name)) delete adapter[name];
  }
  const mended = openTokens({ adapter: adapter as never });
  const { browser: squatter } = await comeBy(mended, "idp", MALLORY);
  await mended.ask(VICTIM);
  await mended.follow();
  assert.equal((await mended.session())?.user.email, VICTIM, mended.log());
  assert.equal(await mended.sessionIn(squatter), null);
});

for (const [kind, adapter] of Object.entries(ADAPTERS)) {
  test(`the same address of another provider is refused, or linked where the application says so, ${kind} (AL-25)`, async () => {
    for (const trusts of [false, true]) {
      const world = openTokens({
        adapter: adapter(),
        more: (
          idp,
        ) => [oauth2(idp, { id: "other", name: "Other", allowDangerousEmailAccountLinking: trusts })],
      });
      await comeBy(world, "idp", { sub: "ada", name: "Ada", email: "ada@example.com" });
      const { page, browser } = await comeBy(world, "other", {
        sub: "a2",
        name: "Ada",
        email: "ada@example.com",
      });
      const users = await world.db.users();
      assert.deepEqual(users.map(({ email }) => email), ["ada@example.com"]);
      if (!trusts) assert.match(page.url, /error=OAuthAccountNotLinked/);
      assert.equal((await world.sessionIn(browser))?.user.id, trusts ? users[0]!.id : undefined);
    }
  });
}

test("callbacks and sessions see the address that the provider sent, at each sign-in (AL-25)", async () => {
  const seen: (string | null | undefined)[] = [];
  const created: User[] = [];
  const world = openTokens({
    callbacks: {
      signIn: ({ user }) => (seen.push(user.email), user.email?.endsWith("@example.com") === true),
    },
    events: { createUser: ({ user }) => void created.push(user) },
  });
  for (let i = 0; i < 3; i++) {
    const { browser, page } = await comeBy(world, "idp", MALLORY);
    assert.equal(page.url, `${APP}/home`, world.log());
    assert.equal((await world.sessionIn(browser))?.user.email, VICTIM);
  }
  assert.deepEqual(seen, [VICTIM, VICTIM, VICTIM]);
  assert.deepEqual(created.map(({ email }) => email), [VICTIM]);
});

test("a user gets the address once the provider, or a mail, verifies it (AL-25)", async () => {
  const adapter = Memory();
  const before = openTokens({ adapter });
  await comeBy(before, "idp", { sub: "ada", name: "Ada", email: "ada@example.com" });
  assert.equal((await adapter.getUserByEmail("ada@example.com"))?.emailVerified, null);
  const after = openTokens({ adapter, oauth: { verifiedEmail: true } });
  const { browser } = await comeBy(after, "idp", { sub: "ada", name: "Ada", email: "ada@example.com" });
  const ada = await adapter.getUserByEmail("ada@example.com");
  assert.ok(ada?.emailVerified);
  assert.equal((await after.sessionIn(browser))?.user.id, ada.id);
});

test("a user without a stored address gets that of their session by mail, and no other mailbox (AL-25)", async () => {
  for (const link of [{}, { link: "true" }]) {
    const world = openTokens();
    await world.signIn();
    const ada = await withoutAddress(world);
    await world.post("signin/email", { email: "new@example.com", callbackUrl: "/home", ...link });
    await world.follow();
    assert.equal((await world.session())?.user.email, "new@example.com", world.log());
    assert.equal((await world.db.adapter.getUser(ada!.id))?.email, null);
  }
  const world = openTokens();
  await world.signIn();
  const ada = await withoutAddress(world);
  await world.ask("ada@example.com");
  assert.equal((await world.follow()).url, `${APP}/home`, world.log());
  const users: readonly AdapterUser[] = await world.db.users();
  assert.deepEqual(users.map(({ id, email }) => [id, email]), [[ada!.id, "ada@example.com"]]);
  assert.ok(users[0]!.emailVerified);
});

test("the verified address of a second account is not that of the user: it would stay when the account goes (AL-25)", async () => {
  const world = openTokens({
    more: (idp) => [oauth2(idp, { id: "work", name: "Work", verifiedEmail: true })],
  });
  await world.signIn();
  await withoutAddress(world);
  world.idp.login({ sub: "w", name: "Ada", email: "ada@employer.example" });
  await world.signIn({ provider: "work", link: true });
  const [ada] = await world.db.users();
  assert.deepEqual(await world.db.accounts(), [`idp/ada: ${ada!.id}`, `work/w: ${ada!.id}`], world.log());
  await world.post("signout");
  await world.signIn({ provider: "work" });
  assert.equal((await world.db.adapter.getUser(ada!.id))?.email, null);
  const employer = world.visitor();
  await world.ask("ada@employer.example", employer);
  await world.follow(employer);
  assert.notEqual((await world.sessionIn(employer))?.user.id, ada!.id);
});

test("allowDangerousEmailAccountLinking takes the word of the provider, also for a new user (AL-25)", async () => {
  const world = openTokens({ oauth: { allowDangerousEmailAccountLinking: true } });
  await world.signIn();
  assert.deepEqual((await world.db.users()).map(({ email }) => email), ["ada@example.com"]);
});

test("a passkey registers a new user with the address, which is there at the next sign-in (AL-25)", async () => {
  for (
    const [id, provider] of [["passkey", Passkey()], [
      "webauthn",
      WebAuthn({ enableConditionalUI: false }),
    ]] as const
  ) {
    const world = openTokens({ more: () => [provider], experimental: { enableWebAuthn: true } });
    const authenticator = createAuthenticator(APP);
    const url = `${APP}/auth/webauthn-options/${id}?action=register&email=${VICTIM}&name=M`;
    const { options } = await (await world.browser.fetch(url)).json();
    const data = JSON.stringify(await authenticator.create(options, {}));
    const { headers } = await world.post(`callback/${id}`, {
      action: "register",
      data,
      callbackUrl: "/home",
    });
    assert.equal(headers.get("location"), `${APP}/home`, world.log());
    assert.deepEqual((await world.db.users()).map(({ email }) => email), [VICTIM]);
    const owner = world.visitor();
    await world.ask(VICTIM, owner);
    assert.match((await world.follow(owner)).url, /taken-over\?removed=/, world.log());
    assert.equal(await world.session(), null, "the session of the passkey ends");
  }
});
