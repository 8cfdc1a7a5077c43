/**
 * Servers of `node:http` that answer browsers in another process, so that the CPU time of this one is the server's.
 * They have the form of the operations of `operations.mjs`, with `runAll(count)` in place of `run`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { startClient } from "./client.mjs";
import { openPages } from "./pages.mjs";

/** Signed-in users who send a request in turn. So many tokens that no cache of the processor holds their keys. */
const MANY = 4000;

/** The request of each operation, the number of users, and the body of the right answer. */
const OPERATIONS = {
  "http page": { path: "/", users: MANY, expected: /^Hello Ada/ },
  "http page, one user": { path: "/", users: 1, expected: /^Hello Ada/ },
  "http page, nobody": { path: "/", users: 0, expected: /^Hello stranger/ },
  "http session": {
    path: "/auth/session",
    users: MANY,
    expected: /^\{"user":\{.*"name":"Ada.*"expires":"20/,
  },
  "express page": { path: "/", users: MANY, expected: /^Hello Ada/ },
  "express page, one user": { path: "/", users: 1, expected: /^Hello Ada/ },
};

/** Whether an operation needs a server. */
export function needsServer(name) {
  return name in OPERATIONS;
}

/**
 * Starts a server and its client.
 *
 * @param library One of `pages.mjs`.
 */
export async function openServer(library, name) {
  const { path, users, expected } = OPERATIONS[name];
  const pages = await openPages(library);
  const cookies = [];
  for (let n = 0; n < Math.min(users, pages.most ?? users); n++) {
    cookies.push(await pages.cookieOf(`Ada ${n}`));
  }
  const listener = await (name.startsWith("express") ? pages.express() : pages.http());
  const server = createServer(listener);
  // Connections wait for their next turn, which may take minutes.
  server.keepAliveTimeout = 3_600_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = await startClient(server.address().port, path, users ? cookies : [""]);
  return {
    runAll: client.askTimes,
    check: (body) => assert.match(body, library === "bare" ? /^Hello/ : expected),
    close: () => {
      client.close();
      server.close();
      server.closeAllConnections?.();
    },
  };
}
