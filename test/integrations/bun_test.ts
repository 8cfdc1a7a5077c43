import assert from "node:assert/strict";
import { test } from "node:test";
import { BunAuth } from "../../src/integrations/fetch/bun.ts";
import { signedIn } from "./_application.ts";

test("BunAuth() reads Bun.env, and passes on Bun's server", async () => {
  const env = { AUTH_SECRET: "a-secret-of-more-than-32-characters", AUTH_TRUST_HOST: "1" };
  Object.assign(globalThis, { Bun: { env } });
  try {
    const handle = BunAuth({ providers: [] }, async (_request, auth, server: { readonly port: number }) => {
      return Response.json([(await auth())?.user?.name, server.port]);
    });
    const request = new Request("http://localhost/", { headers: { cookie: await signedIn() } });
    assert.deepEqual(await (await handle(request, { port: 3000 })).json(), ["Ada", 3000]);
  } finally {
    Reflect.deleteProperty(globalThis, "Bun");
  }
});
