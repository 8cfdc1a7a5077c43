import assert from "node:assert/strict";
import { test } from "node:test";
import type { TokenEndpointHandler, TokenRequestContext } from "../../src/model/provider.ts";
import { VK } from "../../src/providers/vk.ts";

const ENDPOINT = "https://id.vk.com/oauth2/auth";

test("VK is sent the state and the device of the authorization response with the code", async () => {
  const sent: [string, RequestInit | undefined][] = [];
  const { redeem } = VK().token as TokenEndpointHandler;
  const context: TokenRequestContext = {
    url: ENDPOINT,
    params: new URLSearchParams({ code: "code-1", code_verifier: "verifier-1" }),
    headers: { accept: "application/json" },
    response: new URLSearchParams({ code: "code-2", state: "state-1", device_id: "device-1", ext_id: "1" }),
    clientId: "client-1",
    clientSecret: "secret-1",
    fetch: async (url, init) => {
      sent.push([url, init]);
      return await Promise.resolve(new Response());
    },
  };
  await redeem!(context);
  const [[url, init] = []] = sent;
  assert.equal(url, ENDPOINT);
  assert.equal(init?.method, "POST");
  assert.deepEqual(init?.headers, { accept: "application/json" });
  assert.equal(String(init?.body), "code=code-1&code_verifier=verifier-1&device_id=device-1&state=state-1");
});
