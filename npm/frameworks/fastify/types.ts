/**
 * The types that the integration promises, with those of Fastify.
 *
 * @module
 */

import { type AuthOf, FastifyAuth, requireSession, signIn, signOut, update } from "@latchkey/auth/fastify";
import { GitHub } from "@latchkey/auth/providers/github";
import Fastify from "fastify";

const config = {
  providers: [GitHub],
  callbacks: { session: ({ session }: { session: object }) => ({ ...session, role: "admin" as const }) },
};

declare module "fastify" {
  interface FastifyRequest {
    auth: AuthOf<typeof config>;
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
app.post("/login", async (request, reply) => await signIn(request, reply, { providerId: "github" }));
app.post("/role", async (request, reply) => {
  const role: "admin" | undefined = (await update(request, reply, { any: "data" }))?.role;
  // @ts-expect-error: no one may be signed in
  (await update(request, reply, {})).role;
  return { role };
});
app.post("/logout", (request, reply) => signOut(request, reply));

const secure = Fastify({ http2: true });
await secure.register(FastifyAuth, { config });
secure.get("/", { preHandler: requireSession() }, () => "members");

// @ts-expect-error: the config is one of the options
app.register(FastifyAuth, config);
// @ts-expect-error: the config is missing
app.register(FastifyAuth);
// @ts-expect-error: it must be called
app.get("/uncalled", { preHandler: requireSession }, () => "");
