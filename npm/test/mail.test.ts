import assert from "node:assert/strict";
import { Auth, type AuthConfig } from "@latchkey/auth";
import { Memory } from "@latchkey/auth/adapters/memory";
import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
import { testBrowser, testPlatform } from "@latchkey/auth/testing";
import { test } from "vitest";

const app = "https://app.test";

test("a customer without nodemailer reads in the log what to install, and no page blames the address", async () => {
  const platform = testPlatform();
  const config: AuthConfig = {
    providers: [Nodemailer({ server: "smtp://localhost", from: "sign-in@app.test" })],
    adapter: Memory(),
    secret: "a secret of at least 32 characters, for tests",
    trustHost: true,
    platform,
  };
  platform.sites[app] = (request) => Auth(request, config);
  const signIn = await testBrowser(platform.sites, { now: platform.now }).open(`${app}/auth/signin`);
  const page = await signIn.submit("/auth/signin/nodemailer", { email: "ada@example.com" });
  assert.match(page.url, /\/auth\/error\?error=Configuration&/);
  assert.doesNotMatch(page.text, /address/);
  const [limits, line, ...others] = platform.lines.map(({ text }) => text);
  assert.match(limits!, /unknown-address/);
  assert.match(line!, /the package `nodemailer` is missing; run `npm install nodemailer@\^10`/);
  assert.deepEqual(others, []);
});
