/**
 * An application of Express as Auth.js shows it: a middleware reads the session with a config, and only then the same
 * config is mounted, so that `@auth/express` sets its `basePath` after the first use. Later the application changes it.
 *
 * `node session_first.mjs 4|5` prints what a browser sees.
 *
 * @module
 */

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import process from "node:process";
import { ExpressAuth, getSession } from "@auth/express";
import Credentials from "@auth/express/providers/credentials";

const isOld = process.argv[2] === "4";
const { default: express } = await import(isOld ? "express4" : "express");
const config = {
  providers: [Credentials({ credentials: { name: {} }, authorize: ({ name }) => ({ id: "1", name }) })],
  secret: "a-secret-of-forty-characters-for-tests-0",
  trustHost: true,
};

const app = express();
app.use(async (req, res, next) => {
  res.locals.session = await getSession(req, config);
  next();
});
app.use(isOld ? "/api/auth/*" : "/api/auth", ExpressAuth(config));
app.get("/", (_req, res) => {
  const { user, role } = res.locals.session ?? {};
  res.send(user ? [user.name, role].filter(Boolean).join(", ") : "no one");
});
const server = app.listen(0);
await once(server, "listening");
const origin = `http://localhost:${server.address().port}`;

const jar = new Map();
const before = await show();
const providers = await list();
await post("/api/auth/callback/credentials", { name: "Ada" });
const after = await show();
config.providers.push(Credentials({ id: "late", authorize: () => null }));
const added = await list();
config.callbacks = { session: ({ session }) => ({ ...session, role: "admin" }) };
const later = await show();
await post("/api/auth/signout", {});
const signedOut = await show();
server.close();
const core = JSON.parse(await readFile("node_modules/@auth/core/package.json", "utf8")).name;
console.log(JSON.stringify({ library: core, before, providers, after, added, later, signedOut }));

async function send(path, init = {}) {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await fetch(origin + path, {
    redirect: "manual",
    ...init,
    headers: { cookie, ...init.headers },
  });
  for (const line of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
    if (value) jar.set(name, value);
    else jar.delete(name);
  }
  return response;
}

async function show() {
  return await (await send("/")).text();
}

async function list() {
  return Object.keys(await (await send("/api/auth/providers")).json());
}

async function post(path, fields) {
  const { csrfToken } = await (await send("/api/auth/csrf")).json();
  await send(path, {
    method: "POST",
    headers: { origin },
    body: new URLSearchParams({ ...fields, csrfToken }),
  });
}
