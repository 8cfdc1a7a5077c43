/**
 * An application of Fastify with a page and an API for members.
 *
 * Register `http://localhost:8000/auth/callback/github` at GitHub, and put these into a file `.env` beside this one:
 *
 * ```sh
 * AUTH_SECRET=   # the output of `openssl rand -base64 33`
 * AUTH_URL=http://localhost:8000
 * AUTH_GITHUB_ID=
 * AUTH_GITHUB_SECRET=
 * ```
 *
 * Then, in this folder, after `npm install`, with Node 22.18 or later:
 *
 * ```sh
 * node --env-file=.env main.ts
 * ```
 *
 * @module
 */

import process from "node:process";
import { FastifyAuth, type RequestAuth, requireSession } from "@latchkey/auth/fastify";
import Fastify from "fastify";
import { config } from "./auth.ts";

declare module "fastify" {
  interface FastifyRequest {
    auth: RequestAuth<typeof config>;
  }
}

const app = Fastify({ logger: true });
await app.register(FastifyAuth, { config });

app.get("/", async (request, reply) => {
  const session = await request.auth();
  reply.type("text/html; charset=utf-8");
  if (!session) return `<p>Hello, stranger. <a href="/auth/signin">Sign in</a></p>`;
  return `<p>Hello, ${
    escape(session.user.name ?? session.user.email)
  }. <a href="/auth/signout">Sign out</a></p>`;
});

app.register((members, _options, done) => {
  members.addHook("preHandler", requireSession());
  members.get("/", async (request, reply) => {
    const session = await request.auth();
    reply.type("text/html; charset=utf-8");
    return `<p>This page is for ${escape(session?.user.name ?? session?.user.email)}.</p>`;
  });
  members.get("/api/me", async (request) => {
    const session = await request.auth();
    return { name: session?.user.name };
  });
  done();
}, { prefix: "/members" });

await app.listen({ port: Number(process.env.PORT ?? 8000) });

function escape(text: string | null | undefined): string {
  return (text ?? "").replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
