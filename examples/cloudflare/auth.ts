/**
 * The config of the library, made from the bindings and the variables of the worker.
 *
 * @module
 */

import type { AuthConfig } from "@latchkey/auth";
import { AccountPage } from "@latchkey/auth/account-page";
import { type D1Database, Sqlite } from "@latchkey/auth/adapters/sqlite";
import { GitHub } from "@latchkey/auth/providers/github";
import { mailProvider } from "./mail.ts";

/** What the worker gets from `wrangler.jsonc`, from its secrets, and from `.dev.vars` on your own machine. */
export interface Env {
  readonly DB: D1Database;
  /** The address of the worker, as browsers see it. */
  readonly AUTH_URL?: string;
  readonly AUTH_GITHUB_ID?: string;
  readonly AUTH_RESEND_KEY?: string;
  readonly MAIL_FROM?: string;
}

export const config = (env: Env) => ({
  adapter: Sqlite(env.DB),
  providers: [mailProvider(env), ...env.AUTH_GITHUB_ID ? [GitHub] : []],
  features: [AccountPage()],
  theme: { name: "Notes" },
} satisfies AuthConfig<"database">);
