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
import { mailProvider } from "./mail.ts";
import { frontEnd } from "./settings.ts";

export const sql = new DatabaseSync("notes.sqlite", { timeout: 5000 });
const adapter = Sqlite(sql);
await adapter.migrate();

export const config = {
  adapter,
  providers: [Password(), mailProvider(), ...process.env.AUTH_GITHUB_ID ? [GitHub] : []],
  features: [AccountPage(), SecondFactor()],
  theme: { name: "Notes" },
  callbacks: {
    // A sign-in and a sign-out end at the front end, or on a page of the API, such as that of the account.
    redirect({ url, baseUrl }) {
      const { origin, pathname, href } = new URL(url, baseUrl);
      const isOwnPage = origin === new URL(baseUrl).origin && pathname !== "/";
      return origin === frontEnd || isOwnPage ? href : frontEnd;
    },
  },
} satisfies AuthConfig<"database">;
