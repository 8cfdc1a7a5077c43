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
const SALT = "latchkey.session-token";
const CLAIMS = { name: ADA.name, email: ADA.email, picture: ADA.image, sub: ADA.id };

/** What each operation asks for, whether as Ada, and the body of the right answer. */
const OPERATIONS = {
  "http page": { path: "/", isSignedIn: true, expected: /^Hello Ada/ },
  "http page, nobody": { path: "/", isSignedIn: false, expected: /^Hello stranger/ },
  "http session": { path: "/auth/session", isSignedIn: true, expected: /^\{"user":\{.*"name":"Ada/ },
};

/** Whether an operation needs a server. */
export function needsServer(name) {
  return name in OPERATIONS;
}

/**
 * Starts a server and its client.
 *
 * @param library `latchkey`; or `floor`, a server that answers the same number of bytes at once.
 */
export async function openServer(library, name) {
  const { path, isSignedIn, expected } = OPERATIONS[name];
  const { encode } = await import("@latchkey/auth/jwt");
  const server = createServer(library === "floor" ? answerAtOnce : await withSession());
  // Connections wait for their next turn as long as it takes.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const token = await encode({ token: CLAIMS, secret: SECRET, salt: SALT });
  const cookie = `latchkey.csrf-token=${"c".repeat(64)}.${"m".repeat(43)}` +
    (isSignedIn ? `; ${SALT}=${token}` : "");
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
