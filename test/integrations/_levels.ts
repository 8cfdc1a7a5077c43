/**
 * Sessions of each level and age, and one application behind each integration with a page that needs level 2 and a proof in the
 * last five minutes.
 *
 * @module
 */

import { test } from "node:test";
import formbody from "npm:@fastify/formbody@9.0.1";
import Fastify from "npm:fastify@5.12.8";
import { Hono } from "npm:hono@4.13.19";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { encode } from "../../src/model/jwt.ts";
import {
  MiddlewareAuth,
  requireSession as requireInExpress,
} from "../../src/integrations/express/express.ts";
import { FastifyAuth, requireSession as requireInFastify } from "../../src/integrations/fastify/fastify.ts";
import { HonoAuth, requireSession as requireInHono } from "../../src/integrations/hono/hono.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { DOORS, type Listening, type Route } from "./_doors.ts";
import { VERSIONS } from "./_express.ts";
import { serve, serveWeb } from "./_server.ts";

const secret = "a-secret-of-more-than-32-characters";

/** A config with a second factor. */
export const config = {
  providers: [],
  adapter: Memory(),
  secret,
  trustHost: true,
  session: { strategy: "jwt" },
  logger: { error() {} },
  features: [SecondFactor()],
} satisfies AuthConfig as AuthConfig;

/** What the page needs. */
export const NEED = { aal: 2, maxAge: 300 } as const;

/** Value of a `Cookie` header. @param age When Ada has signed in: seconds ago; `null`: unknown. */
export async function signedIn(
  amr: readonly string[],
  age: number | null = 0,
  sub = "1",
): Promise<string> {
  const name = "latchkey.session-token";
  const token = {
    sub,
    name: "Ada",
    ...(amr.length > 0 && { amr: [...amr] }),
    ...(amr.includes("mfa") && { aal: 2 }),
    ...(age !== null && { auth_time: Math.floor(Date.now() / 1000) - age }),
  };
  return `${name}=${await encode({ token, secret, salt: name })}`;
}

/** Starts an application. */
type Guard = (own: AuthConfig) => Promise<Listening>;

const page: Route = async (_url, auth) => ({ body: `For ${(await auth.require(NEED)).user.name}` });

const BY_REQUIRE = ["Deno and Bun", "Workers", "Hono", "Astro", "h3 1", "h3 2", "Node", "Koa"];

/** The application behind each integration, by `auth.require()` or by `requireSession()`. */
export const GUARDS: Readonly<Record<string, Guard>> = {
  ...Object.fromEntries(BY_REQUIRE.map((name) => [name, (own: AuthConfig) => DOORS[name]!(own, page)])),
  "Hono, requireSession()": (own) => {
    const app = new Hono().use(HonoAuth(own)).use(requireInHono(NEED)).all("*", (c) => c.text("For Ada"));
    return serveWeb((request) => app.fetch(request));
  },
  "Fastify, requireSession()": async (own) => {
    const app = Fastify();
    await app.register(formbody);
    // As @fastify/multipart does, which leaves the body to the handler.
    app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null));
    await app.register(FastifyAuth, { config: own });
    app.all("/*", { preHandler: requireInFastify(NEED) }, () => "For Ada");
    await app.ready();
    return await serve((req, res) => app.routing(req, res));
  },
  ...Object.fromEntries(VERSIONS.map(({ name, express }) => [
    `${name}, requireSession()`,
    (own: AuthConfig) => {
      const app = express().use(MiddlewareAuth(own)).use(express.urlencoded({ extended: true }));
      return serve(app.use(requireInExpress(own, NEED), (_req, res) => void res.send("For Ada")));
    },
  ])),
};

/** A test of the application behind each integration. */
export function eachGuard(
  title: string,
  run: (open: Guard, name: string) => Promise<void>,
): void {
  for (const [name, open] of Object.entries(GUARDS)) {
    test(`behind the guard of ${name}, ${title}`, () => run(open, name));
  }
}
