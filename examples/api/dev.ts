/**
 * Starts the API and the front end on your own machine, each as a server of its own: `npm run dev`.
 *
 * @module
 */

import { spawn } from "node:child_process";
import process from "node:process";
import { createServer } from "vite";

const flags = ["--disable-warning=ExperimentalWarning"];
const api = spawn(process.execPath, [...flags, "api/main.ts"], { stdio: "inherit" });
// The terminal says why the API has ended.
api.on("exit", (code) => process.exit(code ?? 1));
process.on("exit", () => api.kill());
process.on("SIGTERM", () => process.exit());

const frontEnd = await createServer();
await frontEnd.listen();
console.log(`Open ${process.env.FRONT_END_URL}. The mails with sign-in links appear here. Stop with Ctrl-C.`);
