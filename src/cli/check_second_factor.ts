/**
 * Checks which secrets of a config the stored second factors still need.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { isA } from "../errors/thrown.ts";
import { TimedOut, webPlatform, within } from "../platform/platform.ts";
import type { FactorSetup } from "../second_factor/pending.ts";
import { countSealed, type SealedRows } from "../second_factor/reseal.ts";
import type { Finding } from "./report.ts";

/** How long the rows may take to be counted, in milliseconds. */
const PATIENCE = 30_000;

/** What to do about rows that no secret opens. */
export const ADVICE_FOR_UNREADABLE =
  "Add the secret that you have taken away as the last of `secret`, or as AUTH_SECRET beside AUTH_SECRET_1, run " +
  "`npx @latchkey/auth reseal`, and take it away then. If it is lost, call `resetSecondFactor` for these users";

/** Counts which secrets have sealed what the database keeps; nothing in a config without second factors. */
export async function sealedFindings(setup: Setup): Promise<readonly Finding[]> {
  if (!setup.secondFactor) return [];
  const name = "sealed";
  try {
    return toFindings(name, await within(PATIENCE, webPlatform, () => countSealed(setup as FactorSetup)));
  } catch (error) {
    // The check of the tables has the error of the database.
    if (!isA(error, TimedOut)) return [];
    const text = `the secrets of authenticator apps are too many to count in ${PATIENCE / 1000} seconds`;
    return [{ name, status: "skipped", text, advice: "Run `npx @latchkey/auth reseal`, which counts them" }];
  }
}

function toFindings(name: string, { newest, older, unreadable }: SealedRows): readonly Finding[] {
  const findings: Finding[] = [];
  if (unreadable) {
    findings.push({
      name,
      status: "wrong",
      text: `${countOf(unreadable)}: none of the secrets of the config opens ${them(unreadable)}, and ` +
        `${unreadable === 1 ? "the user" : "their users"} cannot sign in with a code of the app`,
      advice: ADVICE_FOR_UNREADABLE,
    });
  }
  if (older) {
    findings.push({
      name,
      status: "warning",
      text: `${countOf(older)}: only an older secret opens ${them(older)}`,
      advice: "Run `npx @latchkey/auth reseal` before you take the older secret away",
    });
  }
  if (findings.length) return findings;
  const text = newest ? `${countOf(newest)}: the newest secret opens ${them(newest)}` : "nothing is stored";
  return [{ name, status: "ok", text }];
}

/** A number of secrets, in words. */
export function countOf(count: number): string {
  return `${count} ${count === 1 ? "secret of an authenticator app" : "secrets of authenticator apps"}`;
}

function them(count: number): string {
  return count === 1 ? "it" : "them";
}
