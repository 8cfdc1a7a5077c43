/**
 * `auth()` in a route handler of Next, beside that of `next-auth`: one application with both, and a server for each.
 *
 * @module
 */

import { createServer } from "node:net";
import type { Figure } from "./figure.ts";
import { median } from "./turns.ts";
import type { Pace } from "./worker.ts";

const PACKAGES = { "next": "16.4.6", "next-auth": "5.0.0-beta.32", "react": "19.3.1", "react-dom": "19.3.1" };

/** Routes that do the same work: with each library, and without one. */
const ROUTES = ["ours", "theirs", "bare"] as const;

type Route = typeof ROUTES[number];

const ENV = {
  AUTH_SECRET: "19d1f6f0a4b7c4e2f8a3d5b6c7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f901",
  AUTH_TRUST_HOST: "true",
  NEXT_TELEMETRY_DISABLED: "1",
  NODE_ENV: "production",
};

/**
 * Measures the CPU time of the server for one request: with Next, and what the library adds to it. Without a network to
 * install Next from, there are no figures.
 *
 * @param bench Where our tarball is: see `install.ts`. The application is below it, so that it is built once.
 * @throws {Error} if the application cannot be built, or gives a wrong answer.
 */
export async function nextRoutes(bench: string, { warmUp, batch }: Pace): Promise<readonly Figure[]> {
  const app = await prepareApp(bench);
  try {
    await installPackages(app);
  } catch (error) {
    console.log(`skipped: next: its packages cannot be installed: ${(error as Error).message.slice(0, 300)}`);
    return [];
  }
  await buildApp(app);
  const { folder } = app;
  const cookies = JSON.parse(await run(folder, "node", ["tokens.mjs"]));
  const servers = await Promise.all(ROUTES.map((route) => startServer(folder, route, cookies[route])));
  const times: Record<Route, number[]> = { ours: [], theirs: [], bare: [] };
  // `--quick` is to see that everything still runs.
  const [rounds, requests] = warmUp < 500 ? [3, 300] : [9, batch * 10];
  try {
    for (const server of servers) await server.timeOf(requests * 2);
    for (let round = 0; round < rounds; round++) {
      for (const server of servers) times[server.route].push(await server.timeOf(requests));
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
  const net = (route: Route) => median(times[route].map((time, round) => time - times.bare[round]!));
  return [
    {
      label: "Next, auth() in a route, with Next",
      unit: "µs",
      ours: median(times.ours),
      theirs: median(times.theirs),
    },
    { label: "  what the library adds", unit: "µs", ours: net("ours"), theirs: net("theirs") },
  ];
}

/** The application on the disk. */
interface App {
  readonly folder: string;
  /** The text of its `package.json`. */
  readonly manifest: string;
  /** Whether it has been built with these packages. */
  readonly isBuilt: boolean;
}

async function prepareApp(bench: string): Promise<App> {
  const { dependencies } = JSON.parse(await Deno.readTextFile(`${bench}/package.json`));
  const file = dependencies["@latchkey/auth"].slice("file:".length);
  const folder = `${bench}/next`;
  await copy(`${import.meta.dirname}/../npm/bench/next`, folder);
  await Deno.copyFile(`${bench}/${file}`, `${folder}/${file}`);
  const manifest = JSON.stringify({
    private: true,
    type: "module",
    dependencies: { ...PACKAGES, "@latchkey/auth": `file:${file}` },
  });
  const built = await Deno.readTextFile(`${folder}/built.json`).catch(() => "");
  return { folder, manifest, isBuilt: built === manifest };
}

async function installPackages({ folder, manifest, isBuilt }: App): Promise<void> {
  if (isBuilt) return;
  await Deno.writeTextFile(`${folder}/package.json`, manifest);
  await Deno.remove(`${folder}/node_modules/@latchkey`, { recursive: true }).catch(() => {});
  await run(folder, "npm", ["install", "--ignore-scripts", "--no-package-lock", "--no-audit", "--no-fund"]);
}

async function buildApp({ folder, manifest, isBuilt }: App): Promise<void> {
  if (isBuilt) return;
  await run(folder, "node", ["node_modules/next/dist/bin/next", "build"]);
  await Deno.writeTextFile(`${folder}/built.json`, manifest);
}

async function copy(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copy(`${from}/${name}`, `${to}/${name}`);
    else await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}

interface Server {
  readonly route: Route;
  /** CPU time of one request, in µs, of so many. @throws {Error} if an answer is wrong. */
  timeOf(requests: number): Promise<number>;
  stop(): Promise<void>;
}

async function startServer(folder: string, route: Route, cookie: string): Promise<Server> {
  const port = await freePort();
  const args = ["node_modules/next/dist/bin/next", "start", "--port", String(port)];
  const child = new Deno.Command("node", { args, cwd: folder, env: ENV, stdout: "null", stderr: "null" })
    .spawn();
  const origin = `http://localhost:${port}`;
  const ask = async () => {
    const response = await fetch(`${origin}/${route}`, { headers: { cookie } });
    const text = await response.text();
    if (text !== '"Ada Lovelace"') {
      throw new Error(`${route} answered ${response.status} ${text.slice(0, 200)}`);
    }
  };
  const usage = async (): Promise<number> => await (await fetch(`${origin}/cpu`, { method: "POST" })).json();
  for (let tries = 0;; tries++) {
    const isUp = await usage().then(() => true, () => false);
    if (isUp) break;
    if (tries > 200) throw new Error("Next does not answer");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    route,
    async timeOf(requests) {
      const before = await usage();
      for (let done = 0; done < requests; done += 10) await Promise.all(Array.from({ length: 10 }, ask));
      return (await usage() - before) / requests;
    },
    async stop() {
      child.kill("SIGKILL");
      await child.status;
    },
  };
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

async function run(cwd: string, program: string, args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args], cwd, env: ENV })
    .output();
  const [out, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)) as [string, string];
  if (!success) throw new Error(`Cannot run "${program} ${args.join(" ")}": ${errors}${out}`);
  return out;
}
