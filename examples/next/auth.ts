/**
 * An application on Next whose pages require a sign-in.
 *
 * Register `http://localhost:8000/api/auth/callback/github` at GitHub, and put these into a file `.env` in this folder:
 *
 * ```sh
 * AUTH_SECRET=   # the output of `openssl rand -base64 33`
 * AUTH_URL=http://localhost:8000
 * AUTH_GITHUB_ID=
 * AUTH_GITHUB_SECRET=
 * ```
 *
 * Then, in this folder:
 *
 * ```sh
 * npm install && npm run dev
 * ```
 *
 * @module
 */

import { NextAuth } from "@latchkey/auth/next";
import { config } from "./auth.config";

export const { handlers, auth, signIn, signOut } = NextAuth(config);
