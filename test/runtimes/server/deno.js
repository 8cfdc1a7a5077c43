/** @module */
import { DenoAuth } from "@latchkey/auth/deno";
import { config, respondToRequest } from "./app.js";

const onError = () => new Response("Internal server error.", { status: 500 });
const onListen = ({ port }) => console.log(`Deno ${Deno.version.deno} listens on ${port}`);
Deno.serve({ port: 0, hostname: "127.0.0.1", onError, onListen }, DenoAuth(config, respondToRequest));
