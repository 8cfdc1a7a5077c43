import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import { bindAdapter } from "../../src/model/store.ts";
import type { Identity } from "../../src/model/identity.ts";
import { addressOf, decide, findByAddress, findMatches, underStoredId } from "../../src/sign_in/decision.ts";
import { noteMailbox } from "../../src/session/mailbox_note.ts";
import { ADA, GRACE, MAIL, OAUTH, open, toStored, user } from "./_identities.ts";

type Consent = Parameters<typeof decide>[2];

type Matches = Parameters<typeof decide>[1];

const UNKNOWN: Matches = { owner: null, current: null, sameAddress: null, canBeTakenOver: false };
const ASKED: Consent = { link: "requested", isFresh: true };

/** Ada, whose address is only in her session. */
const BARE = user("ada", null);

test("decide() gives a mailbox to the user whose session has its address, and to no other", () => {
  const address = "ADA@example.com";
  const decideMail = (current: Matches["current"], consent: Partial<Consent>, identity = MAIL) =>
    decide(identity, { ...UNKNOWN, current }, { ...ASKED, ...consent });
  assert.deepEqual(decideMail(BARE, { address }), { kind: "verified", user: BARE, ground: "session" });
  assert.deepEqual(decideMail(BARE, { address, isFresh: false }), { kind: "asked", user: BARE });
  const created = { kind: "created" };
  assert.deepEqual(decideMail(null, { address }), created);
  assert.deepEqual(decideMail(BARE, { address: "grace@example.com" }), created);
  assert.deepEqual(decideMail(BARE, { address: null }), created);
  assert.deepEqual(decideMail(BARE, {}), created);
  assert.deepEqual(decideMail(GRACE, { address }), created, "whose row has another address");
  assert.deepEqual(decideMail(BARE, { address: "" }, { ...MAIL, user: { id: "x", email: "" } }), created);
});

/** A passkey that signs in, and one that is registered by Ada. */
const PASSKEY: Identity = {
  user: { id: "derived" },
  account: { provider: "passkey", type: "webauthn", providerAccountId: "credential" },
  stored: {},
};
const NEW_PASSKEY: Identity = {
  ...PASSKEY,
  authenticator: {
    userId: "ada",
    credentialID: "credential",
    providerAccountId: "credential",
    credentialPublicKey: "key",
    counter: 0,
    credentialDeviceType: "singleDevice",
    credentialBackedUp: false,
    transports: null,
  },
};

test("decide() accepts a passkey that belongs to an account, and registers one for the user who asked for it", () => {
  const first = { ...NEW_PASSKEY, authenticator: { ...NEW_PASSKEY.authenticator!, userId: null } };
  assert.deepEqual(decide(PASSKEY, { ...UNKNOWN, owner: ADA }, ASKED), { kind: "found", user: ADA });
  assert.deepEqual(decide(first, UNKNOWN, ASKED), { kind: "created" });
  assert.deepEqual(decide(NEW_PASSKEY, { ...UNKNOWN, current: ADA }, ASKED), {
    kind: "linked",
    user: ADA,
    ground: "session",
  });
});

test("decide() does with an unproven address of another user what their standing allows", () => {
  const decideBy = (identity: Identity, known: Partial<Matches>) =>
    decide(identity, { ...UNKNOWN, sameAddress: ADA, ...known }, ASKED);
  for (const current of [null, GRACE]) {
    assert.deepEqual(decideBy(MAIL, { current }), { kind: "takenOver", user: ADA });
    assert.deepEqual(decideBy(MAIL, { current, standing: "stranger" }), { kind: "takenOver", user: ADA });
    const kept = { kind: "verified", user: ADA, ground: "address" };
    assert.deepEqual(decideBy(MAIL, { current, standing: "kept" }), kept);
    assert.deepEqual(decideBy(MAIL, { current, standing: "released" }), { kind: "created", releases: ADA });
    const asked = { current, standing: "asked" } as const;
    assert.deepEqual(decideBy(MAIL, asked), { ...kept, isDoubtful: true });
    const { kind } = decideBy(MAIL, { current, standing: "stale" });
    assert.equal(kind, "refused", "who is signed in, and hidden, signs in again");
    for (const linksByEmail of [false, true]) {
      const disowned = decideBy({ ...MAIL, linksByEmail, disowns: "ada" }, asked);
      assert.deepEqual(disowned, { kind: "created", releases: ADA });
    }
    assert.deepEqual(decideBy({ ...MAIL, linksByEmail: true }, asked), { ...kept, isDoubtful: true });
    assert.deepEqual(decideBy({ ...MAIL, disowns: "grace" }, asked), { ...kept, isDoubtful: true });
    for (const standing of ["stranger", "kept"] as const) {
      const disowned = decideBy({ ...MAIL, disowns: "ada" }, { current, standing });
      assert.notEqual(disowned.kind, "created", "only who has proven another mailbox can be disowned");
    }
  }
  for (const standing of ["stranger", "kept", "released", "asked"] as const) {
    const own = decideBy(MAIL, { current: ADA, standing });
    assert.deepEqual(own, { kind: "verified", user: ADA, ground: "session" }, "who is signed in keeps all");
  }
});

