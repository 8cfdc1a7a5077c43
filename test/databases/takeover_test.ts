import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adapter, AdapterUser, NewCredentials } from "../../src/adapters/contract/types.ts";
import { startStepped } from "./_stepped_databases.ts";
import { type Round, type Walk, walk } from "./_steps.ts";

/** Someone who writes to the user during a takeover. Resolves to whether it was written, if it may be refused. */
type Writer = (adapter: Required<Adapter>, old: NewCredentials) => Promise<boolean | void>;

/** Of what they write, nothing may be left. */
const WRITERS: Readonly<Record<string, Writer>> = {
  "a stranger's account, authenticator and session": async (adapter, { userId }) =>
    await adapter.addCredentials(credentialsOf({ id: userId, emailVerified: null })),
  "a stranger's session": async (adapter, { userId }) => {
    const { session } = credentialsOf({ id: userId, emailVerified: null });
    return await adapter.addCredentials({ userId, emailVerified: null, session });
  },
  "what is renewed without a guard": async (adapter, { account, session }) => {
    const later = new Date(session!.expires.getTime() + 1000);
    await adapter.prolongSession({ ...session!, expires: later, ifBefore: later });
    await adapter.updateAccount({ ...account!, access_token: "newer" });
    await adapter.updateSession({ sessionToken: session!.sessionToken, expires: later });
  },
};

// Before the first test: Deno ends with success when a module fails that has tests already.
const databases = await startStepped("takeover");

for (const [name, database] of databases) {
  const inAnyOrder = (title: string, begin: (adapter: Required<Adapter>) => readonly Walk["begin"][]) =>
    test(
      `takeOverUser() of ${name} ${title}, in any order of the steps (AL-16)`,
      { skip: "missing" in database ? database.missing : false },
      async () => {
        if ("missing" in database) return;
        for (const each of begin(await database.open())) {
          const rounds = await walk({ begin: each, isLocked: database.isLocked });
          // Without steps there are only the orders of whole calls.
          assert.ok(rounds > 2 || !database.hasSteps, `only ${rounds} orders`);
        }
      },
    );

  for (const [title, write] of Object.entries(WRITERS)) {
    inAnyOrder(`removes ${title}`, (adapter) => [
      () => beginTakeover(adapter, { write, isOwnerFirst: true }),
      () => beginTakeover(adapter, { write, isOwnerFirst: false }),
    ]);
  }
  inAnyOrder("gives the user to one of two mails", (adapter) => [() => beginTwoTakeovers(adapter)]);
}

/** The owner takes over a user to whom someone writes. */
async function beginTakeover(
  adapter: Required<Adapter>,
  { write, isOwnerFirst }: { readonly write: Writer; readonly isOwnerFirst: boolean },
): Promise<Round> {
  const { user, old } = await createUser(adapter);
  const taken = { ...user, emailVerified: new Date(1_900_000_000_000) };
  let isWritten: boolean | void = undefined;
  const takeOver = async () => assert.deepEqual(await adapter.takeOverUser(taken), taken);
  const writing = async () => isWritten = await write(adapter, old);
  return {
    calls: isOwnerFirst ? [takeOver, writing] : [writing, takeOver],
    async check(whole) {
      if (whole !== null && isWritten !== undefined) assert.equal(isWritten, isOwnerFirst === (whole === 1));
      await assertOwned(adapter, taken);
    },
  };
}

/** The owner follows two mails at once. */
async function beginTwoTakeovers(adapter: Required<Adapter>): Promise<Round> {
  const { user } = await createUser(adapter);
  const won: Owner[] = [];
  const calls = [1, 2].map((number) => async () => {
    const taken = { ...user, emailVerified: new Date(1_900_000_000_000 + number * 1000) };
    const answer = await adapter.takeOverUser(taken);
    if (!answer) return;
    assert.deepEqual(answer, taken);
    won.push(taken);
  });
  return {
    calls: [calls[0]!, calls[1]!],
    async check() {
      assert.equal(won.length, 1);
      await assertOwned(adapter, won[0]!);
    },
  };
}

/** A user whose address is proven. */
type Owner = AdapterUser & { readonly email: string; readonly emailVerified: Date };

/** A user whose address was never proven, with credentials of each kind. */
async function createUser(adapter: Required<Adapter>) {
  const id = crypto.randomUUID();
  const user = await adapter.createUser({ id, email: `${id}@example.com`, emailVerified: null });
  const old = credentialsOf(user);
  assert.equal(await adapter.addCredentials(old), true);
  return { user: { ...user, email: `${id}@example.com` }, old };
}

/** Asserts that the owner can add credentials, that no one else can, and that there are no others. */
async function assertOwned(adapter: Required<Adapter>, owner: Owner): Promise<void> {
  const own = credentialsOf(owner);
  assert.equal(await adapter.addCredentials(own), true);
  assert.equal(await adapter.addCredentials(credentialsOf({ id: owner.id, emailVerified: null })), false);
  const [accounts, authenticators, sessions] = await Promise.all([
    adapter.listAccountsByUserId(owner.id),
    adapter.listAuthenticatorsByUserId(owner.id),
    adapter.listSessionsByUserId(owner.id),
  ]);
  assert.deepEqual(accounts.map((it) => it.providerAccountId), [own.account!.providerAccountId]);
  assert.deepEqual(authenticators.map((it) => it.credentialID), [own.authenticator!.credentialID]);
  assert.deepEqual(sessions.map((it) => it.sessionToken), [own.session!.sessionToken]);
}

/** Each kind of what a user signs in with. */
function credentialsOf(
  { id: userId, emailVerified }: Pick<AdapterUser, "id" | "emailVerified">,
): NewCredentials {
  const name = crypto.randomUUID();
  return {
    userId,
    emailVerified,
    account: { userId, type: "oidc", provider: "idp", providerAccountId: name, session_state: { a: 1 } },
    authenticator: {
      userId,
      credentialID: name,
      providerAccountId: name,
      credentialPublicKey: "key",
      counter: 1,
      credentialDeviceType: "singleDevice",
      credentialBackedUp: true,
    },
    session: { userId, sessionToken: name, expires: new Date(1_950_000_000_000) },
  };
}
