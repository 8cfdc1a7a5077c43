/**
 * An application of Hono with its own form for names and passwords.
 *
 * @module
 */

import process from "node:process";
import { CredentialsSignin } from "@latchkey/auth";
import { HonoAuth, requireSession, type SessionVariables } from "@latchkey/auth/hono";
import { Credentials } from "@latchkey/auth/providers/credentials";
import { Hono } from "hono";
import { html } from "hono/html";

const config = {
  providers: [Credentials({
    credentials: { username: {}, password: {} },
    // Your application looks in its database here, and compares with `verifyPassword`.
    authorize: ({ username, password }) =>
      password === "correct horse" ? { id: "1", name: String(username) } : null,
  })],
  pages: { signIn: "/login" },
};

const app = new Hono<{ Variables: SessionVariables<typeof config> }>();
app.use(HonoAuth(config));

const form = (problem: string) =>
  html`
    <form method="post" action="/login">
      <p>${problem}</p>
      <input name="username" autocomplete="username">
      <input name="password" type="password" autocomplete="current-password">
      <button>Sign in</button>
    </form>
  `;

app.get("/login", (c) => c.html(form(c.req.query("error") ? "That did not work. Please try again." : "")));
app.post("/login", async (c) => {
  const fields = await c.req.parseBody<{ username: string; password: string }>();
  try {
    return c.redirect(await c.var.auth.signIn({ providerId: "credentials", fields }), 303);
  } catch (error) {
    if (!(error instanceof CredentialsSignin)) throw error;
    return c.html(form("Name or password is wrong."), 401);
  }
});
app.post("/logout", async (c) => c.redirect(await c.var.auth.signOut({ redirectTo: "/login" }), 303));

app.get("/page", requireSession(), (c) =>
  c.html(html`
    <p>This page is for ${c.var.session.user.name ?? c.var.session.user.email}.</p>
    <form method="post" action="/logout"><button>Sign out</button></form>
  `));

export default { port: Number(process.env.PORT), hostname: process.env.HOST, fetch: app.fetch };
