/**
 * A Hono application with `@hono/auth-js`, as its documentation has it.
 *
 * @module
 */

import process from "node:process";
import { authHandler, getAuthUser, initAuthConfig, verifyAuth } from "@hono/auth-js";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { appConfig, greeting } from "./app_config.mjs";

const app = new Hono();

app.use("*", initAuthConfig(() => ({ ...appConfig(), basePath: "/auth" })));
app.use("/auth/*", authHandler());
app.get("/", async (c) => c.text(greeting((await getAuthUser(c))?.session)));
app.get("/session", async (c) => c.json((await getAuthUser(c))?.session ?? null));
app.use("/protected", verifyAuth());
app.get("/protected", (c) => c.text(`For ${c.get("authUser").token.name}`));

serve({ fetch: app.fetch, port: Number(process.env.PORT) });
