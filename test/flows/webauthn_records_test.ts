import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter, AdapterAuthenticator } from "../../src/adapters/contract/types.ts";
import { toBase64Url } from "../../src/crypto/bytes.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { WebAuthn } from "../../src/providers/webauthn.ts";
import { FLAGS, type Lies } from "./_authenticator.ts";
import { openWithAda } from "./_passkey_attacks.ts";
import { ADA, openPasskeys, type PasskeyWorld } from "./_passkeys.ts";
import { APP } from "./_world.ts";

const PRESENT = FLAGS.userPresent | FLAGS.userVerified;

/** Flags by what they say of backups. */
const BACKUP = {
  never: PRESENT,
  possible: PRESENT | FLAGS.backupEligible,
  done: PRESENT | FLAGS.backupEligible | FLAGS.backedUp,
  impossible: PRESENT | FLAGS.backedUp,
} as const;

/** User handles that are not the one of the credential. */
const WRONG_HANDLES: readonly (readonly [string, string])[] = [
  ["another one", toBase64Url(new Uint8Array(32))],
  ["one that is not base64url", "*"],
];

for (const [what, userHandle] of WRONG_HANDLES) {
  for (const provider of [Passkey(), WebAuthn()]) {
    test(`${provider.name}() rejects ${what} as the user handle (WA-30)`, async () => {
      const world = await openWithAda({ providers: [provider] });
      await assertRefused(world, {}, { userHandle });
      if (!provider.discoverable) await assertRefused(world, ADA, { userHandle });
      await assertAccepted(world);
    });
  }
}

test("Auth() refuses the user handle of another user (WA-30)", async () => {
  const world = await openWithAda();
  await world.register({ email: "eve@example.com" });
  await world.signOut();
  const [ada, eve] = world.authenticator.credentials;
  await assertRefused(world, {}, { credential: ada!, userHandle: eve!.userHandle });
  await assertRefused(world, {}, { credential: eve!, userHandle: ada!.userHandle });
});

test("Auth() stores the handle of each passkey: a random one for a new user, then the user's own", async () => {
  const world = await openWithAda();
  await assertAccepted(world);
  await world.register({ link: "true" });
  await world.register({ link: "true" });
  const handles = world.authenticator.credentials.map(({ userHandle }) => userHandle);
  assert.equal(new Set(handles).size, 2);
  assert.equal(handles[1], handles[2]);
  const stored = await storedOf(world);
  assert.deepEqual(stored.map(({ userHandle }) => userHandle).sort(), handles.toSorted());
  for (const credential of world.authenticator.credentials) {
    await world.signOut();
    await assertAccepted(world, {}, { credential });
  }
});

test("Auth() stores the handle that it asked for, whatever is posted with the answer", async () => {
  const world = openPasskeys();
  const { options } = await world.ask({ action: "register", ...ADA });
  const answer = await world.authenticator.create(options);
  const lying = { ...answer, response: { ...answer.response, userHandle: "AAAA" } };
  await world.answer("register", lying, { userHandle: "AAAA" });
  assert.deepEqual((await storedOf(world)).map(({ userHandle }) => userHandle), [options.user!.id]);
});

test("Auth() passes an adapter of Auth.js only fields that it supports", async () => {
  const adapter = Memory();
  const { createAuthenticator } = adapter;
  const stored: AdapterAuthenticator[] = [];
  adapter.createAuthenticator = (authenticator) => {
    stored.push(authenticator);
    return createAuthenticator(authenticator);
  };
  const ours = ["updateAuthenticator", "addCredentials", "createUserWithAccount", "removeAccount"] as const;
  for (const own of ours) delete (adapter as Adapter)[own];
  const world = await openWithAda({ adapter });
  assert.deepEqual(Object.keys(stored[0]!).sort(), [
    "counter",
    "credentialBackedUp",
    "credentialDeviceType",
    "credentialID",
    "credentialPublicKey",
    "providerAccountId",
    "transports",
    "userId",
  ]);
  await assertAccepted(world);
});

test("Auth() registers no passkey that is backed up but not eligible for backup (WA-31)", async () => {
  const world = openPasskeys();
  const response = await world.register(ADA, { flags: BACKUP.impossible });
  assert.match(response.headers.get("location")!, /error=WebAuthnVerificationError/);
  assert.equal(await world.adapter.getUserByEmail(ADA.email), null);
});

/** What a passkey says of backups when it is made, then when it is used; and whether it is accepted. */
const CHANGES: readonly (readonly [keyof typeof BACKUP, keyof typeof BACKUP, boolean])[] = [
  ["never", "never", true],
  ["never", "possible", false],
  ["never", "done", false],
  ["never", "impossible", false],
  ["possible", "possible", true],
  ["possible", "done", true],
  ["possible", "never", false],
  ["possible", "impossible", false],
  ["done", "done", true],
  ["done", "possible", true],
  ["done", "never", false],
  ["done", "impossible", false],
];

for (const [made, used, isAccepted] of CHANGES) {
  test(`Auth() ${isAccepted ? "accepts" : "refuses"} a passkey with backup ${made}, then ${used} (WA-31)`, async () => {
    const world = await openWithAda({}, 0, { flags: BACKUP[made] });
    const before = await storedOf(world);
    assert.equal(before[0]!.credentialDeviceType, made === "never" ? "singleDevice" : "multiDevice");
    assert.equal(before[0]!.credentialBackedUp, made === "done");
    if (isAccepted) {
      await assertAccepted(world, {}, { flags: BACKUP[used] });
      const usedAt = new Date(world.platform.now());
      assert.deepEqual(await storedOf(world), [{
        ...before[0]!,
        credentialBackedUp: used === "done",
        usedAt,
      }]);
    } else {
      await assertRefused(world, {}, { flags: BACKUP[used], counter: 1 });
      assert.deepEqual(await storedOf(world), before);
    }
  });
}

test("Auth() stores counter and backup state together, and neither when the database fails", async () => {
  const adapter = Memory();
  const { updateAuthenticator } = adapter;
  let fails = true;
  adapter.updateAuthenticator = (changes) =>
    fails ? Promise.reject(new Error("no more disk")) : updateAuthenticator(changes);
  const world = await openWithAda({ adapter }, 0, { flags: BACKUP.possible });
  const response = await world.authenticate({}, { flags: BACKUP.done, counter: 7 });
  assert.equal(response.status, 503);
  assert.equal(await world.session(), null);
  fails = false;
  await assertAccepted(world, {}, { flags: BACKUP.done, counter: 8 });
  const [stored] = await storedOf(world);
  assert.deepEqual([stored!.counter, stored!.credentialBackedUp], [8, true]);
});

async function storedOf({ adapter }: PasskeyWorld): Promise<AdapterAuthenticator[]> {
  return await adapter.listAuthenticatorsByUserId((await adapter.getUserByEmail(ADA.email))!.id);
}

async function assertRefused(world: PasskeyWorld, query: Record<string, string>, lies: Lies): Promise<void> {
  const { headers } = await world.authenticate(query, lies);
  const target = new URL(headers.get("location")!);
  assert.deepEqual(
    [target.pathname, target.searchParams.get("error")],
    ["/auth/signin", "WebAuthnVerificationError"],
  );
  assert.equal(await world.session(), null);
}

async function assertAccepted(
  world: PasskeyWorld,
  query: Record<string, string> = {},
  lies: Lies = {},
): Promise<void> {
  const { headers } = await world.authenticate(query, lies);
  assert.equal(headers.get("location"), `${APP}/home`, world.log());
  assert.equal((await world.session())?.user.email, ADA.email);
}
