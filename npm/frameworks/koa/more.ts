// The application of docs/frameworks/koa.md, beside that of examples/koa.

import process from "node:process";
import { text } from "node:stream/consumers";
import Koa from "koa";
import { type AuthConfig, CredentialsSignin } from "@latchkey/auth";
import { type KoaAuthState, NodeAuth } from "@latchkey/auth/node";
import { Credentials } from "@latchkey/auth/providers/credentials";
import { GitHub } from "@latchkey/auth/providers/github";

const config = {
  providers: [
    Credentials({
      credentials: { username: {}, password: {} },
      authorize: ({ username, password }) =>
        password === "correct horse" ? { id: String(username), name: String(username) } : null,
    }),
  ],
} satisfies AuthConfig;

const staff = {
  providers: [GitHub],
  basePath: "/staff/auth",
  cookies: { sessionToken: { name: "staff.session" }, csrfToken: { name: "staff.csrf" } },
} satisfies AuthConfig;

const app = new Koa<KoaAuthState<typeof config>>();

const authenticate = NodeAuth(config);
const authenticateStaff = NodeAuth(staff);
app.use((ctx, next) =>
  /^\/staff(\/|$)/.test(ctx.path) ? authenticateStaff(ctx, next) : authenticate(ctx, next)
);

const form = (problem: string) =>
  `<p role="alert">${problem}</p>
  <form method="post">
    <label>Name <input name="username"></label>
    <label>Password <input name="password" type="password"></label>
    <button>Sign in</button>
  </form>`;

app.use(async (ctx, next) => {
  if (ctx.path !== "/login") return await next();
  if (ctx.method !== "POST") {
    return void (ctx.body = form(ctx.query.error ? "That did not work. Please try again." : ""));
  }
  const fields = Object.fromEntries(new URLSearchParams(await text(ctx.req)));
  try {
    const redirectTo = String(ctx.query.callbackUrl ?? "/");
    const location = await ctx.state.auth.signIn({ providerId: "credentials", fields, redirectTo });
    ctx.status = 303;
    ctx.redirect(location);
  } catch (error) {
    if (!(error instanceof CredentialsSignin)) throw error;
    ctx.status = 401;
    ctx.body = form("Name or password is wrong.");
  }
});

app.use(async (ctx, next) => {
  if (ctx.path !== "/logout" || ctx.method !== "POST") return await next();
  ctx.status = 303;
  ctx.redirect(await ctx.state.auth.signOut({ redirectTo: "/login" }));
});

app.use(async (ctx) => {
  const session = await ctx.state.auth();
  if (!session && ctx.path === "/page") {
    return ctx.redirect(`/login?${new URLSearchParams({ callbackUrl: ctx.path })}`);
  }
  ctx.body = `<p>This page is for ${session?.user.name ?? "everyone"}.</p>
    <form method="post" action="/logout"><button>Sign out</button></form>`;
});

app.listen(Number(process.env.PORT ?? 8000));
