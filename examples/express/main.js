import process from "node:process";
import express from "express";
import { MiddlewareAuth, requireSession } from "@latchkey/auth/express";
import { config } from "./auth.js";

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

function escapeHtml(text) {
  return String(text ?? "").replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
