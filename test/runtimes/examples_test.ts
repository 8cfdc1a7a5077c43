import { test } from "node:test";
import { checkExample, exampleEnvironment } from "./example.ts";
import { home, install, obstacle } from "./install.ts";
import { bunBinary, nodeBinary, type RunningServer, startProcess } from "./runtimes.ts";
import { ORIGIN } from "./server/app.js";
import { bundleWorker, startWorkerd } from "./workerd.ts";

const env = { ...exampleEnvironment(ORIGIN), PORT: "0" };

const examples: Readonly<Record<string, () => Promise<RunningServer>>> = {
  bun: () => startProcess(bunBinary, ["examples/bun/main.ts"], env),
  node: () => startProcess(nodeBinary("node24"), ["examples/node/main.ts"], env),
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
