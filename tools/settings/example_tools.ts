/**
 * An example of each option of `getToken()` and of the testing tools. `deno task print` copies them to the pages.
 *
 * @module
 */

import { decode, getToken, type GetTokenParams } from "../../src/entries/jwt.ts";
import { fromAuthJs } from "../../src/migrate/mod.ts";
import {
  type BrowserOptions,
  fakeProvider,
  type FakeProviderOptions,
  testBrowser,
  testPlatform,
  type TestPlatformOptions,
  type TestSessionOptions,
} from "../../src/testing/mod.ts";
import type { All } from "./example_config.ts";

const request = new Request("https://example.com");
const { publicKey } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
  "sign",
  "verify",
]);

/** Options of `getToken()`. */
export const getTokenParams: All<GetTokenParams<boolean>> = {
  req: request,
  secret: "at-least-32-characters-from-a-random-source",
  salt: "my-session",
  cookieName: "my-session",
  secureCookie: true,
  raw: true,
  decode: (params) => decode(params),
  logger: { debug: (message) => console.debug(message) },
  migration: fromAuthJs({ secret: "the-secret-that-auth-js-had", until: "2027-03-01" }),
};

/** Options of `testPlatform()`. */
export const testPlatformOptions: All<TestPlatformOptions> = {
  now: Date.UTC(2027, 0, 1),
  seed: 2,
  sites: { "https://example.com": () => new Response("Hello") },
};

/** Options of `testBrowser()`. */
export const testBrowserOptions: All<BrowserOptions> = {
  now: () => Date.UTC(2027, 0, 1),
};

/** Options of `fakeProvider()`. */
export const fakeProviderOptions: All<FakeProviderOptions> = {
  issuer: "https://login.example.com",
  clientId: "my-client",
  clientSecret: "a-secret-for-tests",
  clientAuthentication: "client_secret_post",
  clientKey: publicKey,
  signingAlgorithm: "ES256",
  refreshTokens: "rotated",
  user: { sub: "grace", name: "Grace Hopper", email: "grace@example.com" },
  now: () => Date.UTC(2027, 0, 1),
};

/** The functions around the examples, so that the pages import them. */
export const functions: Readonly<Record<string, unknown>> = {
  fakeProvider,
  getToken,
  testBrowser,
  testPlatform,
};

/** Options of `testSession()`. */
export const testSessionOptions: All<TestSessionOptions> = {
  aal: 2,
  age: 3600,
};
