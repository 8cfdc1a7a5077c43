import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { parseBase64Url, toBase64Url, toHex } from "../../src/crypto/bytes.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { WebAuthn } from "../../src/providers/webauthn.ts";
import { createRandom, type Random } from "../_random.ts";
import { seenCalls } from "./_database.ts";
import { EMAIL, openWithAda } from "./_passkey_attacks.ts";
import { ADA, openPasskeys, type PasskeyWorld } from "./_passkeys.ts";
import { SECRET } from "./_world.ts";

/** How many addresses there are of each sort. */
const PEOPLE = 600;

/** How many there are where a test asks with two of them. */
const FEW = 3;

/** What passkeys are like: length of the id in bytes, how it is made, and how the authenticator is reached. */
const AUTHENTICATORS: readonly (readonly [number, "random" | "UUID", readonly string[]])[] = [
  [16, "random", ["hybrid", "internal"]],
  [16, "UUID", ["hybrid", "internal"]],
  [16, "UUID", []],
  [20, "random", ["hybrid", "internal"]],
  [20, "random", ["internal"]],
  [32, "random", ["internal"]],
  [32, "random", ["internal", "hybrid"]],
  [48, "random", ["nfc", "usb"]],
  [64, "random", ["usb"]],
  [64, "random", ["nfc", "usb", "ble"]],
];

test("GET webauthn-options shows nothing by which an address with an account differs from one without (WA-16)", async () => {
  const world = await populated(PEOPLE);
  const seen: Record<"known" | "unknown", Features[]> = { known: [], unknown: [] };
  for (let i = 0; i < PEOPLE; i++) {
    seen.known.push(await look(world, `known${pad(i)}@example.com`));
    seen.unknown.push(await look(world, `other${pad(i)}@example.com`));
  }
  const features = Object.keys(seen.known[0]!);
  assert.ok(features.length > 30, features.join());
  for (const feature of features) {
    const hits = learn(seen, feature);
    // A coin hits half of 600, give or take 12.2: four times that is a chance of 1 in 16 000 for each feature.
    assert.ok(hits < PEOPLE / 2 + 49, `${feature} tells ${hits} of ${PEOPLE}`);
  }
});

test("GET webauthn-options names the same credentials when it is asked again, and others for another (WA-16)", async () => {
  const world = await populated(FEW);
  const seen = new Set<string>();
  const emails = ["known001@example.com", "known002@example.com", "other001@example.com", "x@example.com"];
  for (const email of emails) {
    const { everything = "" } = await look(world, email);
    assert.equal((await look(world, ` ${email.toUpperCase()}`)).everything, everything);
    seen.add(everything);
  }
  assert.equal(seen.size, emails.length);
});

test("GET webauthn-options names the same credentials after a new secret is put first", async () => {
  const adapter = Memory();
  const before = await populated(FEW, adapter);
  const after = openPasskeys({
    adapter,
    providers: [WebAuthn()],
    secret: ["a-new-secret-of-forty-characters-for-tests", SECRET],
  });
  for (const email of ["known001@example.com", "known002@example.com", "other001@example.com"]) {
    assert.equal((await look(before, email)).everything, (await look(after, email)).everything);
  }
});

test("GET webauthn-options makes as many calls of the database for up to four passkeys as for none", async () => {
  const calls: string[] = [];
  const adapter = Memory();
  const world = openPasskeys({ adapter: counted(adapter, calls), providers: [WebAuthn()] });
  const random = createRandom(1);
  const seen = [];
  for (let passkeys = 0; passkeys <= 4; passkeys++) {
    const email = `with${passkeys}@example.com`;
    await storePerson(adapter, email, AUTHENTICATORS.slice(0, passkeys), random);
    calls.length = 0;
    await world.another().options({ action: "authenticate", email });
    seen.push(calls.join());
  }
  calls.length = 0;
  await world.another().options({ action: "authenticate", email: "nobody@example.com" });
  assert.deepEqual(seen, Array(5).fill(calls.join()));
  assert.ok(calls.includes("getUserByAccount") && calls.includes("listAuthenticatorsByUserId"));
});

test("WebAuthn() names other credentials for each provider, whether or not an address has an account", async () => {
  const adapter = Memory();
  await populated(FEW, adapter);
  const providers = [WebAuthn(), WebAuthn({ id: "key", enableConditionalUI: false })];
  const world = openPasskeys({ adapter, providers });
  for (const email of ["known001@example.com", "other001@example.com"]) {
    const ids = await Promise.all(["webauthn", "key"].map(async (provider) => {
      const { options } = await world.another().ask({ action: "authenticate", email }, provider);
      return options.allowCredentials!.map(({ id }) => id);
    }));
    assert.equal(new Set(ids.flat()).size, 24, email);
  }
});

