/**
 * An application of Koa with a public page, a page and an API that require a sign-in, and a form of its own to sign out.
 *
 * Register `http://localhost:8000/auth/callback/github` at GitHub, and put these into a file `.env` beside this one:
 *
 * ```sh
 * AUTH_SECRET=   # the output of `npx @latchkey/auth secret`
 * AUTH_URL=http://localhost:8000
 * AUTH_GITHUB_ID=
 * AUTH_GITHUB_SECRET=
 * ```
 *
 * Then, in this folder, with Node 22.18 or later, which runs TypeScript directly:
 *
 * ```sh
 * npm install
 * npm start
 * ```
 *
 * @module
 */

import process from "node:process";
import Koa from "koa";
import { type KoaAuthState, NodeAuth } from "@latchkey/auth/node";
import { config } from "./auth.ts";

const app = new Koa<KoaAuthState<typeof config>>();

app.use(NodeAuth(config));

app.use(async (ctx, next) => {
  if (ctx.path !== "/") return await next();
  const session = await ctx.state.auth();
  ctx.body = session
    ? `<p>Hello, ${escapeHtml(session.user.name ?? session.user.email)}</p>
       <p><a href="/account">Account</a></p>
       <form method="post" action="/logout"><button>Sign out</button></form>`
    : `<p>Nobody is signed in</p>
       <p><a href="/auth/signin?callbackUrl=/account">Sign in</a></p>`;
});

app.use(async (ctx, next) => {
  if (ctx.path !== "/logout" || ctx.method !== "POST") return await next();
  ctx.status = 303;
  ctx.redirect(await ctx.state.auth.signOut({ redirectTo: "/" }));
});

app.use(async (ctx, next) => {
  if (await ctx.state.auth()) return await next();
  if (ctx.path.startsWith("/api/") || ctx.method !== "GET") ctx.throw(401, "Sign in first.");
  ctx.redirect(`/auth/signin?${new URLSearchParams({ callbackUrl: ctx.url })}`);
});

app.use(async (ctx) => {
  const session = await ctx.state.auth();
  if (ctx.path === "/account") {
    ctx.body = `<p>For ${escapeHtml(session?.user.name ?? session?.user.email)}</p>`;
  }
  if (ctx.path === "/api/me") ctx.body = { name: session?.user.name };
});

app.listen(Number(process.env.PORT ?? 8000));

function escapeHtml(text: string | null | undefined): string {
  return String(text ?? "").replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
