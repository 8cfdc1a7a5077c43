import assert from "node:assert/strict";
import { test } from "node:test";
import { ADA, GRACE, MAIL, OAUTH, open, PROVEN, toStored, user, VOUCHED } from "./_identities.ts";
import type { Decision } from "../../src/model/decision.ts";
import { decide, findByAddress, findMatches } from "../../src/sign_in/decision.ts";
import type { Identity } from "../../src/model/identity.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { bindAdapter } from "../../src/model/store.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";

type Consent = Parameters<typeof decide>[2];

type Matches = Parameters<typeof decide>[1];

/** Its address may link it to a user. */
const LINKING: Identity = { ...OAUTH, linksByEmail: true };

const UNKNOWN: Matches = { owner: null, current: null, sameAddress: null, canBeTakenOver: false };

/** What is proven, what is known, whether the user wants to link, and what becomes of it. */
const DECISIONS: readonly (readonly [
  what: string,
  identity: Identity,
  known: Partial<Matches> & Partial<Consent>,
  kind: Decision["kind"],
  id?: string,
])[] = [
  ["an unknown account", OAUTH, {}, "created"],
  ["a known account", OAUTH, { owner: ADA }, "found", "ada"],
  ["a known account of the user who is signed in", OAUTH, { owner: ADA, current: ADA }, "found", "ada"],
  [
    "a known account whose address another user has",
    OAUTH,
    {
      owner: GRACE,
      sameAddress: ADA,
    },
    "found",
    "grace",
  ],
  [
    "a known account of another user than is signed in",
    OAUTH,
    {
      owner: GRACE,
      current: ADA,
    },
    "found",
    "grace",
  ],
  [
    "an account that is stored under a former id that may be another person's",
    OAUTH,
    { former: ADA },
    "refused",
  ],
  ["the same, whatever its address proves", { ...VOUCHED, linksByEmail: true }, {
    former: ADA,
    sameAddress: ADA,
    canBeTakenOver: true,
  }, "refused"],
  [
    "the same, to another user who is signed in",
    OAUTH,
    { former: ADA, current: GRACE, link: "requested" },
    "refused",
  ],
  [
    "the same, to its owner who is signed in and asks for it",
    OAUTH,
    {
      former: ADA,
      current: ADA,
      link: "requested",
    },
    "linked",
    "ada",
  ],
  ["a request to link a known account of another user than is signed in (AL-06)", OAUTH, {
    owner: GRACE,
    current: ADA,
    link: "requested",
  }, "refused"],
  ["consent to link a known account of another user than is signed in", OAUTH, {
    owner: GRACE,
    current: ADA,
    link: "agreed",
  }, "refused"],
  ["an unknown account while a user is signed in", OAUTH, { current: GRACE }, "asked", "grace"],
  [
    "an unknown account, vouched for, while a user is signed in",
    VOUCHED,
    {
      current: GRACE,
      sameAddress: ADA,
      canBeTakenOver: true,
    },
    "asked",
    "grace",
  ],
  [
    "an account that links by address, while another user is signed in",
    LINKING,
    {
      current: GRACE,
      sameAddress: ADA,
    },
    "asked",
    "grace",
  ],
  [
    "a fresh request to link an unknown account",
    OAUTH,
    {
      current: GRACE,
      link: "requested",
    },
    "linked",
    "grace",
  ],
  [
    "a request to link that is not fresh",
    OAUTH,
    {
      current: GRACE,
      link: "requested",
      isFresh: false,
    },
    "asked",
    "grace",
  ],
  [
    "consent to link that was given on the page, in an old session (AC-13)",
    OAUTH,
    {
      current: GRACE,
      link: "agreed",
      isFresh: false,
    },
    "asked",
    "grace",
  ],
  [
    "a request to link an account whose address another user has",
    OAUTH,
    {
      current: GRACE,
      sameAddress: ADA,
      link: "requested",
    },
    "linked",
    "grace",
  ],
  [
    "consent to link that was given on the page, in a fresh session",
    OAUTH,
    {
      current: GRACE,
      link: "agreed",
    },
    "linked",
    "grace",
  ],
  [
    "an account that links by the address of the user who is signed in, in an old session (AC-13)",
    LINKING,
    {
      current: ADA,
      sameAddress: ADA,
      link: "agreed",
      isFresh: false,
    },
    "asked",
    "ada",
  ],
  [
    "a known account of the user who is signed in, in an old session",
    OAUTH,
    {
      owner: ADA,
      current: ADA,
      isFresh: false,
    },
    "found",
    "ada",
  ],
  ["a request to link while no one is signed in", OAUTH, { link: "requested" }, "created"],
  [
    "an unknown account of a taken address (AL-01)",
    OAUTH,
    { sameAddress: ADA, canBeTakenOver: true },
    "refused",
  ],
  ["an unknown account of a verified address (AL-01)", OAUTH, { sameAddress: PROVEN }, "refused"],
  [
    "an unknown account, vouched for, of a free address",
    VOUCHED,
    {
      sameAddress: ADA,
      canBeTakenOver: true,
    },
    "takenOver",
    "ada",
  ],
  ["an unknown account, vouched for, of an address that is not free", VOUCHED, {
    sameAddress: ADA,
  }, "refused"],
  ["an unknown account, vouched for, of a verified address", VOUCHED, { sameAddress: PROVEN }, "refused"],
  ["an account that links by address", LINKING, { sameAddress: ADA }, "linked", "ada"],
  ["an account that links by a verified address", LINKING, { sameAddress: ADA }, "linked", "ada"],
  ["an account that links by an address that no user has", LINKING, {}, "created"],
  ["a mailbox that no user has", MAIL, {}, "created"],
  ["a mailbox that no user has, while a user is signed in", MAIL, { current: GRACE }, "created"],
  ["a mailbox that was verified before", MAIL, { sameAddress: PROVEN }, "found", "ada"],
  [
    "a mailbox that was verified before, of another user than is signed in",
    MAIL,
    {
      sameAddress: PROVEN,
      current: GRACE,
    },
    "found",
    "ada",
  ],
  ["a mailbox that was never verified (AL-04)", MAIL, { sameAddress: ADA }, "takenOver", "ada"],
  [
    "a mailbox that was never verified, of another user than is signed in",
    MAIL,
    {
      sameAddress: ADA,
      current: GRACE,
    },
    "takenOver",
    "ada",
  ],
  [
    "the mailbox of the user who is signed in",
    MAIL,
    {
      sameAddress: ADA,
      current: ADA,
    },
    "verified",
    "ada",
  ],
  [
    "the mailbox of the user who is signed in, in an old session (AC-13)",
    MAIL,
    {
      sameAddress: ADA,
      current: ADA,
      isFresh: false,
    },
    "asked",
    "ada",
  ],
  [
    "the verified mailbox of the user who is signed in, in an old session",
    MAIL,
    {
      sameAddress: PROVEN,
      current: PROVEN,
      isFresh: false,
    },
    "found",
    "ada",
  ],
  [
    "a mailbox that was never verified, where mail links by address",
    { ...MAIL, linksByEmail: true },
    {
      sameAddress: ADA,
    },
    "verified",
    "ada",
  ],
];

