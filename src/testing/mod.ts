/**
 * For tests without a network: a platform set by hand, a provider that can lie, a browser that remembers.
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

export { type AdapterCase, adapterCases, type OpenedAdapter } from "./adapter_cases.ts";
export type { ClientAuthentication } from "./_client_authentication.ts";
export type { SigningAlgorithm } from "./_signing_key.ts";
export { type Browser, type BrowserOptions, type Page, testBrowser } from "./browser.ts";
export type { BrowserCookie, RefusedCookie, SameSite } from "./_cookie_jar.ts";
export {
  type FakeProvider,
  fakeProvider,
  type FakeProviderMetadata,
  type FakeProviderOptions,
  type ReceivedRequest,
} from "./fake_provider.ts";
export {
  type LogLine,
  type Site,
  type Sites,
  type TestPlatform,
  testPlatform,
  type TestPlatformOptions,
} from "./platform.ts";
export {
  type Change,
  type Endpoint,
  failNetwork,
  type Flood,
  flood,
  neverAnswer,
  type Respond,
  type Tamper,
} from "./tamper.ts";
