import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { oauth2, open } from "./_world.ts";

const TEXT = `"'><b>$&<?fields>`;

/** More origins than are kept, and one that comes back after it was dropped. */
const ORIGINS = [
  "https://app.test",
  "https://other.test",
  "http://localhost:3000",
  ...Array.from({ length: 12 }, (_, n) => `https://tenant-${n}.test`),
  "https://app.test",
];

const QUERIES = [
  "",
  "?error=InvalidCheck&callbackUrl=/home",
  `?${new URLSearchParams({ error: TEXT, callbackUrl: `/${TEXT}`, email: TEXT })}`,
  "?error=UserNotVerified&ways=idp&link=true",
  "?ui_locales=de",
];

test("A sign-in page that was kept is the same as one that is made anew, for every visitor", async () => {
  const configs = [configOf("Alpha", "#0d9488"), configOf("Beta <b>", "gold")];
  let visit = 0;
  const random = (length: number) => new Uint8Array(length).fill(visit);
  const kept = configs.map((config): AuthConfig => ({ ...config, platform: { ...config.platform, random } }));
  const seen = new Set<string>();
  for (const origin of ORIGINS) {
    for (const query of QUERIES) {
      for (const config of kept) {
        visit++;
        const actual = await read(`${origin}/auth/signin${query}`, config);
        assert.deepEqual(actual, await read(`${origin}/auth/signin${query}`, { ...config }));
        seen.add(JSON.stringify(actual));
      }
    }
  }
  assert.equal(seen.size, ORIGINS.length * QUERIES.length * configs.length);
});

function configOf(name: string, brandColor: string): AuthConfig {
  const mail = { id: "mail", type: "email", name: "Mail", sendVerificationRequest: () => {} } as const;
  const { config } = open({
    providers: (idp) => [oauth2(idp, { name, style: { logo: "/logo.svg" } }), mail],
    adapter: Memory(),
    theme: { brandColor },
  });
  return config;
}

async function read(url: string, config: AuthConfig) {
  const response = await Auth(new Request(url), config);
  assert.equal(response.status, 200);
  return [[...response.headers], await response.text()];
}