for (const [what, identity, { link = "none", isFresh = true, ...known }, kind, id] of DECISIONS) {
  test(`decide() gives the decision "${kind}" to ${what}`, () => {
    const decision = decide(identity, { ...UNKNOWN, ...known }, { link, isFresh });
    assert.equal(decision.kind, kind);
    assert.equal("user" in decision ? decision.user.id : undefined, id);
  });
}

test("decide() says whether the session or the address gives an account to a user", () => {
  const groundOf = (identity: Identity, known: Partial<Matches>) => {
    const decision = decide(identity, { ...UNKNOWN, ...known }, { link: "agreed", isFresh: true });
    return "ground" in decision ? decision.ground : null;
  };
  assert.equal(groundOf(OAUTH, { current: GRACE }), "session");
  assert.equal(groundOf(LINKING, { current: ADA, sameAddress: ADA }), "session");
  assert.equal(groundOf(MAIL, { current: ADA, sameAddress: ADA }), "session");
  assert.equal(groundOf(LINKING, { sameAddress: ADA }), "address");
  assert.equal(groundOf({ ...MAIL, linksByEmail: true }, { current: ADA, sameAddress: ADA }), "address");
  assert.equal(groundOf(OAUTH, { owner: ADA, current: ADA }), null);
});

test("findMatches() asks for the account's owner, the current user and the user with the address", async () => {
  const { adapter, context: { store } } = open();
  for (const each of [ADA, GRACE]) await adapter.createUser(each);
  await adapter.linkAccount({ ...toStored(OAUTH), userId: "grace" });
  const known = { owner: GRACE, current: ADA, sameAddress: ADA, canBeTakenOver: false };
  assert.deepEqual(await findMatches(OAUTH, "ada", store), known);
  assert.deepEqual(await findMatches(OAUTH, "gone", store), { ...known, current: null });
  const nameless = { ...OAUTH, user: { id: "x", email: null } };
  assert.deepEqual(await findMatches(nameless, null, store), { ...known, current: null, sameAddress: null });
});

test("findMatches() lets an address be taken over that is not verified, of a user without an account at a provider", async () => {
  const canBeTakenOver = async (adapter: Adapter, identity = VOUCHED) =>
    (await findMatches(identity, null, bindAdapter(adapter))).canBeTakenOver;
  const { listAccountsByUserId: _, ...mute } = Memory();
  for (const adapter of [Memory(), mute as Adapter]) await adapter.createUser!(ADA);
  assert.equal(await canBeTakenOver(mute as Adapter), false);
  for (const type of ["oauth", "oidc", "webauthn", "credentials", "email"] as const) {
    const adapter = Memory();
    await adapter.createUser(ADA);
    assert.equal(await canBeTakenOver(adapter), true);
    assert.equal(await canBeTakenOver(adapter, OAUTH), false);
    await adapter.linkAccount({ provider: "other", type, providerAccountId: "1", userId: "ada" });
    assert.equal(await canBeTakenOver(adapter), type !== "oauth" && type !== "oidc", type);
    await adapter.updateUser(PROVEN);
    assert.equal(await canBeTakenOver(adapter), false);
  }
});

test("findMatches() does not accept a linked account as proof of a mailbox", async () => {
  const { adapter, context: { store } } = open();
  await adapter.createUser(GRACE);
  await adapter.linkAccount({ ...toStored(MAIL), userId: "grace" });
  assert.deepEqual(await findMatches(MAIL, null, store), UNKNOWN);
});

test("findByAddress() accepts only the exact address, ignoring case", async () => {
  const stored = user("1", "Ada@Example.com");
  const { store } = open({ ...Memory(), getUserByEmail: () => stored }).context;
  for (const address of ["Ada@Example.com", "ada@example.com", "ADA@EXAMPLE.COM", "ada@example.com "]) {
    assert.equal(await findByAddress(address, store), stored);
  }
  for (
    const address of ["adá@example.com", "ada @example.com", "\u212Ada@example.com", "ada@example.co", ""]
  ) {
    assert.equal(await findByAddress(address, store), null, address);
  }
  const without = open({ ...Memory(), getUserByEmail: () => user("2", null) }).context;
  assert.equal(await findByAddress("", without.store), null);
});
