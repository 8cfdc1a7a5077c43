/** @module */
import { createServer } from "node:http";
import process from "node:process";
import { NodeAuth } from "@latchkey/auth/node";
import { config, ORIGIN, respond } from "./app.js";

const server = createServer(NodeAuth(config, async (req, res, auth) => {
  const { pathname } = new URL(req.url, ORIGIN);
  if (pathname === "/redirect") {
    await auth();
    res.writeHead(302, { location: `${ORIGIN}/` }).end();
    return;
  }
  const [status, value] = await respond(pathname, () => readBody(req), auth);
  res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}));
server.listen(
  0,
  "127.0.0.1",
  () => console.log(`Node ${process.version} listens on ${server.address().port}`),
);

async function readBody(req) {
  let text = "";
  for await (const chunk of req.setEncoding("utf8")) text += chunk;
  return text;
}
