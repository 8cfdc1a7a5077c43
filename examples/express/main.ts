/**
 * An application of Express 5 with a public page, a page and an API that require a sign-in, and its own buttons.
 *
 * Register `http://localhost:8000/auth/callback/github` at GitHub, and put these into a file `.env` beside this one:
 *
 * ```sh
 * AUTH_SECRET=   # the output of `openssl rand -base64 33`
 * AUTH_URL=http://localhost:8000
 * AUTH_GITHUB_ID=
 * AUTH_GITHUB_SECRET=
 * ```
 *
 * Then, in this folder, with Node 22.18 or later, with Deno, or with Bun:
 *
 * ```sh
 * npm install && npm start
 * deno install && deno run --env-file -A main.ts
 * bun install && bun main.ts
 * ```
 *
 * @module
 */

import process from "node:process";
import express from "express";
import { MiddlewareAuth, requireSession } from "@latchkey/auth/express";
import { config } from "./auth.ts";

const app = express();

app.use(MiddlewareAuth(config));

app.get("/", async (_req, res) => {
  const session = await res.locals.auth();
  res.send(
    session
      ? `<p>Hello, ${escapeHtml(session.user.name ?? session.user.email)}</p>
         <p><a href="/account">Account</a> <a href="/auth/signout">Sign out</a></p>`
      : `<p>Nobody is signed in</p>
         <p><a href="/auth/signin?callbackUrl=/account">Sign in</a></p>`,
  );
});

app.get("/account", requireSession(config), (_req, res) => {
  res.send(`<p>For ${escapeHtml(res.locals.session.user.name ?? res.locals.session.user.email)}</p>`);
});

app.get("/api/me", requireSession(config), (_req, res) => {
  res.json({ name: res.locals.session.user.name });
});

app.listen(Number(process.env.PORT ?? 8000));

function escapeHtml(text: string | null | undefined): string {
  return String(text ?? "").replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
