/**
 * The device of a request, as its user recognizes it.
 *
 * @module
 */

/** In this order: most browsers also send the names further down. */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\b(?:OPR|OPT|OPiOS|Opera)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Vivaldi", /\bVivaldi\//],
  ["Yandex Browser", /\bYaBrowser\//],
  ["UC Browser", /\bUCBrowser\//],
  ["DuckDuckGo", /\b(?:DuckDuckGo|Ddg)\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ["Chromium", /\bChromium\//],
  ["Safari", /\bSafari\//],
  ["Internet Explorer", /\bTrident\/|\bMSIE /],
];

/** In this order: phones also send the names of the systems further down. */
const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["Windows Phone", /\bWindows Phone\b/],
  ["iPhone", /\biP(?:hone|od)\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac(?:intosh| OS X)\b/],
  ["Linux", /\bLinux\b|\bX11\b/],
];

/** The longest `User-Agent` that is read, in characters. Browsers send up to about 300. */
const MAX_LENGTH = 1024;

/**
 * Reads browser and system from a `User-Agent` header: `Firefox on Windows`, `Safari on iPhone`, or one of the two alone.
 * The answer is one of a few hundred texts, so that it identifies no one.
 *
 * @param userAgent The header (RFC 9110 §10.1.5); `null` if the request has none.
 * @returns `null` if it names neither a known browser nor a known system.
 */
export function parseDevice(userAgent: string | null): string | null {
  const text = userAgent?.slice(0, MAX_LENGTH) ?? "";
  const [browser, system] = [BROWSERS, SYSTEMS].map((names) =>
    names.find(([, pattern]) => pattern.test(text))?.[0]
  );
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? null;
}
