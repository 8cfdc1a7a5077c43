/**
 * The types that the integration promises, with those of Hono.
 *
 * @module
 */

import { type AuthVariables, HonoAuth, requireSession, type SessionVariables } from "@latchkey/auth/hono";
import { GitHub } from "@latchkey/auth/providers/github";
import { type Context, Hono } from "hono";

const config = {
  providers: [GitHub],
  callbacks: {
    session: ({ session }: { session: object }) => ({ ...session, role: "admin" as const, years: 36 }),
  },
};

const app = new Hono<{ Variables: AuthVariables<typeof config> }>();
app.use(HonoAuth(config));
app.use("/members/*", HonoAuth(config), requireSession());
app.get("/", async (c) => {
  const role: "admin" | undefined = (await c.var.auth())?.role;
  const years: number | undefined = (await c.get("auth")())?.years;
  // @ts-expect-error: no one may be signed in
  (await c.var.auth()).role;
  // @ts-expect-error: the callback returns no such field
  (await c.var.auth())?.height;
  // @ts-expect-error: only SessionVariables have it
  c.var.session;
  return c.json({ role, years });
});
app.post(
  "/login",
  async (c) => c.redirect(await c.var.auth.signIn({ providerId: "github", redirectTo: "/" })),
);

app.post("/role", async (c) => {
  const role: "admin" | undefined = (await c.var.auth.update({ any: "data" }))?.role;
  // @ts-expect-error: no one may be signed in
  (await c.var.auth.update({})).role;
  (await c.var.auth.require()).role satisfies "admin";
  return c.json({ role });
});

const members = new Hono<{ Variables: SessionVariables<typeof config> }>();
members.use(requireSession());
members.get("/", requireSession(), (c) => c.json({ role: c.var.session.role satisfies "admin" }));
app.route("/members", members);

interface Bindings {
  readonly ROLE: string;
}

const create = (c: Context<{ Bindings: Bindings }>) => ({
  providers: [GitHub],
  callbacks: { session: ({ session }: { session: object }) => ({ ...session, from: c.env.ROLE }) },
});

const edge = new Hono<{ Bindings: Bindings; Variables: AuthVariables<typeof create> }>();
edge.use(HonoAuth(create));
edge.use(HonoAuth((c) => ({ providers: [], secret: c.env.SECRET })));
edge.use(HonoAuth(async () => await Promise.resolve({ providers: [] })));
edge.get("/", async (c) => c.text((await c.var.auth())?.from satisfies string | undefined ?? ""));

// @ts-expect-error: the config has no such provider
HonoAuth({ providers: [1] });
// @ts-expect-error: it must be called
app.use(requireSession);

export { app, edge };
