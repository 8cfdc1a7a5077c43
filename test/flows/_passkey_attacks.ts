/**
 * Worlds in which Ada has a passkey and Eve is after it, and databases that fail.
 *
 * Take `openWithAda()` for sign-ins, and `openPasskeys()` of `_passkeys.ts` for registrations.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { ErrorType } from "../../src/entries/errors.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import type { Lies } from "./_authenticator.ts";
import { ADA, openPasskeys, type PasskeyWorld, type Person } from "./_passkeys.ts";
import { APP } from "./_world.ts";

/** Ada's address. */
export const EMAIL = ADA.email;

/** The attacker, as she signs up. */
export const EVE = { email: "eve@example.com" };

/** A world where Ada has a passkey, and nobody is signed in. */
export async function openWithAda(
  options: Parameters<typeof openPasskeys>[0] = {},
  counter = 0,
  lies: Lies = {},
): Promise<PasskeyWorld> {
  const world = openPasskeys(options);
  world.authenticator.counter = counter;
  await world.register(ADA, lies);
  await world.signOut();
  return world;
}

/** Asserts that an answer was refused with this error, and that no one is signed in. */
export async function assertRefused(
  { session }: Person,
  response: Response,
  error: ErrorType,
): Promise<void> {
  const target = new URL(response.headers.get("location")!);
  assert.deepEqual([target.pathname, target.searchParams.get("error")], ["/auth/signin", error]);
  assert.equal(target.searchParams.get("callbackUrl")?.startsWith(APP) ?? false, true);
  assert.equal(await session(), null);
}

/** A database, one method of which fails while it is told to. */
export function fallible(method: keyof Adapter) {
  const adapter = Memory();
  const call = adapter[method] as (...args: unknown[]) => unknown;
  let fails = false;
  Object.assign(adapter, {
    [method]: (...args: unknown[]) => fails ? Promise.reject(new Error("connection lost")) : call(...args),
  });
  return { adapter, fail: (yes: boolean) => void (fails = yes) };
}
