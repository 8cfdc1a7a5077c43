import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRequest } from "../../../src/http/incoming.ts";
import { Passkey } from "../../../src/providers/passkey.ts";
import type { WebAuthnUserConfig } from "../../../src/model/provider.ts";
import { relyingPartyOf } from "../../../src/sign_in/passkey/relying_party.ts";

test("relyingPartyOf() is by default the host of the request, without its port as id, with it as name", async () => {
  assert.deepEqual(await siteAt("http://localhost:3000"), {
    id: "localhost",
    name: "localhost:3000",
    origins: ["http://localhost:3000"],
  });
});

test("relyingPartyOf() returns the relying party of the provider", async () => {
  const relayingParty = { id: "example.com", name: "Example", origin: "https://www.example.com" };
  assert.deepEqual(await siteAt("https://app.example.com", { relayingParty }), {
    id: "example.com",
    name: "Example",
    origins: ["https://www.example.com"],
  });
});

test("relyingPartyOf() selects the id that matches the host of the request, else the first", async () => {
  const relayingParty = { id: ["ample.com", "example.com", "example.org"] };
  for (
    const [host, id] of [
      ["example.com", "example.com"],
      ["www.example.org", "example.org"],
      ["a.b.example.com", "example.com"],
      ["example.net", "ample.com"],
      ["com", "ample.com"],
    ]
  ) {
    assert.equal((await siteAt(`https://${host}`, { relayingParty })).id, id, host ?? "none");
  }
});

test("relyingPartyOf() asks getRelayingParty, and nothing else counts then", async () => {
  const site = await siteAt("https://app.test", {
    relayingParty: { id: "other.test", name: "Other" },
    getRelayingParty: ({ url }) => ({
      id: "app.test",
      name: url,
      origin: ["https://a.test", "https://b.test"],
    }),
  });
  assert.deepEqual(site, {
    id: "app.test",
    name: "https://app.test/auth/csrf",
    origins: ["https://a.test", "https://b.test"],
  });
});

test("relyingPartyOf() has the name of the theme, unless the provider has one", async () => {
  const incoming = await parseRequest(new Request("http://localhost/auth/csrf"), "/auth");
  const theme = { name: "Acme" };
  assert.equal((await relyingPartyOf(incoming, Passkey(), theme)).name, "Acme");
  const own = Passkey({ relayingParty: { name: "Own" } });
  assert.equal((await relyingPartyOf(incoming, own, theme)).name, "Own");
});

async function siteAt(origin: string, options: WebAuthnUserConfig = {}) {
  const incoming = await parseRequest(new Request(`${origin}/auth/csrf`), "/auth");
  return await relyingPartyOf(incoming, Passkey(options));
}
