/**
 * A rule of the adapter contract, its test data and its assertions.
 *
 * @module
 */

import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../../adapters/contract/types.ts";

/** One rule. The methods in `needs` exist when it runs; others can be absent. */
export interface Rule {
  /** Method and criterion. */
  readonly name: string;
  /** The methods that it calls. */
  readonly needs: readonly (keyof Adapter)[];
  /** Rejects if the adapter breaks the rule. */
  run(adapter: Required<Adapter>): Promise<void>;
}

/** Milliseconds. */
export const HOUR = 3_600_000;

/** A time in the future, with milliseconds. @param hours How far. */
export function inHours(hours: number): Date {
  return new Date(Math.floor(Date.now() / 1000) * 1000 + hours * HOUR + 123);
}

/** A unique name. */
export function unique(): string {
  return crypto.randomUUID();
}

/** A new user, not stored. */
export function someUser(fields: Partial<AdapterUser> = {}): AdapterUser {
  const id = unique();
  return {
    id,
    name: "Ada Lovelace",
    email: `${id}@example.com`,
    emailVerified: new Date("2026-02-03T04:05:06.789Z"),
    image: "https://example.com/ada.png",
    ...fields,
  };
}

/** An account without a user, with all fields. */
export function someAccount(fields: Partial<AdapterAccount> = {}): Omit<AdapterAccount, "userId"> {
  return {
    type: "oidc",
    provider: "example",
    providerAccountId: unique(),
    access_token: "access",
    refresh_token: "refresh",
    id_token: "id",
    expires_at: 1_900_000_000,
    scope: "openid email",
    token_type: "bearer",
    session_state: "state",
    authorization_details: [{ type: "payment", limits: { EUR: [10, 20.5] }, open: true, note: null }],
    ...fields,
  };
}

/** A new authenticator, not stored. */
export function someAuthenticator(userId: string): AdapterAuthenticator {
  return {
    credentialID: unique(),
    userId,
    providerAccountId: unique(),
    credentialPublicKey: "cHVibGljIGtleQ==",
    counter: 4_294_967_295,
    credentialDeviceType: "multiDevice",
    credentialBackedUp: true,
    transports: "internal,hybrid",
  };
}

/** A new token, not stored. */
export function someToken(fields: Partial<VerificationToken> = {}): VerificationToken {
  return { identifier: `${unique()}@example.com`, token: unique(), expires: inHours(1), ...fields };
}

/** Stores a user. */
export async function storeUser(adapter: Adapter, fields: Partial<AdapterUser> = {}): Promise<AdapterUser> {
  return await adapter.createUser!(someUser(fields));
}

/** Stores an account of a user. */
export async function storeAccount(adapter: Adapter, userId: string): Promise<AdapterAccount> {
  const account = { ...someAccount(), userId };
  await adapter.linkAccount!(account);
  return account;
}

/** Stores a session of a user. @param hours How long it lasts. */
export async function storeSession(adapter: Adapter, userId: string, hours = 1): Promise<AdapterSession> {
  const session = { sessionToken: unique(), userId, expires: inHours(hours) };
  await adapter.createSession!(session);
  return session;
}

/** Number of concurrent calls. */
export const RACERS = 20;

/** Makes concurrent calls; resolves to their outcomes. */
export async function race<T>(
  call: (index: number) => T,
  racers = RACERS,
): Promise<PromiseSettledResult<Awaited<T>>[]> {
  // Async, so that a method that throws counts as one that rejects.
  return await Promise.allSettled(Array.from({ length: racers }, async (_, index) => await call(index)));
}

/** Throws unless one of the calls has resolved to `true`, and none was rejected; returns the index of that one. */
export function assertOneWins(outcomes: readonly PromiseSettledResult<boolean>[]): number {
  const [failed] = outcomes.filter((outcome) => outcome.status === "rejected");
  assertTrue(!failed, `a change was rejected: ${failed?.reason}`);
  const winners = outcomes.flatMap((outcome, index) =>
    outcome.status === "fulfilled" && outcome.value ? [index] : []
  );
  assertTrue(winners.length === 1, `${winners.length} changes were made`);
  return winners[0]!;
}

/** Throws unless the condition holds. */
export function assertTrue(holds: boolean, complaint: string): asserts holds {
  if (!holds) throw new Error(complaint);
}

/**
 * Throws unless the value has the expected fields. Dates are compared to the second; `null` equals `undefined`; further
 * fields are allowed.
 */
export function assertFields(actual: unknown, expected: object | null, what: string): void {
  if (!expected) return assertTrue(isNothing(actual), `${what} is ${show(actual)}, expected null`);
  assertTrue(
    typeof actual === "object" && !!actual,
    `${what} is ${show(actual)}, expected ${show(expected)}`,
  );
  for (const [field, value] of Object.entries(expected)) {
    const found = (actual as Record<string, unknown>)[field];
    assertTrue(isSame(found, value), `${what} has ${field} ${show(found)}, expected ${show(value)}`);
  }
}

/** The same as `assertFields`, for a list in any order. @param key Field that identifies an element. */
export function assertList<T extends object>(
  actual: readonly T[],
  expected: readonly T[],
  key: keyof T & string,
): void {
  assertTrue(Array.isArray(actual), `the list is ${show(actual)}`);
  const sorted = (list: readonly T[]) =>
    list.toSorted((a, b) => String(a[key]).localeCompare(String(b[key])));
  const found = sorted(actual);
  assertTrue(found.length === expected.length, `the list has ${found.length}, expected ${expected.length}`);
  for (const [index, element] of sorted(expected).entries()) {
    assertFields(found[index], element, `${index + 1}. element`);
  }
}

/** Throws if another field has a value. */
export function assertNoOthers(actual: object | null, fields: readonly string[], what: string): void {
  const others = Object.entries(actual ?? {})
    .filter(([field, value]) => !fields.includes(field) && !isNothing(value));
  assertTrue(!others.length, `${what} also has ${others.map(([field]) => field)}`);
}

/** Throws unless the call rejects. */
export async function assertRejects(call: () => unknown, what: string): Promise<void> {
  const [outcome] = await Promise.allSettled([(async () => await call())()]);
  assertTrue(outcome.status === "rejected", `${what} was accepted`);
}

/** Throws unless the account belongs to the user; with `null`, unless it belongs to no user. */
export async function assertUserOf(
  adapter: Adapter,
  account: Pick<AdapterAccount, "provider" | "providerAccountId">,
  user: AdapterUser | null,
): Promise<void> {
  const { provider, providerAccountId } = account;
  const found = await adapter.getUserByAccount!({ provider, providerAccountId });
  assertFields(found, user && { id: user.id }, "the account's user");
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined;
}

function isSame(actual: unknown, expected: unknown): boolean {
  if (isNothing(expected)) return isNothing(actual);
  if (expected instanceof Date) {
    return actual instanceof Date && Math.abs(actual.getTime() - expected.getTime()) < 1000;
  }
  if (typeof expected !== "object") return actual === expected;
  if (typeof actual !== "object" || !actual || Array.isArray(actual) !== Array.isArray(expected)) {
    return false;
  }
  const fields = new Set([...Object.keys(actual), ...Object.keys(expected!)]);
  return [...fields].every((field) => isSame(actual[field as never], expected![field as never]));
}

function show(value: unknown): string {
  const text = value instanceof Date ? String(value.getTime()) : JSON.stringify(value) ?? String(value);
  return text.length > 200 ? `${text.slice(0, 200)}… (${text.length} characters)` : text;
}
