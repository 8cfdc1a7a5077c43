/**
 * An application of Fastify with its own form for names and passwords.
 *
 * @module
 */

import process from "node:process";
import formbody from "@fastify/formbody";
import { CredentialsSignin } from "@latchkey/auth";
import { FastifyAuth, type RequestAuth, requireSession } from "@latchkey/auth/fastify";
import { Credentials } from "@latchkey/auth/providers/credentials";
import Fastify from "fastify";

const config = {
  providers: [Credentials({
    credentials: { username: {}, password: {} },
    // Your application looks in its database here, and compares with `verifyPassword`.
    authorize: ({ username, password }) =>
      password === "correct horse" ? { id: "1", name: String(username) } : null,
  })],
  pages: { signIn: "/login" },
};

declare module "fastify" {
  interface FastifyRequest {
    auth: RequestAuth<typeof config>;
  }
}

const app = Fastify({ logger: true });
await app.register(formbody);
await app.register(FastifyAuth, { config });

const form = (problem: string) => `
  <form method="post" action="/login">
    <p>${problem}</p>
    <input name="username" autocomplete="username">
    <input name="password" type="password" autocomplete="current-password">
    <button>Sign in</button>
  </form>`;

app.get<{ Querystring: { error?: string } }>("/login", ({ query }, reply) => {
  return reply.type("text/html").send(form(query.error ? "That did not work. Please try again." : ""));
});
app.post<{ Body: { username: string; password: string } }>("/login", async (request, reply) => {
  try {
    const url = await request.auth.signIn({ providerId: "credentials", fields: request.body });
    return reply.redirect(url, 303);
  } catch (error) {
    if (!(error instanceof CredentialsSignin)) throw error;
    return reply.code(401).type("text/html").send(form("Name or password is wrong."));
  }
});
app.post("/logout", async (request, reply) => {
  return reply.redirect(await request.auth.signOut({ redirectTo: "/login" }), 303);
});

app.get("/page", { preHandler: requireSession() }, async (request, reply) => {
  const session = await request.auth();
  return reply.type("text/html").send(`
    <p>This page is for ${escape(session?.user.name ?? "")}.</p>
    <form method="post" action="/logout"><button>Sign out</button></form>`);
});

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST });

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