test("WebAuthn() signs in with a credential of any length, hidden or not", async () => {
  const world = openPasskeys({ providers: [WebAuthn()] });
  for (const length of [1, 16, 20, 33, 64, 200, 1023]) {
    const ada = world.another();
    const email = `ada${length}@example.com`;
    const id = toBase64Url(new Uint8Array(length).fill(length));
    await ada.register({ email }, { id });
    await ada.signOut();
    const { options } = await ada.ask({ action: "authenticate", email });
    assert.ok(options.allowCredentials!.some((credential) => credential.id === id));
    await ada.authenticate({ email });
    assert.equal((await ada.session())?.user.email, email, world.log());
  }
});

test("WebAuthn() signs in with each of many credentials of one kind", async () => {
  const world = openPasskeys({ providers: [WebAuthn()] });
  await world.register();
  for (let i = 0; i < 4; i++) await world.register({ link: "true" });
  for (const credential of world.authenticator.credentials) {
    await world.signOut();
    await world.authenticate({ email: "ada@example.com" }, { credential });
    assert.equal((await world.session())?.user.email, "ada@example.com", world.log());
  }
});

test("GET webauthn-options for a sign-in does not reveal whether an address has an account (WA-16)", async () => {
  const world = await openWithAda({ providers: [WebAuthn()] });
  await world.adapter.createUser({ id: "2", email: "bob@example.com", emailVerified: null });
  const asked: [string[], number, unknown[]][] = [];
  for (const email of [EMAIL, "bob@example.com", "nobody@example.com"]) {
    const response = await world.another().options({ action: "authenticate", email });
    const [cookie] = response.headers.getSetCookie();
    const { action, options } = await response.json();
    assert.equal(action, "authenticate");
    const kinds = options.allowCredentials.map((
      { id, type, transports }: { id: string; type: string; transports: string[] },
    ) => [/^[\w-]{20,}$/.test(id), type, Array.isArray(transports)]);
    asked.push([Object.keys(options), cookie!.length, kinds]);
  }
  assert.deepEqual(asked[1], asked[0]);
  assert.deepEqual(asked[2], asked[0]);
});

test("GET webauthn-options for a registration does not reveal whether an address has an account (WA-16)", async () => {
  for (const provider of [Passkey(), WebAuthn()]) {
    const world = openPasskeys({ providers: [provider] });
    await world.adapter.createUser({
      id: "1",
      name: "Ada Lovelace",
      email: "Ada@Example.com",
      emailVerified: null,
      image: "https://example.com/ada.png",
    });
    // Memory finds addresses to the letter; a database may not care for case.
    world.adapter.getUserByEmail = (email) =>
      email.toLowerCase() === EMAIL ? world.adapter.getUser("1") : Promise.resolve(null);
    const seen = [];
    for (const email of ["ada@example.com", "bob@example.com"]) {
      const response = await world.another().options({ action: "register", email });
      const [cookie] = response.headers.getSetCookie();
      const { options } = await response.json();
      seen.push([
        cookie!.length,
        JSON.stringify({ ...options, challenge: "", user: { ...options.user, id: "" } }).replaceAll(
          email,
          "…",
        ),
      ]);
    }
    assert.deepEqual(seen[1], seen[0]);
  }
});

test("GET webauthn-options does not reveal an account by the name of a new user (WA-16)", async () => {
  const provider = Passkey({
    getUserInfo: async ({ fields, findByAddress }) => {
      const found = await findByAddress(fields.email!);
      return found.exists ? found : { user: { ...found.user, name: fields.name }, exists: false };
    },
  });
  const world = openPasskeys({ providers: [provider] });
  await world.adapter.createUser({ id: "1", name: "Ada", email: EMAIL, emailVerified: null });
  const shown = [];
  for (const email of [EMAIL, "bob@example.com"]) {
    const { options: { user } } = await world.another().ask({ action: "register", email, name: "Somebody" });
    shown.push(JSON.stringify({ ...user, id: "" }).replaceAll(email, "…"));
  }
  assert.equal(shown[1], shown[0]);
});

test("Passkey() asks for no credential in particular, whatever address is asked with (WA-16)", async () => {
  const world = await openWithAda();
  const { options } = await world.ask({ action: "authenticate", ...ADA });
  assert.equal("allowCredentials" in options, false);
});

type Features = Readonly<Record<string, string>>;

