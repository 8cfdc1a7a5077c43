import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter, AdapterSecondFactor } from "../../src/adapters/contract/types.ts";
import type { Identity } from "../../src/model/identity.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import { bindAdapter } from "../../src/model/store.ts";
import { emptyRow } from "../../src/shapes/security.ts";
import { noteMailbox } from "../../src/session/mailbox_note.ts";
import { type Standing, standingOf } from "../../src/sign_in/standing.ts";
import { ADA, MAIL } from "./_identities.ts";
import { withoutRows, withRows } from "../_with_rows.ts";

interface Known {
  /** What is noted; absent without a note. */
  readonly note?: string | null;
  readonly factor?: Partial<AdapterSecondFactor>;
  readonly asks?: boolean;
  /** The password that is typed, and the stored one. */
  readonly typed?: Identity["outcome"];
  readonly stored?: { readonly passwordHash: string | null; readonly passwordIsProven: boolean };
  /** Default: Ada's. */
  readonly email?: string | null;
  /** Another database with what is stored. */
  readonly own?: (memory: Required<Adapter>) => Adapter;
}

const APP = { enabledAt: new Date(1), totpSecret: "sealed", totpStep: 7 };
const OTHER = "old@example.com";
const PROVEN = { passwordHash: "hash", passwordIsProven: true };

const missing = () =>
  Promise.reject(Object.assign(new Error("There is no table"), { name: "MissingTableError" }));

const STANDINGS: readonly (readonly [what: string, known: Known, standing: Standing])[] = [
  ["of whom nothing is known", {}, "stranger"],
  ["with a factor that is off", { factor: { ...APP, enabledAt: null } }, "stranger"],
  ["with an app from before the notes", { factor: APP }, "released"],
  ["with passkeys from before the notes", { factor: { ...APP, totpSecret: null, totpStep: 0 } }, "released"],
  ["with an app from before the notes, who types the password", {
    factor: APP,
    typed: { hash: "hash" },
    stored: PROVEN,
  }, "kept"],
  ["whose app has never had a code accepted", { factor: { ...APP, totpStep: 0 } }, "stranger"],
  ["who has set an app up without a proof", { note: null, factor: APP }, "stranger"],
  ["who has set an app up without a proof, where it is asked for", {
    note: null,
    factor: APP,
    asks: true,
  }, "stranger"],
  ["who has proven the address", { note: ADA.email }, "kept"],
  ["who has proven the address, in another spelling", { note: "ADA@Example.com" }, "kept"],
  ["who has proven another address", { note: OTHER }, "released"],
  ["who has proven another address, and has none now", { note: OTHER, email: null }, "released"],
  ["who has proven another address, without a factor", { note: OTHER, asks: true }, "released"],
  ["who has proven another address, with a factor", { note: OTHER, factor: APP, asks: true }, "asked"],
  ["who has proven another address, with a factor, and types the password", {
    note: OTHER,
    factor: APP,
    asks: true,
    typed: { hash: "hash" },
    stored: PROVEN,
  }, "kept"],
  [
    "who has proven another address, with a factor that is not asked for",
    { note: OTHER, factor: APP },
    "released",
  ],
  [
    "who has proven another address, and types the password",
    { note: OTHER, typed: { hash: "hash" }, stored: PROVEN },
    "kept",
  ],
  [
    "who has proven another address, and types a password that is not proven",
    { note: OTHER, typed: { hash: "hash" }, stored: { ...PROVEN, passwordIsProven: false } },
    "released",
  ],
  [
    "who has proven another address, and types another password",
    { note: OTHER, typed: { hash: "other" }, stored: PROVEN },
    "released",
  ],
  [
    "who has proven another address, and has typed the password, whose hash was of an earlier cost",
    { note: OTHER, typed: { hash: "newer", isKept: true, ofUser: "ada" }, stored: PROVEN },
    "kept",
  ],
  [
    "who has proven another address, where the password of another user was typed",
    { note: OTHER, typed: { hash: "hash", isKept: true, ofUser: "grace" }, stored: PROVEN },
    "released",
  ],
  [
    "who has proven another address, and has no password",
    { note: OTHER, typed: { hash: null }, stored: { ...PROVEN, passwordHash: null } },
    "released",
  ],
  ["who has proven another address, and types a password where none is", {
    note: OTHER,
    typed: { hash: "hash" },
  }, "released"],
  ["with an app, where the tables of notes are missing", {
    factor: APP,
    own: (memory) => withRows(memory, "security", { find: missing }),
  }, "released"],
  ["where the database keeps neither factors nor notes", {
    factor: APP,
    own: withoutRows,
  }, "stranger"],
  ["where the table of factors is missing", {
    factor: APP,
    own: (memory) => withRows(memory, "secondFactors", { find: missing }),
  }, "stranger"],
];

for (const [what, { note, factor, asks = false, typed, stored, own, ...known }, standing] of STANDINGS) {
  test(`standingOf() says what a mailbox may do with a user ${what}: "${standing}"`, async () => {
    const memory = Memory();
    const whole = bindAdapter(memory);
    await memory.createUser(ADA);
    if (note !== undefined) await noteMailbox("ada", note, whole);
    if (factor) await memory.rows.store("secondFactors", { ...noSecondFactor("ada"), ...factor }, null);
    if (stored) await memory.rows.store("security", { ...emptyRow("ada"), ...stored }, null);
    const store = own ? bindAdapter(own(memory)) : whole;
    const identity = { ...MAIL, ...typed && { outcome: typed } };
    assert.equal(await standingOf({ ...ADA, ...known }, { identity, store, asks }), standing);
  });
}

test("standingOf() fails if the database does: no user is taken over then", async () => {
  for (const kind of ["security", "secondFactors"] as const) {
    const store = bindAdapter(withRows(Memory(), kind, { find: () => Promise.reject(new Error("down")) }));
    await assert.rejects(standingOf(ADA, { identity: MAIL, store, asks: true }), /down|failed/);
  }
});