test("findMatches() finds the standing of a user whose address is unproven, where the identity proves one", async () => {
  const { adapter, context: { store } } = open();
  await adapter.createUser(ADA);
  const standingOf = async (identity: Identity, asks?: boolean) => {
    const matches = await findMatches(identity, null, store, asks);
    return ["standing" in matches, matches.standing, matches.canBeTakenOver];
  };
  const vouched = { ...OAUTH, emailIsVerified: true };
  assert.deepEqual(await standingOf(MAIL), [true, "stranger", false], "a mailed link takes over by itself");
  assert.deepEqual(await standingOf(vouched), [true, "stranger", true]);
  assert.deepEqual(await standingOf(OAUTH), [false, undefined, false]);
  await noteMailbox("ada", "grace@example.com", store);
  for (const identity of [MAIL, vouched]) {
    assert.deepEqual(await standingOf(identity), [true, "released", false]);
  }
  await adapter.rows.store("secondFactors", { ...noSecondFactor("ada"), enabledAt: new Date(0) }, null);
  assert.deepEqual(await standingOf(MAIL), [true, "released", false], "no application asks by default");
  assert.deepEqual(await standingOf(MAIL, true), [true, "asked", false]);
  await adapter.updateUser({ ...ADA, emailVerified: new Date(0) });
  assert.deepEqual(await standingOf(MAIL), [false, undefined, false]);
});

test("findMatches() asks for a session of the user only where they would lose something", async () => {
  const { adapter, context: { store } } = open();
  await adapter.createUser(ADA);
  const asked: string[] = [];
  const standingOf = async (ofHolder: "kept" | "stale" | null) => {
    const matches = await findMatches(MAIL, null, store, false, (id) => (asked.push(id), ofHolder));
    return matches.standing;
  };
  assert.deepEqual([await standingOf(null), await standingOf("kept"), await standingOf("stale")], [
    "stranger",
    "kept",
    "stale",
  ]);
  assert.deepEqual(asked, ["ada", "ada", "ada"]);
  await noteMailbox("ada", ADA.email, store);
  assert.equal(await standingOf("stale"), "kept", "their mailbox was proven before");
  assert.equal(asked.length, 3);
});

test("findByAddress() looks for each spelling of an address, and for a verified one first", async () => {
  const spellings: readonly (readonly [address: string, asked: readonly string[], former?: string])[] = [
    ["ada@example.com", ["ada@example.com"]],
    ["Ada@Example.com", ["ada@example.com", "Ada@Example.com"]],
    ["ada@bücher.example", ["ada@xn--bcher-kva.example", "ada@bücher.example", "ada@bu\u0308cher.example"]],
    ["ada@xn--bcher-kva.example", [
      "ada@xn--bcher-kva.example",
      "ada@bücher.example",
      "ada@bu\u0308cher.example",
    ]],
    ["ada@mail.xn--bcher-kva.example", [
      "ada@mail.xn--bcher-kva.example",
      "ada@mail.bücher.example",
      "ada@mail.bu\u0308cher.example",
    ]],
    ["axn--a@example.com", ["axn--a@example.com"]],
    ["ada@example.com", ["ada@example.com", "ADA@example.com"], "ADA@example.com"],
  ];
  for (const [address, expected, former] of spellings) {
    const asked: string[] = [];
    const getUserByEmail = (each: string) => (asked.push(each), null);
    await findByAddress(address, bindAdapter({ ...Memory(), getUserByEmail }), former);
    assert.deepEqual(new Set(asked), new Set(expected), address);
  }
  const older = user("older", "ADA@example.com");
  const verified = { ...user("verified", "Ada@example.com"), emailVerified: new Date(0) };
  const find = async (verified: typeof older) => {
    const byEmail = (each: string) =>
      each === "ada@example.com" ? older : each === "Ada@example.com" ? verified : null;
    return await findByAddress("Ada@example.com", bindAdapter({ ...Memory(), getUserByEmail: byEmail }));
  };
  assert.equal(await find(verified), verified);
  assert.equal(await find({ ...verified, emailVerified: null }), older);
});

test("decide() says why it refuses", () => {
  const reasonOf = (identity: Identity, known: Partial<Matches>) => {
    const decision = decide(identity, { ...UNKNOWN, ...known }, ASKED);
    assert.equal(decision.kind, "refused");
    return "reason" in decision ? decision.reason : null;
  };
  assert.equal(reasonOf(PASSKEY, {}), "the account of the passkey is gone");
  assert.equal(reasonOf(NEW_PASSKEY, { owner: ADA }), "the passkey is registered already");
  const gone = "the user who asked to register the passkey is no longer signed in";
  assert.equal(reasonOf(NEW_PASSKEY, {}), gone);
  assert.equal(reasonOf(NEW_PASSKEY, { current: GRACE }), gone);
  assert.equal(
    reasonOf(OAUTH, { owner: ADA, current: GRACE }),
    "the account belongs to another user than the one who is signed in",
  );
  assert.equal(reasonOf(OAUTH, { sameAddress: ADA }), "a user with the same address signs in another way");
  assert.equal(
    reasonOf(OAUTH, { former: ADA }),
    'the account at "idp" is stored under its former id, which can pass to another person. To accept such ids, set ' +
      '`acceptFormerAccountIds: true` in the options of "idp"',
  );
});

