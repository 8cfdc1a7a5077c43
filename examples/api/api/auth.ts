/**
 * The database, and the config of the library.
 *
 * @module
 */

import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import type { AuthConfig } from "@latchkey/auth";
import { AccountPage } from "@latchkey/auth/account-page";
import { Sqlite } from "@latchkey/auth/adapters/sqlite";
import { GitHub } from "@latchkey/auth/providers/github";
import { Password } from "@latchkey/auth/providers/password";
import { SecondFactor } from "@latchkey/auth/second-factor";
import { TrustedOrigins } from "@latchkey/auth/trusted-origins";
import { mailProvider } from "./mail.ts";
import { frontEnd } from "./settings.ts";

export const sql = new DatabaseSync("notes.sqlite", { timeout: 5000 });
const adapter = Sqlite(sql);
await adapter.migrate();

export const config = {
  adapter,
  providers: [Password(), mailProvider(), ...process.env.AUTH_GITHUB_ID ? [GitHub] : []],
  // A sign-in and a sign-out may end at the front end, beside the pages of the API, such as that of the account.
  features: [AccountPage(), SecondFactor(), TrustedOrigins({ origins: [frontEnd] })],
  theme: { name: "Notes" },
} satisfies AuthConfig<"database">;
