import process from "node:process";
import { HonoAuth, requireSession } from "@latchkey/auth/hono";
import { Hono } from "hono";
import { html } from "hono/html";
import { config } from "./auth.js";

const app = new Hono();
app.use(HonoAuth(config));

app.get("/", async (c) => {
  const session = await c.var.auth();
  if (!session) return c.html(html`<p>Hello, stranger. <a href="/auth/signin">Sign in</a></p>`);
  return c.html(
    html`<p>Hello, ${session.user.name ?? session.user.email}. <a href="/auth/signout">Sign out</a></p>`,
  );
});

const members = new Hono();
members.use(requireSession());
members.get(
  "/",
  (c) => c.html(html`<p>This page is for ${c.var.session.user.name ?? c.var.session.user.email}.</p>`),
);
members.get("/api/me", (c) => c.json({ name: c.var.session.user.name }));
app.route("/members", members);

// Bun serves what the main module exports.
export default { port: Number(process.env.PORT ?? 8000), fetch: app.fetch };
