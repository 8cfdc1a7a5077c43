/**
 * Prints which library `@auth/express` runs on, and whether it answers.
 *
 * @module
 */

import { once } from "node:events";
import { realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ExpressAuth } from "@auth/express";
import Credentials from "@auth/express/providers/credentials";
import express from "express";

const app = express();
app.use(
  "/auth",
  ExpressAuth({
    providers: [Credentials({ authorize: () => null })],
    secret: "a-secret-of-forty-characters-for-tests-0",
    trustHost: true,
  }),
);
const server = app.listen(0);
await once(server, "listening");
const response = await fetch(`http://localhost:${server.address().port}/auth/providers`);
const providers = Object.keys(await response.json());
server.close();

/** The `@auth/core` that `@auth/express` imports: package managers put it in different folders. */
const home = realpathSync(fileURLToPath(import.meta.resolve("@auth/express")));
const core = await findPackage(home);
console.log(JSON.stringify({ core, providers }));

async function findPackage(from) {
  const folders = createRequire(pathToFileURL(from)).resolve.paths("@auth/core");
  for (const folder of folders) {
    const text = await readFile(`${folder}/@auth/core/package.json`, "utf8").catch(() => null);
    if (text) return JSON.parse(text).name;
  }
  return null;
}
