/** @module */
import { BunAuth } from "@latchkey/auth/bun";
import { config, respondToRequest } from "./app.js";

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  development: false,
  fetch: BunAuth(config, respondToRequest),
});
console.log(`Bun ${Bun.version} listens on ${server.port}`);
