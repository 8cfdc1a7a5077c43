/**
 * Checks which secrets of a config the database still needs.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { sealedKinds } from "../sign_in/hooks.ts";
import { TimedOut, webPlatform, within } from "../platform/platform.ts";
import type { Finding } from "../setup/finding.ts";
import type { SealedKind, SealedRows } from "../model/sealed_rows.ts";
import type { Setup } from "../setup/setup.ts";
import { isA } from "../errors/thrown.ts";

/** How long the rows may take to be counted, in milliseconds. */
const PATIENCE = 30_000;

/** What to do about rows that no secret opens. */
export function adviceFor({ help }: SealedKind<Setup>): string {
  return "Add the secret that you have taken away as the last of `secret`, or as AUTH_SECRET beside AUTH_SECRET_1, run " +
    `\`npx @latchkey/auth reseal\`, and take it away then. If it is lost, ${help}`;
}

/** Counts which secrets have sealed what the database keeps; nothing in a config that seals nothing there. */
export async function sealedFindings(
  setup: Setup,
  { accounts }: Pick<AuthConfig, "accounts">,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const kind of await sealedKinds(setup)) findings.push(...await findingsOf(kind, setup));
  // No adapter lists the accounts of all users.
  if (accounts?.encrypt && setup.secrets.length > 1) findings.push(UNCOUNTED);
  return findings;
}

const UNCOUNTED: Finding = {
  name: "sealed",
  status: "skipped",
  text:
    "the tokens in the table of accounts can't be counted: each sign-in with their provider seals them again",
  advice: "Without the older secret, those of users who have not signed in with it since read as `null`",
};

async function findingsOf(kind: SealedKind<Setup>, setup: Setup): Promise<readonly Finding[]> {
  const name = "sealed";
  try {
    return toFindings(kind, await within(PATIENCE, webPlatform, () => kind.count(setup)));
  } catch (error) {
    // The check of the tables has the error of the database.
    if (!isA(error, TimedOut)) return [];
    const text = `the ${kind.many} are too many to count in ${PATIENCE / 1000} seconds`;
    return [{ name, status: "skipped", text, advice: "Run `npx @latchkey/auth reseal`, which counts them" }];
  }
}

function toFindings(
  kind: SealedKind<Setup>,
  { newest, older, unreadable }: SealedRows,
): readonly Finding[] {
  const name = "sealed";
  const findings: Finding[] = [];
  if (unreadable) {
    findings.push({
      name,
      status: "wrong",
      text:
        `${countOf(unreadable, kind)}: none of the secrets of the config opens ${them(unreadable)}, and ` +
        `${unreadable === 1 ? "its user" : "their users"} ${kind.lost}`,
      advice: adviceFor(kind),
    });
  }
  if (older) {
    findings.push({
      name,
      status: "warning",
      text: `${countOf(older, kind)}: only an older secret opens ${them(older)}`,
      advice: "Run `npx @latchkey/auth reseal` before you take the older secret away",
    });
  }
  if (findings.length) return findings;
  const text = newest
    ? `${countOf(newest, kind)}: the newest secret opens ${them(newest)}`
    : `no ${kind.many} are stored`;
  return [{ name, status: "ok", text }];
}

/** A number of rows, in words. */
export function countOf(count: number, { one, many }: SealedKind<Setup>): string {
  return `${count} ${count === 1 ? one : many}`;
}

function them(count: number): string {
  return count === 1 ? "it" : "them";
}
