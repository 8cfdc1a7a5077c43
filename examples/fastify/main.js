import process from "node:process";
import { FastifyAuth, requireSession } from "@latchkey/auth/fastify";
import Fastify from "fastify";
import { config } from "./auth.js";

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

function escape(text) {
  return (text ?? "").replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
