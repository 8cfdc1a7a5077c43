/**
 * A customer's server for Node, type-checked with the types of Node.
 *
 * @module
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { NodeAuth } from "@latchkey/auth/node";
import { GitHub } from "@latchkey/auth/providers/github";

const app = NodeAuth(
  { providers: [GitHub] },
  async (req: IncomingMessage, res: ServerResponse, auth) => {
    const session = await auth();
    res.writeHead(session ? 200 : 401, { "content-type": "text/plain" });
    res.end(`${session?.user?.name} asked for ${req.url}`);
  },
);

/** One handler for http and https. */
export const servers: readonly Server[] = [createServer(app), createTlsServer(app)];
