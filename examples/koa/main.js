import process from "node:process";
import Koa from "koa";
import { NodeAuth } from "@latchkey/auth/node";
import { config } from "./auth.js";

const app = new Koa();

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

function escapeHtml(text) {
  return String(text ?? "").replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
