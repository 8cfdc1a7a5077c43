/**
 * A site of SvelteKit 3 with a page and an API that require a sign-in.
 *
 * Register `http://localhost:8000/auth/callback/github` at GitHub, and put these into a file `.env` in this folder:
 *
 * ```sh
 * AUTH_SECRET=   # the output of `openssl rand -base64 33`
 * AUTH_URL=http://localhost:8000
 * AUTH_GITHUB_ID=
 * AUTH_GITHUB_SECRET=
 * ```
 *
 * Then, with Node 22.17 or later:
 *
 * ```sh
 * npm install && npm run dev
 * ```
 *
 * @module
 */

import { KitAuth } from "@latchkey/auth/sveltekit";
import * as env from "$app/env/private";
import { config } from "./auth.config.ts";

export const { handle, signIn, signOut } = KitAuth(config, { env });
