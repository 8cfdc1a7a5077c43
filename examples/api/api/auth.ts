/**
 * The database, and the config of the library.
 *
 * @module
 */

import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import type { AuthConfig } from "@latchkey/auth";
import { Sqlite } from "@latchkey/auth/adapters/sqlite";
import { GitHub } from "@latchkey/auth/providers/github";
import { Password } from "@latchkey/auth/providers/password";
import { mailProvider } from "./mail.ts";
import { frontEnd } from "./settings.ts";

export const sql = new DatabaseSync("notes.sqlite", { timeout: 5000 });
const adapter = Sqlite(sql);
await adapter.migrate();

export const config = {
  adapter,
  providers: [Password(), mailProvider(), ...process.env.AUTH_GITHUB_ID ? [GitHub] : []],
  secondFactor: true,
  theme: { name: "Notes" },
  callbacks: {
    // A sign-in and a sign-out end at the front end, and nowhere else.
    redirect({ url, baseUrl }) {
      return new URL(url, baseUrl).origin === frontEnd ? url : frontEnd;
    },
  },
} satisfies AuthConfig<"database">;
