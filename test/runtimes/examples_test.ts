import assert from "node:assert/strict";
import { test } from "node:test";
import { freePort } from "../_free_port.ts";
import { checkExample, exampleEnvironment } from "./example.ts";
import { home, install, obstacle } from "./install.ts";
import { bunBinary, nodeBinary, type RunningServer, serverAt } from "./runtimes.ts";
import { startProgram } from "./process.ts";
import { checkQuickStart, readQuickStart, writeQuickStart } from "./quick_start.ts";
import { ORIGIN } from "./server/app.js";
import { openWorkerExample } from "./worker_example.ts";

const env = exampleEnvironment(ORIGIN);

/** A server, and the cookie of a user if sessions are in its database. */
type Example = RunningServer & { readonly signedIn?: string };

const examples: Readonly<Record<string, () => Promise<Example>>> = {
  bun: () => startOnPort(bunBinary, ["examples/bun/main.ts"]),
  node: () => startOnPort(nodeBinary("node24"), ["examples/node/main.ts"]),
  workers: () => openWorkerExample(`${home}/examples/workers`, env),
};

for (const [name, start] of Object.entries(examples)) {
  test(`the example in examples/${name} signs users in`, async (t) => {
    if (obstacle) {
      console.log(`skipped: examples/${name}, as ${obstacle}`);
      return t.skip(obstacle);
    }
    await install();
    const server = await start();
    try {
      await checkExample(ORIGIN, server.fetch, server.signedIn);
    } finally {
      await server.stop();
    }
  });
}

test("README.md has a quick start that works unchanged", async (t) => {
  if (obstacle) {
    console.log(`skipped: the quick start, as ${obstacle}`);
    return t.skip(obstacle);
  }
  await install();
  const start = await readQuickStart();
  const [port, cwd] = [freePort(), `${home}/quick_start`];
  await writeQuickStart(cwd, start, port);
  const [written, ...args] = start.command;
  assert.equal(written, "node");
  // The oldest that the library runs on.
  const running = startProgram({ program: nodeBinary("node20"), args, env: {}, cwd });
  await running.listens(port);
  await checkQuickStart(port);
  await running.stop();
});

test("README.md has the same program for Deno", async (t) => {
  if (obstacle) {
    console.log(`skipped: the quick start on Deno, as ${obstacle}`);
    return t.skip(obstacle);
  }
  await install();
  const start = await readQuickStart();
  const [port, cwd] = [freePort(), `${home}/quick_start_deno`];
  const code = start.onDeno.replace("Deno.serve(", `Deno.serve({ port: ${port} }, `);
  await writeQuickStart(cwd, { ...start, file: "main.ts", code }, port);
  const args = ["run", "-A", "--check", "--env-file=.env", "main.ts"];
  const running = startProgram({ program: Deno.execPath(), args, env: {}, cwd });
  await running.listens(port);
  await checkQuickStart(port);
  await running.stop();
});

async function startOnPort(program: string, args: readonly string[]): Promise<RunningServer> {
  const port = freePort();
  const running = startProgram({ program, args, env: { ...env, PORT: String(port) }, cwd: home });
  await running.listens(port);
  return { ...serverAt(port), stop: running.stop };
}
