/**
 * An application of Hono with a page and an API for members.
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
 * Then, in this folder, after `npm install`, on Bun or on Node 22.18 or later:
 *
 * ```sh
 * bun main.ts
 * node --env-file=.env node.ts
 * ```
 *
 * @module
 */

import process from "node:process";
import { type AuthVariables, HonoAuth, requireSession, type SessionVariables } from "@latchkey/auth/hono";
import { Hono } from "hono";
import { html } from "hono/html";
import { config } from "./auth.ts";

const app = new Hono<{ Variables: AuthVariables<typeof config> }>();
app.use(HonoAuth(config));

app.get("/", async (c) => {
  const session = await c.var.auth();
  if (!session) return c.html(html`<p>Hello, stranger. <a href="/auth/signin">Sign in</a></p>`);
  return c.html(
    html`<p>Hello, ${session.user.name ?? session.user.email}. <a href="/auth/signout">Sign out</a></p>`,
  );
});

const members = new Hono<{ Variables: SessionVariables<typeof config> }>();
members.use(requireSession());
members.get(
  "/",
  (c) => c.html(html`<p>This page is for ${c.var.session.user.name ?? c.var.session.user.email}.</p>`),
);
members.get("/api/me", (c) => c.json({ name: c.var.session.user.name }));
app.route("/members", members);

// Bun serves what the main module exports.
export default { port: Number(process.env.PORT ?? 8000), fetch: app.fetch };
