/**
 * The routes of the checks, on Koa.
 *
 * @module
 */

import process from "node:process";
import { NodeAuth } from "@latchkey/auth/node";
import Koa from "koa";
import { appConfig, membersConfig } from "./app_config.mjs";

const auth = NodeAuth(appConfig());
const members = NodeAuth({ ...membersConfig(), basePath: "/members/auth" });

const app = new Koa();
// The cases cause these failures.
app.silent = true;
app.use((ctx, next) => /^\/members(\/|$)/.test(ctx.path) ? members(ctx, next) : auth(ctx, next));

const routes = {
  async "GET /"(ctx) {
    const session = await ctx.state.auth();
    ctx.body = session ? `<p>Hello ${session.user.name}</p>` : "<p>Nobody is signed in</p>";
  },
  async "GET /session"(ctx) {
    ctx.body = JSON.stringify(await ctx.state.auth());
  },
  async "GET /members/session"(ctx) {
    ctx.body = JSON.stringify(await ctx.state.auth());
  },
  async "GET /twice"(ctx) {
    const sessions = await Promise.all([ctx.state.auth(), ctx.state.auth()]);
    ctx.body = sessions.map((session) => session?.user.name ?? null);
  },
  async "GET /cookies"(ctx) {
    ctx.cookies.set("a", "1");
    const session = await ctx.state.auth();
    ctx.cookies.set("b", "2");
    ctx.body = JSON.stringify(session?.user.name ?? null);
  },
  async "GET /protected"(ctx) {
    const session = await ctx.state.auth();
    if (session) ctx.body = `<p>For ${session.user.name}</p>`;
    else ctx.redirect(`/auth/signin?${new URLSearchParams({ callbackUrl: ctx.url })}`);
  },
  async "GET /api/me"(ctx) {
    const session = await ctx.state.auth();
    if (!session) ctx.throw(401, "Sign in first.");
    ctx.body = { name: session.user.name };
  },
  async "POST /echo"(ctx) {
    const body = await textOf(ctx);
    ctx.body = { name: (await ctx.state.auth())?.user.name, body };
  },
  async "POST /update"(ctx) {
    ctx.body = await ctx.state.auth.update({ text: await textOf(ctx) });
  },
  async "POST /sign-in"(ctx) {
    const authorizationParams = { login_hint: "ada" };
    const action = { providerId: "idp", redirectTo: "/protected", authorizationParams };
    ctx.redirect(await ctx.state.auth.signIn(action));
  },
  async "POST /sign-out"(ctx) {
    await ctx.state.auth();
    ctx.redirect(await ctx.state.auth.signOut({ redirectTo: "/" }));
  },
  "GET /fail"() {
    throw new Error("This is meant to fail.");
  },
};

app.use(async (ctx) => await routes[`${ctx.method} ${ctx.path}`]?.(ctx));

app.listen(Number(process.env.PORT), "127.0.0.1");

async function textOf(ctx) {
  const chunks = [];
  for await (const chunk of ctx.req) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