/** A world with many users: of each sort of authenticator, with one or several, and some without. */
async function populated(people: number, adapter = Memory()): Promise<PasskeyWorld> {
  const random = createRandom(42);
  for (let i = 0; i < people; i++) {
    const own = AUTHENTICATORS.filter((_, kind) =>
      kind === i % AUTHENTICATORS.length || random.below(8) === 0
    );
    // A third passkey of one kind can be seen: `WebAuthn` says so.
    await storePerson(adapter, `known${pad(i)}@example.com`, own.filter(isAtMostSecond), random);
  }
  return openPasskeys({ adapter, providers: [WebAuthn()] });
}

function isAtMostSecond(
  [length, form]: (typeof AUTHENTICATORS)[number],
  index: number,
  all: typeof AUTHENTICATORS,
): boolean {
  return all.slice(0, index).filter((it) => it[0] === length && it[1] === form).length < 2;
}

async function storePerson(
  adapter: Required<Adapter>,
  email: string,
  own: typeof AUTHENTICATORS,
  { below }: Random,
): Promise<void> {
  const user = await adapter.createUser({ id: email, email, emailVerified: null });
  for (const [length, form, transports] of own) {
    const bytes = Uint8Array.from({ length }, () => below(256));
    if (form === "UUID") {
      bytes[6] = bytes[6]! & 0x0f | 0x40;
      bytes[8] = bytes[8]! & 0x3f | 0x80;
    }
    const credentialID = btoa(String.fromCharCode(...bytes));
    await adapter.linkAccount({
      userId: user.id,
      type: "webauthn",
      provider: "webauthn",
      providerAccountId: credentialID,
    });
    await adapter.createAuthenticator({
      userId: user.id,
      credentialID,
      providerAccountId: credentialID,
      credentialPublicKey: "",
      counter: 0,
      credentialDeviceType: "singleDevice",
      credentialBackedUp: false,
      transports: transports.join() || null,
    });
  }
}

/** What an observer sees of an answer, in all the ways that came to mind. */
async function look(world: PasskeyWorld, email: string): Promise<Features> {
  const response = await world.another().options({ action: "authenticate", email });
  const text = await response.text();
  const { action, options } = JSON.parse(text);
  const credentials: { id: string }[] = options.allowCredentials;
  const ids = credentials.map(({ id }) => parseBase64Url(id)!);
  const [cookie, ...more] = response.headers.getSetCookie();
  return {
    everything: JSON.stringify({ ...options, challenge: "" }),
    status: `${response.status} ${action}`,
    size: `${text.length}`,
    headers: [...response.headers.keys()].join(),
    cookie: `${cookie!.length} ${cookie!.replace(/\.[\w-]{16}=[^;]*/, "")} ${more.length}`,
    fields: Object.keys(options).join(),
    others: JSON.stringify({ ...options, challenge: "", allowCredentials: null }),
    shapes: credentials.map((it) => JSON.stringify({ ...it, id: "" })).join(),
    count: `${ids.length}`,
    kinds: ids.map((id) => `${id.length} ${isUuid(id)}`).sort().join(),
    lengthsInOrder: ids.map(({ length }) => (length > 32 ? "long" : "short")).slice(0, 3).join(),
    isSorted: `${credentials.every(({ id }, i) => i === 0 || credentials[i - 1]!.id < id)}`,
    ...Object.fromEntries(ids.flatMap((id, i) => [
      [`length ${i}`, `${id.length}`],
      [`first ${i}`, `${id[0]! >> 6}`],
      [`last ${i}`, `${id.at(-1)! & 3}`],
      [`bits ${i}`, `${id.reduce((sum, byte) => sum + (byte & 1), 0) & 1}`],
    ])),
  };
}

/** Learns from one half which values of a feature known addresses have, and tells how often that is right of the other. */
function learn(
  { known, unknown }: Record<"known" | "unknown", readonly Features[]>,
  feature: string,
): number {
  const half = PEOPLE / 2;
  const score = new Map<string, number>();
  for (const [people, weight] of [[known, 1], [unknown, -1]] as const) {
    for (const { [feature]: value } of people.slice(0, half)) {
      score.set(value!, (score.get(value!) ?? 0) + weight);
    }
  }
  const guess = (value: string, i: number) => (score.get(value) || (i % 2 ? 1 : -1)) > 0;
  return known.slice(half).filter((it, i) => guess(it[feature]!, i)).length +
    unknown.slice(half).filter((it, i) => !guess(it[feature]!, i)).length;
}

function isUuid(id: Uint8Array): boolean {
  return id.length === 16 && /^.{12}4.{3}[89ab]/.test(toHex(id));
}

function pad(i: number): string {
  return `${i}`.padStart(3, "0");
}

function counted(adapter: Required<Adapter>, calls: string[]): Required<Adapter> {
  return seenCalls(adapter, (method, run) => {
    calls.push(method);
    return run();
  });
}
