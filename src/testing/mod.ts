/**
 * Tools for tests without a network: a platform with a manual clock, a provider in the process, a headless browser.
 *
 * @example
 * ```ts
 * import { fakeProvider, testBrowser, testPlatform } from "@latchkey/auth/testing";
 *
 * const platform = testPlatform();
 * const provider = fakeProvider({ now: platform.now });
 * platform.sites[provider.origin] = provider.fetch;
 * platform.sites["https://app.test"] = () => new Response("Hello"); // (request) => Auth(request, config)
 *
 * const browser = testBrowser(platform.sites, { now: platform.now });
 * const page = await browser.open("https://app.test/");
 * console.log(page.text); // Hello
 * ```
 *
 * @module
 */

export { type AdapterCase, adapterCases, type OpenedAdapter } from "./adapter/adapter_cases.ts";
export { testBrowser } from "./browser/browser.ts";
export type { Browser, BrowserCookie, BrowserOptions, Page, RefusedCookie } from "./browser/types.ts";
export {
  type LogLine,
  type Site,
  type Sites,
  type TestPlatform,
  testPlatform,
  type TestPlatformOptions,
} from "./platform.ts";
export { type TestCookie, testKnownBrowser, testSession, type TestSessionOptions } from "./session.ts";
export { fakeProvider } from "./provider/fake_provider.ts";
export {
  type Change,
  type Endpoint,
  failNetwork,
  flood,
  neverAnswer,
  type Respond,
  type Tamper,
} from "./provider/tamper.ts";
export type {
  ClientAuthentication,
  FakeProvider,
  FakeProviderMetadata,
  FakeProviderOptions,
  ReceivedRequest,
  SigningAlgorithm,
} from "./provider/types.ts";
