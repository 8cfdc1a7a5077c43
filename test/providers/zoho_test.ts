import assert from "node:assert/strict";
import { test } from "node:test";
import { signIn } from "./_catalogue.ts";
import zoho from "./catalogue/zoho.ts";

test("Zoho() sends all requests to the data centre of the option domain", async () => {
  const [exchange] = zoho.profile!;
  const toEurope = (request: string) => request.replace("accounts.zoho.com", "accounts.zoho.eu");
  const { user, problems, authorizationUrl } = await signIn({
    ...zoho,
    options: { domain: "zoho.eu" },
    token: { ...zoho.token, request: toEurope(zoho.token.request) },
    profile: [{ ...exchange!, request: toEurope(exchange!.request) }],
  });
  assert.deepEqual(problems, []);
  assert.deepEqual(user, zoho.user);
  assert.equal(authorizationUrl.host, "accounts.zoho.eu");
});

test("Zoho() sends no secret to the server that the authorization response names", async () => {
  const response = { location: "xx", "accounts-server": "https://attacker.example" };
  const { user, problems } = await signIn({ ...zoho, response });
  assert.deepEqual(problems, []);
  assert.deepEqual(user, zoho.user);
});

test("Zoho() refuses a sign-in whose error has status 200", async () => {
  const { user, log } = await signIn({ ...zoho, token: { ...zoho.token, json: { error: "invalid_code" } } });
  assert.equal(user, null);
  assert.match(log, /invalid_code/);
});
