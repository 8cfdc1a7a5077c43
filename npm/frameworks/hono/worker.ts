/**
 * An application of Hono on Cloudflare Workers, with users and sessions in D1.
 *
 * @module
 */

import { type D1Database, Sqlite } from "@latchkey/auth/adapters/sqlite";
import { type AuthVariables, HonoAuth } from "@latchkey/auth/hono";
import { GitHub } from "@latchkey/auth/providers/github";
import { type Context, Hono } from "hono";

interface Bindings {
  readonly DB: D1Database;
}

const config = (c: Context<{ Bindings: Bindings }>) => ({
  providers: [GitHub],
  adapter: Sqlite(c.env.DB),
});

const app = new Hono<{ Bindings: Bindings; Variables: AuthVariables<typeof config> }>();
app.use(HonoAuth(config));
app.get("/", async (c) => {
  const session = await c.var.auth();
  return c.text(`Hello, ${session?.user.name ?? "stranger"}`);
});

export default app;
