/**
 * next-auth 4, installed into `.work/compat` without Next and React: its peers weigh 150 MB, and no test needs them.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { inTurn } from "../_in_turn.ts";

/** The version that the tests run. */
const VERSION = "4.24.15";

const home = fileURLToPath(new URL("../../.work/compat/", import.meta.url));

/** A request as Next hands it to a route of `pages/api`. */
export interface ApiRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly body: unknown;
}

/** The handler of next-auth 4 for `pages/api`. */
export type NextAuth = (request: ApiRequest, response: object, options: object) => Promise<void>;

/** The functions of `next-auth/jwt`. */
export interface NextAuthJwt {
  encode(params: { token: object; secret: string; salt?: string; maxAge?: number }): Promise<string>;
}

/** Loads a module of next-auth 4: its handler, or its functions for tokens. */
export async function loadNextAuth(): Promise<{ readonly NextAuth: NextAuth; readonly jwt: NextAuthJwt }> {
  await inTurn(home, install);
  const load = createRequire(home);
  return { NextAuth: load("next-auth/next").default, jwt: load("next-auth/jwt") };
}

async function install(): Promise<void> {
  if (existsSync(`${home}node_modules/next-auth/package.json`)) return;
  const dependencies = { "next-auth": VERSION };
  await writeFile(`${home}package.json`, JSON.stringify({ private: true, dependencies }));
  const args = [
    "install",
    "--legacy-peer-deps",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--no-package-lock",
  ];
  const { success, stderr } = await new Deno.Command("npm", { args, cwd: home }).output();
  if (!success) throw new Error(`Cannot install next-auth: ${new TextDecoder().decode(stderr)}`);
}
