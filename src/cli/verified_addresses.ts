/**
 * The statement that marks addresses as verified once, for an application that moves from Auth.js.
 *
 * @module
 */

import type { Finding } from "../setup/finding.ts";
import type { Setup } from "../setup/setup.ts";
import { takeoverObstacle } from "../config/takeover.ts";

/** Providers that verify each address before they pass it on. */
const VERIFYING = ["google", "apple"];

/**
 * Returns the statement as a finding if it is of use: the database is one of Auth.js, emails sign in, and a user whose
 * address was never verified is refused.
 */
export function verifiedAddressFindings(setup: Setup): readonly Finding[] {
  const { store, providers } = setup;
  const ids = VERIFYING.filter((id) => providers.has(id));
  const hasMails = [...providers.values()].some(({ type }) => type === "email");
  // The adapters of this library list and remove accounts. Those of Auth.js do not.
  const isOfAuthJs = store !== null && !store.removeAccount;
  if (!isOfAuthJs || !hasMails || ids.length === 0 || takeoverObstacle(setup) === null) return [];
  return [{
    name: "addresses",
    status: "warning",
    text: "Auth.js stores no verified address of users who came by OAuth: a mail to them is refused",
    advice:
      `Mark the addresses that are known to be verified, once, with the names of your tables (those of Prisma are "User" and "Account"; SQLite and MySQL write it as ` +
      `https://latchkey.github.io/auth/migration/auth_js says): ${statementFor(ids)}`,
  }];
}

function statementFor(ids: readonly string[]): string {
  const own = '"accounts"."userId" = "users"."id"';
  return 'UPDATE "users" SET "emailVerified" = CURRENT_TIMESTAMP(3) ' +
    'WHERE "emailVerified" IS NULL AND "email" IS NOT NULL ' +
    `AND EXISTS (SELECT 1 FROM "accounts" WHERE ${own}) ` +
    `AND NOT EXISTS ( SELECT 1 FROM "accounts" WHERE ${own} ` +
    `AND "accounts"."provider" NOT IN (${ids.map((id) => `'${id}'`).join(", ")}) );`;
}
