import { test } from "node:test";
import { checkExample, exampleEnvironment } from "./example.ts";
import { home, install, obstacle } from "./install.ts";
import { bunBinary, nodeBinary, type RunningServer, serverAt } from "./runtimes.ts";
import { startProgram } from "./process.ts";
import { ORIGIN } from "./server/app.js";
import { bundleWorker, startWorkerd } from "./workerd.ts";

const env = exampleEnvironment(ORIGIN);

const examples: Readonly<Record<string, () => Promise<RunningServer>>> = {
  bun: () => startOnPort(bunBinary, ["examples/bun/main.ts"]),
  node: () => startOnPort(nodeBinary("node24"), ["examples/node/main.ts"]),
  workers: async () => await startWorkerd(await bundleWorker(`${home}/examples/workers/main.ts`), [], env),
};

for (const [name, start] of Object.entries(examples)) {
  test(`examples/${name} signs users in`, async (t) => {
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

async function startOnPort(program: string, args: readonly string[]): Promise<RunningServer> {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const { port } = listener.addr;
  listener.close();
  const running = startProgram({ program, args, env: { ...env, PORT: String(port) }, cwd: home });
  await running.listens(port);
  return { ...serverAt(port), stop: running.stop };
}
