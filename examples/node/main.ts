/**
 * An application on Node that shows strangers nothing.
 *
 * Set `AUTH_SECRET`, `AUTH_URL=http://localhost:3000`, `AUTH_GITHUB_ID` and `AUTH_GITHUB_SECRET`.
 *
 * @module
 */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import process from "node:process";
import { NodeAuth } from "@latchkey/auth/node";
import { GitHub } from "@latchkey/auth/providers/github";

const config = { providers: [GitHub] };

createServer(NodeAuth(config, async (_req: IncomingMessage, res: ServerResponse, auth) => {
  const session = await auth();
  if (session) res.end(`Hello, ${session.user?.name}`);
  else res.writeHead(302, { location: "/auth/signin" }).end();
})).listen(Number(process.env.PORT ?? 3000));
