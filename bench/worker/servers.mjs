/**
 * Servers of `node:http` that answer a browser in another process, so that the CPU time of this one is the server's.
 * They have the form of the operations of `operations.mjs`, with `runAll(count)` in place of `run`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { ADA } from "./idp.mjs";
import { startClient } from "./client.mjs";

const SECRET = "19d1f6f0a4b7c4e2f8a3d5b6c7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f901";
const COOKIES = {
  latchkey: "latchkey.session-token",
  floor: "latchkey.session-token",
  authjs: "authjs.session-token",
};
const CLAIMS = { name: ADA.name, email: ADA.email, picture: ADA.image, sub: ADA.id };

/** The request of each operation, whether Ada is signed in, and the body of the right answer. */
const OPERATIONS = {
  "http page": { path: "/", isSignedIn: true, expected: /^Hello Ada/ },
  "http page, nobody": { path: "/", isSignedIn: false, expected: /^Hello stranger/ },
  "express page": { path: "/", isSignedIn: true, expected: /^Hello Ada/ },
  "http session": { path: "/auth/session", isSignedIn: true, expected: /^\{"user":\{.*"name":"Ada/ },
};

/** Whether an operation needs a server. */
export function needsServer(name) {
  return name in OPERATIONS;
}

/**
 * Starts a server and its client.
 *
 * @param library `latchkey`; `authjs`, which has a server of Express only; or `floor`, a server that answers the same
 * number of bytes at once.
 */
export async function openServer(library, name) {
  const { path, isSignedIn, expected } = OPERATIONS[name];
  const { encode } = await import(library === "authjs" ? "@auth/core/jwt" : "@latchkey/auth/jwt");
  const isExpress = name === "express page";
  const server = createServer(await (isExpress ? expressApp(library) : listenerOf(library)));
  // Connections wait for their next turn as long as it takes.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const salt = COOKIES[library];
  const token = await encode({ token: CLAIMS, secret: SECRET, salt });
  const cookie = `${salt.replace("session", "csrf")}=${"c".repeat(64)}.${"m".repeat(43)}` +
    (isSignedIn ? `; ${salt}=${token}` : "");
  const client = await startClient(server.address().port, path, cookie);
  return {
    runAll: client.askTimes,
    check: (body) => assert.match(body, library === "floor" ? /^Hello/ : expected),
    close: () => {
      client.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

async function listenerOf(library) {
  return library === "floor" ? answerAtOnce : await withSession();
}

function answerAtOnce(_req, res) {
  res.end("Hello stranger");
}

async function withSession() {
  const { NodeAuth } = await import("@latchkey/auth/node");
  const config = { secret: SECRET, trustHost: true, providers: [] };
  return NodeAuth(config, async (_req, res, auth) => {
    const session = await auth();
    res.end(`Hello ${session?.user?.name ?? "stranger"}`);
  });
}

/** An application of Express with one route, which reads the session except for the floor. */
async function expressApp(library) {
  const { default: express } = await import("express");
  const app = express();
  if (library === "floor") return app.get("/", (_req, res) => res.send("Hello stranger"));
  const config = { secret: SECRET, trustHost: true, providers: [] };
  const { MiddlewareAuth, ExpressAuth = MiddlewareAuth, getSession } = await import(
    library === "authjs" ? "@auth/express" : "@latchkey/auth/express"
  );
  app.use("/auth", ExpressAuth(config));
  return app.get("/", async (req, res) => {
    const session = await getSession(req, config);
    res.send(`Hello ${session?.user?.name ?? "stranger"}`);
  });
}
