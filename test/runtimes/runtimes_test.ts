import assert from "node:assert/strict";
import { test } from "node:test";
import { startProvider } from "../../examples/demo/provider.ts";
import { chosenVersions } from "../_nightly.ts";
import { isShort } from "../_short.ts";
import { cases } from "./cases.ts";
import { install, obstacle, versions } from "./install.ts";
import { NODES, runtimes } from "./runtimes.ts";
import { ORIGIN } from "./server/app.js";

const nodes = chosenVersions(NODES).map((node) => `Node v${versions[node]}`);
const chosen = runtimes.filter(({ name }) =>
  name.startsWith("Node ") ? nodes.includes(name) : !isShort || name.startsWith("workerd")
);

for (const runtime of chosen) {
  test(`${runtime.name} runs a server with the library`, async (t) => {
    if (runtime.needsInstall && obstacle) {
      console.log(`skipped: ${runtime.name}, as ${obstacle}`);
      return t.skip(obstacle);
    }
    if (runtime.needsInstall) await install();
    const secret = crypto.randomUUID();
    const provider = await startProvider({ port: 0, clients: createClients(secret) });
    const env = createEnvironment(provider.issuer, secret);
    const server = await runtime.start(env);
    if ("greeting" in server) {
      assert.ok(String(server.greeting).startsWith(`${runtime.name} `), String(server.greeting));
    }
    try {
      for (const { name, needsOwnServer, run } of cases) {
        if (needsOwnServer && !runtime.ownServer) {
          console.log(
            `skipped: ${runtime.name}: ${name}, as ${runtime.name} has read requests before a worker gets them`,
          );
        } else await t.test(name, () => run({ ...server, issuer: provider.issuer }));
      }
    } finally {
      await provider.close();
      const log = await server.stop();
      // Neither our own secrets nor anything that begins like a token.
      for (const told of [env.AUTH_SECRET!, secret, "eyJ"]) assert.ok(!log.includes(told), log);
    }
  });
}

function createClients(secret: string) {
  const client = { name: "The suite", secret };
  return [
    {
      ...client,
      id: "suite",
      authentication: "client_secret_basic" as const,
      redirectUris: [`${ORIGIN}/auth/callback/example`, `${ORIGIN}/auth/callback/example-form`],
    },
  ];
}

function createEnvironment(issuer: string, secret: string): Record<string, string> {
  return {
    AUTH_URL: ORIGIN,
    AUTH_SECRET: crypto.randomUUID(),
    AUTH_EXAMPLE_ID: "suite",
    AUTH_EXAMPLE_SECRET: secret,
    AUTH_EXAMPLE_ISSUER: issuer,
    AUTH_EXAMPLE_FORM_ID: "suite",
    AUTH_EXAMPLE_FORM_SECRET: secret,
    AUTH_EXAMPLE_FORM_ISSUER: issuer,
  };
}
