/**
 * An application of Astro, with a page and an API that require a sign-in.
 *
 * Register `http://localhost:8000/auth/callback/github` at GitHub, and put these into a file `.env` beside
 * `package.json`:
 *
 * ```sh
 * AUTH_SECRET=   # the output of `openssl rand -base64 33`
 * AUTH_URL=http://localhost:8000
 * AUTH_GITHUB_ID=
 * AUTH_GITHUB_SECRET=
 * ```
 *
 * Then, in this folder, with Node 22.12 or later:
 *
 * ```sh
 * npm install && npm run build && npm start
 * ```
 *
 * @module
 */

import { AstroAuth } from "@latchkey/auth/astro";
import { getSecret } from "astro:env/server";
import { config } from "./auth.config";

export const { onRequest } = AstroAuth(config, { env: getSecret });
