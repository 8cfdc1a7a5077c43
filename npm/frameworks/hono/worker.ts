/**
 * An application of Hono on Cloudflare Workers, with users and sessions in D1.
 *
 * @module
 */

import { type AuthVariables, HonoAuth } from "@latchkey/auth/hono";
import { Hono } from "hono";
import { type Bindings, config } from "./auth.config.ts";

const app = new Hono<{ Bindings: Bindings; Variables: AuthVariables<typeof config> }>();
app.use(HonoAuth(config));
app.get("/", async (c) => {
  const session = await c.var.auth();
  return c.text(`Hello, ${session?.user.name ?? "stranger"}`);
});

export default app;