/** An identity whose account had another id before, and a store in which Ada's account has one of the two. */
async function moved(stored: "sub" | "former" | null, isAccepted = true) {
  const { adapter, context: { store } } = open();
  for (const each of [ADA, GRACE]) await adapter.createUser(each);
  if (stored) await adapter.linkAccount({ ...toStored(OAUTH), providerAccountId: stored, userId: "ada" });
  // Another account of another provider has the same former id.
  await adapter.linkAccount({
    type: "oidc",
    provider: "other",
    providerAccountId: "former",
    userId: "grace",
  });
  return { store, identity: { ...OAUTH, formerAccount: { id: "former", isAccepted } } };
}

test("underStoredId() is the former id, if it is accepted, and if the account is stored under it", async () => {
  const idOf = async (stored: "sub" | "former" | null, isAccepted?: boolean) => {
    const { store, identity } = await moved(stored, isAccepted);
    return await underStoredId(identity, store);
  };
  const { formerAccount, ...rest } = (await moved("former")).identity;
  const account = { ...OAUTH.account, providerAccountId: "former" };
  assert.deepEqual(await idOf("former"), { ...rest, formerAccount, account });
  assert.equal((await idOf("former", false)).account.providerAccountId, "sub");
  assert.equal((await idOf("sub")).account.providerAccountId, "sub");
  assert.equal((await idOf(null)).account.providerAccountId, "sub");
  const { store } = await moved("former");
  assert.equal(await underStoredId(OAUTH, store), OAUTH);
});

test("underStoredId() prefers the id of today, also if the account is stored under both", async () => {
  const { adapter, context: { store } } = open();
  await adapter.createUser(ADA);
  for (const providerAccountId of ["sub", "former"]) {
    await adapter.linkAccount({ ...toStored(OAUTH), providerAccountId, userId: "ada" });
  }
  const identity = { ...OAUTH, formerAccount: { id: "former", isAccepted: true } };
  assert.equal(await underStoredId(identity, store), identity);
});

test("findMatches() finds the user of the former id, unless the account is stored under that of today", async () => {
  const formerOf = async (stored: "sub" | "former" | null) => {
    const { store, identity } = await moved(stored);
    return await findMatches(identity, null, store);
  };
  assert.deepEqual((await formerOf("former")).former, ADA);
  for (const stored of ["sub", null] as const) assert.equal("former" in await formerOf(stored), false);
  const { store } = await moved("former");
  assert.equal("former" in await findMatches(OAUTH, null, store), false);
});

test("findMatches() does not ask the database for a user where no one is signed in", async () => {
  const asked: string[] = [];
  const adapter = Memory();
  const getUser = (id: string) => (asked.push(id), adapter.getUser(id));
  await findMatches(OAUTH, null, bindAdapter({ ...adapter, getUser }));
  assert.deepEqual(asked, []);
});

test("findMatches() does not protect an account of a type that it does not know", async () => {
  const { adapter, context: { store } } = open();
  await adapter.createUser(ADA);
  // A row of another library.
  await adapter.linkAccount({ ...toStored(OAUTH), type: "saml" as "oidc", provider: "other", userId: "ada" });
  assert.equal((await findMatches({ ...OAUTH, emailIsVerified: true }, null, store)).canBeTakenOver, true);
});

test("findMatches() finds no user for a provider that vouches for an address that no one has", async () => {
  const { context: { store } } = open();
  assert.deepEqual(await findMatches({ ...OAUTH, emailIsVerified: true }, null, store), UNKNOWN);
});

test("addressOf() is `email`, unless a provider writes a name there", () => {
  const of = (identity: Identity, email: string | null) =>
    addressOf({ ...identity, user: { id: "1", email } });
  assert.equal(of(OAUTH, "ada@example.com"), "ada@example.com");
  assert.equal(of(OAUTH, "ada"), null);
  assert.equal(of(OAUTH, ""), null);
  assert.equal(of(OAUTH, null), null);
  assert.equal(of(MAIL, "ada"), "ada", "a mail has reached it");
  assert.equal(of(MAIL, ""), null);
});

test("decide() signs in with an account that the user who asks to link it has already", () => {
  assert.deepEqual(decide(OAUTH, { ...UNKNOWN, owner: ADA, current: ADA }, ASKED), {
    kind: "found",
    user: ADA,
  });
});
