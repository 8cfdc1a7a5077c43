/**
 * The types that the integration promises, with those of Fastify.
 *
 * @module
 */

import { FastifyAuth, type RequestAuth, requireSession } from "@latchkey/auth/fastify";
import { GitHub } from "@latchkey/auth/providers/github";
import Fastify from "fastify";

const config = {
  providers: [GitHub],
  callbacks: { session: ({ session }: { session: object }) => ({ ...session, role: "admin" as const }) },
};

declare module "fastify" {
  interface FastifyRequest {
    auth: RequestAuth<typeof config>;
  }
}

const app = Fastify({ trustProxy: true, logger: true });
await app.register(FastifyAuth, { config });
await app.register(FastifyAuth, { config, prefix: "/login" });
app.addHook("preHandler", requireSession());
app.get("/", { preHandler: requireSession() }, async (request) => {
  const role: "admin" | undefined = (await request.auth())?.role;
  // @ts-expect-error: no one may be signed in
  (await request.auth()).role;
  // @ts-expect-error: the callback returns no such field
  (await request.auth())?.height;
  return { role };
});
app.get<{ Querystring: { a: string } }>(
  "/typed",
  { onRequest: [requireSession()] },
  (request) => request.query.a,
);
app.post(
  "/login",
  async (request, reply) => reply.redirect(await request.auth.signIn({ providerId: "github" })),
);
app.post("/role", async (request) => {
  const role: "admin" | undefined = (await request.auth.update({ any: "data" }))?.role;
  // @ts-expect-error: no one may be signed in
  (await request.auth.update({})).role;
  return { role };
});
app.get("/account", async (request) => (await request.auth.require()).role satisfies "admin");
app.post("/logout", async (request, reply) => reply.redirect(await request.auth.signOut()));

const secure = Fastify({ http2: true });
await secure.register(FastifyAuth, { config });
secure.get("/", { preHandler: requireSession() }, () => "members");

// @ts-expect-error: the config is one of the options
app.register(FastifyAuth, config);
// @ts-expect-error: the config is missing
app.register(FastifyAuth);
// @ts-expect-error: it must be called
app.get("/uncalled", { preHandler: requireSession }, () => "");
