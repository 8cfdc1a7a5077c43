import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDevice, parseDeviceText, toDeviceText } from "../../src/http/device.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";
const IOS = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const IPAD = "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT}`;
const MAC = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT}`;
const ANDROID = `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT}`;

/** Devices by the headers that browsers send. */
const DEVICES: Readonly<Record<string, string | null>> = {
  [`${WINDOWS} Chrome/138.0.0.0 Safari/537.36`]: "Chrome on Windows",
  [`${MAC} Chrome/138.0.0.0 Safari/537.36`]: "Chrome on macOS",
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/138.0.0.0 Safari/537.36`]: "Chrome on Linux",
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/138.0.0.0 Safari/537.36`]: "Chrome on ChromeOS",
  [`${ANDROID} Chrome/138.0.0.0 Mobile Safari/537.36`]: "Chrome on Android",
  [`${IOS} CriOS/138.0.7204.33 Mobile/15E148 Safari/604.1`]: "Chrome on iPhone",
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/138.0.0.0 Safari/537.36`]: "Chrome on Linux",
  [`${WINDOWS} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`]: "Edge on Windows",
  [`${ANDROID} Chrome/138.0.0.0 Mobile Safari/537.36 EdgA/138.0.0.0`]: "Edge on Android",
  [`${IOS} Version/18.0 EdgiOS/138.0.0.0 Mobile/15E148 Safari/604.1`]: "Edge on iPhone",
  [`${WINDOWS} Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763`]: "Edge on Windows",
  [`${WINDOWS} Chrome/138.0.0.0 Safari/537.36 OPR/122.0.0.0`]: "Opera on Windows",
  [`${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`]: "Samsung Internet on Android",
  [`${MAC} Chrome/138.0.0.0 Safari/537.36 Vivaldi/7.5`]: "Vivaldi on macOS",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0": "Firefox on Windows",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:141.0) Gecko/20100101 Firefox/141.0": "Firefox on macOS",
  "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0": "Firefox on Linux",
  "Mozilla/5.0 (Android 15; Mobile; rv:141.0) Gecko/141.0 Firefox/141.0": "Firefox on Android",
  [`${IOS} FxiOS/141.0 Mobile/15E148 Safari/605.1.15`]: "Firefox on iPhone",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15":
    "Safari on macOS",
  [`${IOS} Version/18.5 Mobile/15E148 Safari/604.1`]: "Safari on iPhone",
  [`${IPAD} Version/18.5 Mobile/15E148 Safari/604.1`]: "Safari on iPad",
  "Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko": "Internet Explorer on Windows",
  [IOS]: "iPhone",
  "Dalvik/2.1.0 (Linux; U; Android 15; Pixel 9 Build/BP1A)": "Android",
  "Firefox/141.0": "Firefox",
  "curl/8.5.0": null,
  "node": null,
  "Chromeleon Windowsill": null,
  "<script>alert(1)</script>": null,
  "": null,
};

for (const [userAgent, device] of Object.entries(DEVICES)) {
  test(`parseDevice() reads the device of ${userAgent.slice(0, 200) || "an empty header"}`, () => {
    const parsed = parseDevice(userAgent);
    assert.equal(parsed && toDeviceText(parsed), device);
    // The stored text has the same fields again.
    assert.deepEqual(parseDeviceText(device), parsed);
  });
}

test("parseDevice() returns null for a request without the header", () => {
  assert.equal(parseDevice(null), null);
});

test("parseDevice() returns only names that it has itself, and reads 1024 characters at most (AC-08, AC-09)", () => {
  const padding = "x".repeat(1024);
  assert.equal(parseDevice(`${padding} Firefox/141.0 (Windows)`), null);
  assert.deepEqual(
    parseDevice(`Firefox/<b>"'&; (Windows ${"\u202e"}${padding})`),
    { browser: "Firefox", system: "Windows" },
  );
});

test("parseDeviceText() accepts any value of a column", () => {
  assert.deepEqual(parseDeviceText("Kitchen tablet"), { browser: "Kitchen tablet", system: null });
  assert.deepEqual(parseDeviceText("Samsung Internet on Android"), {
    browser: "Samsung Internet",
    system: "Android",
  });
  assert.deepEqual(parseDeviceText("iPhone"), { browser: null, system: "iPhone" });
  for (const value of ["", null, undefined, 7, {}]) assert.equal(parseDeviceText(value), null);
});
