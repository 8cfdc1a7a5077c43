/**
 * The routes of the checks, on Hono.
 *
 * @module
 */

import { HonoAuth, requireSession } from "@latchkey/auth/hono";
import { Hono } from "hono";
import { setCookie } from "hono/cookie";
import { html } from "hono/html";
import { streamSSE } from "hono/streaming";
import { appConfig, membersConfig } from "./app_config.mjs";

const app = new Hono();
app.use(HonoAuth(appConfig()));

const nameOf = async (c) => (await c.var.auth())?.user.name ?? null;

app.get("/", async (c) => {
  const name = await nameOf(c);
  return c.html(html`<p>${name ? `Hello ${name}` : "Nobody is signed in"}</p>`);
});
app.get("/session", async (c) => c.json(await c.var.auth()));
app.get("/twice", async (c) => c.json(await Promise.all([nameOf(c), nameOf(c)])));
app.get("/cookies", async (c) => {
  setCookie(c, "a", "1");
  const name = await nameOf(c);
  setCookie(c, "b", "2");
  return c.json(name);
});
app.get("/protected", requireSession(), (c) => c.html(html`<p>For ${c.var.session.user.name}</p>`));
app.get("/api/me", requireSession(), (c) => c.json({ name: c.var.session.user.name }));
app.post("/echo", async (c) => c.json({ name: await nameOf(c), body: await c.req.text() }));
app.post("/update", async (c) => c.json(await c.var.auth.update({ text: await c.req.text() })));
app.get("/fail", () => {
  throw new Error("This is meant to fail.");
});
app.get("/stream", async (c) => {
  const name = await nameOf(c);
  return streamSSE(c, async (stream) => {
    for (const data of ["1", "2", name]) await stream.writeSSE({ data });
  });
});

const members = new Hono();
members.use(HonoAuth({ ...membersConfig(), basePath: "/members/auth" }));
members.get("/session", async (c) => c.json(await c.var.auth()));
app.route("/members", members);

export { app };
