/**
 * The device of a request, as its user recognizes it.
 *
 * @module
 */

import type { Device } from "../values/device.ts";

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
const MAX_USER_AGENT = 1024;

/**
 * Reads browser and system from a `User-Agent` header. There are a few hundred answers, so that none identifies a user.
 *
 * @param userAgent The header (RFC 9110 §10.1.5); `null` if the request has none.
 * @returns `null` if it names neither a known browser nor a known system.
 */
export function parseDevice(userAgent: string | null): Device | null {
  const text = userAgent?.slice(0, MAX_USER_AGENT) ?? "";
  const [browser = null, system = null] = [BROWSERS, SYSTEMS].map((names) =>
    names.find(([, pattern]) => pattern.test(text))?.[0]
  );
  return browser || system ? { browser, system } : null;
}

/** Writes a device as it is stored: `Firefox on Windows`, or one of the two alone. */
export function toDeviceText({ browser, system }: Device): string {
  return [browser, system].filter(Boolean).join(ON);
}

/**
 * Parses what `toDeviceText` has written.
 *
 * @param stored Any value: the column may be the application's own. Other text becomes the browser as a whole.
 * @returns `null` if it is not text, or empty.
 */
export function parseDeviceText(stored: unknown): Device | null {
  if (typeof stored !== "string" || stored === "") return null;
  const at = stored.lastIndexOf(ON);
  if (at > 0) return { browser: stored.slice(0, at), system: stored.slice(at + ON.length) };
  const isSystem = SYSTEMS.some(([name]) => name === stored);
  return { browser: isSystem ? null : stored, system: isSystem ? stored : null };
}

const ON = " on ";
