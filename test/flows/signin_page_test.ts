import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Theme, ThemeLinks } from "../../src/values/types.ts";
import { openPasswords } from "./_kept_passwords.ts";
import { APP, oauth2, open } from "./_world.ts";

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

test("The sign-in page links to the pages of passwords that the library keeps, and to those of the theme before them", async () => {
  const links = { signUp: "/register", forgotPassword: undefined } as unknown as ThemeLinks;
  for (const theme of [{}, { links }] as readonly Theme[]) {
    const { html } = await openPasswords({ theme }).browser.open(`${APP}/auth/signin?callbackUrl=/home`);
    const query = "callbackUrl=https%3A%2F%2Fapp.test%2Fhome";
    assert.ok(html.includes(`href="${APP}/auth/forgot-password?${query}"`), html);
    assert.equal(html.includes(`href="${APP}/auth/signup?${query}"`), theme.links === undefined);
    assert.equal(html.includes('href="/register"'), theme.links !== undefined);
  }
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
