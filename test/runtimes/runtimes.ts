/**
 * The runtimes, and how a program is started on each.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { bunBinary } from "../_packages.ts";
import { home, versions } from "./install.ts";
import { startProgram } from "./process.ts";
import { ORIGIN } from "./server/app.js";
import type { Site } from "./site.ts";
import { bundleWorker, startWorkerd } from "./workerd.ts";

export { bunBinary } from "../_packages.ts";

/** Environment variables of a program. */
export type Environment = Readonly<Record<string, string>>;

/** A runtime. */
export interface Runtime {
  /** Its name and version. */
  readonly name: string;
  /** Whether its binary comes from `install()`. */
  readonly needsInstall: boolean;
  /** Whether the program has the server in its own hands. */
  readonly ownServer: boolean;
  /** Starts `server/` on it. */
  start(env: Environment): Promise<RunningServer>;
}

/** A server that runs. */
export interface RunningServer extends Pick<Site, "fetch" | "port"> {
  /** Stops it. @returns Its log. @throws {Error} if it has ended by itself, or left a promise to nobody. */
  stop(): Promise<string>;
}

/** The versions of Node, oldest first. */
export const NODES = ["node20", "node22", "node24", "node26"] as const;

/** All runtimes of the suite. */
export const runtimes: readonly Runtime[] = [
  {
    name: `Deno ${Deno.version.deno}`,
    needsInstall: false,
    ownServer: true,
    start: (env) =>
      startProcess(
        Deno.execPath(),
        ["run", "-A", fileURLToPath(new URL("server/deno.js", import.meta.url))],
        env,
      ),
  },
  ...NODES.map((node) => ({
    name: `Node v${versions[node]}`,
    needsInstall: true,
    ownServer: true,
    start: (env: Environment) => startProcess(nodeBinary(node), ["server/node.js"], env),
  })),
  {
    name: `Bun ${versions.bun}`,
    needsInstall: true,
    ownServer: true,
    start: (env) => startProcess(bunBinary, ["server/bun.js"], env),
  },
  {
    name: "workerd",
    needsInstall: true,
    ownServer: false,
    start: async (env) => await startWorkerd(await bundleWorker(`${home}/server/worker.js`), [], env),
  },
  {
    name: "workerd with nodejs_compat",
    needsInstall: true,
    ownServer: false,
    start: async (env) =>
      await startWorkerd(await bundleWorker(`${home}/server/worker.js`), ["nodejs_compat"], env),
  },
];

/** Path of a Node. */
export function nodeBinary(node: Exclude<keyof typeof versions, "bun">): string {
  return `${home}/node_modules/${node}/bin/node`;
}

/** Starts a program that tells its runtime and its port in one line, `… listens on <port>`. */
export async function startProcess(
  program: string,
  args: readonly string[],
  env: Environment,
): Promise<RunningServer & { readonly greeting: string }> {
  const running = startProgram({ program, args, env, cwd: args.includes("-A") ? "." : home });
  const greeting = await running.printed(/.* listens on \d+$/m);
  return { greeting, ...serverAt(Number(greeting.split(" ").at(-1))), stop: running.stop };
}

/** A server on this computer, as the proxy in front of it sees it. */
export function serverAt(port: number): Pick<RunningServer, "fetch" | "port"> {
  const base = `http://127.0.0.1:${port}`;
  return {
    port,
    fetch: (request) =>
      fetch(new Request(request.url.replace(ORIGIN, base), request), { redirect: "manual" }),
  };
}
