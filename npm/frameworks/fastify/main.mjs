/**
 * The routes of the checks, on Fastify.
 *
 * @module
 */

import process from "node:process";
import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import helmet from "@fastify/helmet";
import { FastifyAuth, requireSession } from "@latchkey/auth/fastify";
import Fastify from "fastify";
import { appConfig, membersConfig } from "./app_config.mjs";

const app = Fastify();
const { PLUGINS, PORT, HOST } = process.env;
if (PLUGINS === "before") await addPlugins();
await app.register(FastifyAuth, { config: appConfig() });
if (PLUGINS === "after") await addPlugins();

const nameOf = async (request) => (await request.auth())?.user.name ?? null;
const html = { "content-type": "text/html; charset=utf-8" };

app.get("/", async (request, reply) => {
  const name = await nameOf(request);
  return reply.headers(html).send(name ? `Hello ${name}` : "Nobody is signed in");
});
app.get("/session", async (request, reply) => reply.send(JSON.stringify(await request.auth())));
app.get("/twice", async (request) => await Promise.all([nameOf(request), nameOf(request)]));
app.get("/cookies", async (request, reply) => {
  setCookie(reply, "a", "1");
  const name = await nameOf(request);
  setCookie(reply, "b", "2");
  return reply.send(JSON.stringify(name));
});
app.get("/protected", { preHandler: requireSession() }, async (request, reply) => {
  return reply.headers(html).send(`For ${await nameOf(request)}`);
});
app.get("/api/me", { preHandler: requireSession() }, async (request) => ({ name: await nameOf(request) }));
app.register((raw, _options, ready) => {
  raw.removeAllContentTypeParsers();
  raw.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  raw.post("/echo", async (request) => ({ name: await nameOf(request), body: request.body }));
  ready();
});
app.post("/update", async (request) => await request.auth.update({ text: request.body }));
app.get("/fail", () => {
  throw new Error("This is meant to fail.");
});
app.register(async (members) => {
  await members.register(FastifyAuth, { config: membersConfig() });
  members.get("/session", async (request, reply) => reply.send(JSON.stringify(await request.auth())));
}, { prefix: "/members" });

await app.listen({ port: Number(PORT), host: HOST });

async function addPlugins() {
  await app.register(cookie);
  await app.register(formbody);
  await app.register(helmet);
}

function setCookie(reply, name, value) {
  if (reply.setCookie) reply.setCookie(name, value, { path: "/" });
  else reply.header("set-cookie", `${name}=${value}; Path=/`);
}
