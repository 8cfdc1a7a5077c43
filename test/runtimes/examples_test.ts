import assert from "node:assert/strict";
import { test } from "node:test";
import { checkExample, exampleEnvironment } from "./example.ts";
import { home, install, obstacle } from "./install.ts";
import { bunBinary, nodeBinary, type RunningServer, serverAt } from "./runtimes.ts";
import { startProgram } from "./process.ts";
import { checkQuickStart, freePort, readQuickStart, writeQuickStart } from "./quick_start.ts";
import { ORIGIN } from "./server/app.js";
import { bundleWorker, startWorkerd } from "./workerd.ts";

const env = exampleEnvironment(ORIGIN);

const examples: Readonly<Record<string, () => Promise<RunningServer>>> = {
  bun: () => startOnPort(bunBinary, ["examples/bun/main.ts"]),
  node: () => startOnPort(nodeBinary("node24"), ["examples/node/main.ts"]),
  workers: async () => await startWorkerd(await bundleWorker(`${home}/examples/workers/main.ts`), [], env),
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
      await checkExample(ORIGIN, server.fetch);
    } finally {
      await server.stop();
    }
  });
}

/** Quick starts of README.md, and the program of their command: the oldest that README.md promises. */
const quickStarts: Readonly<Record<string, readonly [command: string, program: string]>> = {
  Bun: ["bun", bunBinary],
  Node: ["node", nodeBinary("node20")],
};

for (const [name, [command, program]] of Object.entries(quickStarts)) {
  test(`README.md has a quick start on ${name} that works unchanged`, async (t) => {
    if (obstacle) {
      console.log(`skipped: the quick start on ${name}, as ${obstacle}`);
      return t.skip(obstacle);
    }
    await install();
    const start = await readQuickStart(name);
    const [port, cwd] = [freePort(), `${home}/quick_start/${command}`];
    await writeQuickStart(cwd, start, port);
    const [written, ...args] = start.command;
    assert.equal(written, command);
    const running = startProgram({ program, args, env: {}, cwd });
    await running.listens(port);
    await checkQuickStart(port);
    await running.stop();
  });
}

async function startOnPort(program: string, args: readonly string[]): Promise<RunningServer> {
  const port = freePort();
  const running = startProgram({ program, args, env: { ...env, PORT: String(port) }, cwd: home });
  await running.listens(port);
  return { ...serverAt(port), stop: running.stop };
}
