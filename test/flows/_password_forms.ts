/**
 * Tests of forms with passwords.
 *
 * @module
 */

import { test } from "node:test";
import { withInstantScrypt, withQuickScrypt } from "../_quick_scrypt.ts";

/** Defines a test of forms with passwords: at its cost, scrypt alone would take two seconds in each. */
export function testForms(name: string, run: () => Promise<void>): void {
  test(name, () => withQuickScrypt(run));
}

/** The same for a test with hundreds of them, also in the nightly run. */
export function testManyForms(name: string, run: () => Promise<void>): void {
  test(name, () => withInstantScrypt(run));
}
