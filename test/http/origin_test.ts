import assert from "node:assert/strict";
import { test } from "node:test";
import type { Incoming } from "../../src/http/types.ts";
import {
  homeOf,
  isAbove,
  parseAppUrl,
  readAppUrl,
  toBasePath,
  toInnerPath,
  toOuterPath,
} from "../../src/http/origin.ts";
import {
  firstOf,
  isLoopback,
  isSibling,
  misplacedOrigin,
  warnOfOrigin,
  wrongOrigin,
} from "../../src/http/request_origin.ts";

type AppUrl = ReturnType<typeof parseAppUrl>;

const ORIGIN = "https://app.test";

const URLS: readonly (readonly [url: string, path: string, basePath: string])[] = [
  ["https://app.test", "", "/auth"],
  ["https://app.test/", "", "/auth"],
  ["https://app.test///", "", "/auth"],
  ["https://app.test/auth", "", "/auth"],
  ["https://app.test/auth/", "", "/auth"],
  ["https://app.test/app/auth", "", "/app/auth"],
  ["https://app.test/app", "/app", "/app/auth"],
  ["https://app.test/app///", "/app", "/app/auth"],
  ["https://app.test/a/b", "/a/b", "/a/b/auth"],
  ["https://app.test/authors", "/authors", "/authors/auth"],
  ["https://app.test?a=b#c", "", "/auth"],
];

for (const [url, path, basePath] of URLS) {
  test(`readAppUrl() finds the paths in ${url}`, () => {
    assert.deepEqual(readAppUrl(url), { origin: ORIGIN, path, basePath });
    assert.deepEqual(parseAppUrl(url), { origin: ORIGIN, path, basePath });
  });
}

test("readAppUrl() adds the path of the application to that of the handler, unless it has it", () => {
  const basePathOf = (url: string, handlerPath: string) => readAppUrl(url, handlerPath)?.basePath;
  assert.equal(basePathOf("https://app.test/app", "/app/api/auth"), "/app/api/auth");
  assert.equal(basePathOf("https://app.test/app", "/api/auth"), "/app/api/auth");
  assert.equal(basePathOf("https://app.test/app", "/apps/auth"), "/app/apps/auth");
  assert.equal(basePathOf("https://app.test/app", "/api/app/"), "/app/api/app/");
  assert.equal(basePathOf("https://app.test", "/api/auth"), "/api/auth");
  assert.equal(basePathOf("http://app.test:8080", "/api/auth"), "/api/auth");
});

for (const url of ["", "app.test", "//app.test", "ftp://app.test", "wss://app.test", "httpss://app.test"]) {
  test(`readAppUrl() is null for something other than an http or https URL: "${url}"`, () => {
    assert.equal(readAppUrl(url), null);
    const message =
      `Cannot use \`url\` "${url}" (AUTH_URL): write an http or https URL, such as https://example.com`;
    assert.throws(() => parseAppUrl(url), { type: "Configuration", message: withLinks(message) });
  });
}

test("readAppUrl() is null for a value of another type, as JavaScript may pass", () => {
  for (const value of [undefined, null, new URL(ORIGIN)]) assert.equal(readAppUrl(value as never), null);
});

for (const url of ['"https://app.test"', "'https://app.test'"]) {
  test(`parseAppUrl() says to leave out quotes that are a part of ${url}`, () => {
    const message =
      `Cannot use \`url\` "${url}" (AUTH_URL): write an http or https URL, such as https://example.com, without quotes`;
    assert.throws(() => parseAppUrl(url), { message: withLinks(message) });
  });
}

test("parseAppUrl() speaks of quotes only where the URL begins with one", () => {
  assert.throws(() => parseAppUrl('app.test"'), (error: Error) => !/without quotes/.test(error.message));
});

test("toBasePath() prefers the config to the URL, and the URL to the default", () => {
  const app = readAppUrl("https://app.test/app");
  assert.equal(toBasePath("/login", app), "/login");
  assert.equal(toBasePath("", app), "");
  assert.equal(toBasePath(undefined, app), "/app/auth");
  assert.equal(toBasePath(undefined, null), "/auth");
});

const APP: AppUrl = { origin: ORIGIN, path: "/app", basePath: "/app/auth" };
const AT_ROOT: AppUrl = { origin: ORIGIN, path: "", basePath: "/auth" };

test("toInnerPath() removes the path of the application from that of the handler", () => {
  assert.equal(toInnerPath("/app/auth", APP), "/auth");
  assert.equal(toInnerPath("/apps/auth", APP), "/apps/auth");
  assert.equal(toInnerPath("/api/app/", APP), "/api/app/");
  assert.equal(toInnerPath("/auth", APP), "/auth");
  assert.equal(toInnerPath("/auth", AT_ROOT), "/auth");
  assert.equal(toInnerPath("/auth", null), "/auth");
});

const TARGETS: readonly (readonly [target: string, outer: string])[] = [
  ["/", "/app/"],
  ["/page?a=b", "/app/page?a=b"],
  ["/apps", "/app/apps"],
  ["/page/app", "/app/page/app"],
  ["/page/app/", "/app/page/app/"],
  ["/app", "/app"],
  ["/app/", "/app/"],
  ["/app/page", "/app/page"],
  ["/app?a=b", "/app?a=b"],
  ["/app#a", "/app#a"],
];

for (const [target, outer] of TARGETS) {
  test(`toOuterPath() returns the path of ${target} as browsers see it`, () => {
    assert.equal(toOuterPath(target, APP), outer);
    assert.equal(toOuterPath(target, AT_ROOT), target);
    assert.equal(toOuterPath(target, null), target);
  });
}

test("toOuterPath() puts the path of the application before something other than a path", () => {
  assert.equal(toOuterPath("page", APP), "/apppage");
  assert.equal(toOuterPath("https://app.test/app/page", APP), "https://app.test/app/page");
});

/** A request that the server receives at one origin, in an application that the config has at another. */
function request(
  headers: Readonly<Record<string, string>>,
  { origin = ORIGIN, requestOrigin = origin }: { origin?: string; requestOrigin?: string } = {},
): Pick<Incoming, "headers" | "origin" | "requestOrigin"> {
  return { headers: new Headers(headers), origin, requestOrigin };
}

const WITH_URL = { origin: ORIGIN };
const WITHOUT_URL = { origin: undefined };

test("misplacedOrigin() is the other scheme of the host, where the config has a URL", () => {
  const found = (origin: string, requestOrigin?: string) =>
    misplacedOrigin(request({ origin }, { requestOrigin }), WITH_URL);
  assert.equal(found("http://app.test"), "http://app.test");
  assert.equal(found("https://app.test"), null);
  assert.equal(found("https://other.test"), null);
  assert.equal(found("null"), null);
  assert.equal(found("ws://app.test"), null);
  assert.equal(found("xhttp://app.test"), null);
  assert.equal(found("http://localhost:3000", "http://localhost:3000"), "http://localhost:3000");
  assert.equal(found("https://localhost:3000", "http://localhost:3000"), "https://localhost:3000");
  assert.equal(found("http://localhost:3001", "http://localhost:3000"), null);
  assert.equal(found("http://app.test", "http://10.0.0.5:3000"), "http://app.test");
  assert.equal(misplacedOrigin(request({}), WITH_URL), null);
});

test("misplacedOrigin() is the https origin of a proxy that ends TLS, where the config has no URL", () => {
  const plain = "http://app.test:8080";
  const found = (headers: Readonly<Record<string, string>>, origin = plain) =>
    misplacedOrigin(request(headers, { origin }), WITHOUT_URL);
  assert.equal(found({ origin: "https://app.test:8080" }), "https://app.test:8080");
  assert.equal(found({ origin: plain }), null);
  assert.equal(found({ origin: "https://other.test" }), null);
  assert.equal(found({ "x-forwarded-proto": "https" }), "https://app.test:8080");
  assert.equal(found({ "x-forwarded-proto": " HTTPS , http" }), "https://app.test:8080");
  assert.equal(found({ "x-forwarded-proto": "http" }), null);
  assert.equal(found({ origin: "https://other.test", "x-forwarded-proto": "https" }), null);
  assert.equal(found({}), null);
  assert.equal(found({}, ORIGIN), null);
  assert.equal(found({ origin: "http://app.test" }, ORIGIN), null);
});

test("wrongOrigin() names both origins, and what to set", () => {
  const message = (place: { origin: string | undefined }) =>
    wrongOrigin("https://a.test", request({}, { origin: "http://b.test" }), place).message;
  assert.match(message(WITHOUT_URL), /browser is at https:\/\/a\.test, but the server sees http:\/\/b\.test/);
  assert.match(message(WITHOUT_URL), /AUTH_URL=https:\/\/a\.test/);
  assert.match(message(WITH_URL), /browser is at https:\/\/a\.test, but the config says http:\/\/b\.test/);
  assert.match(message(WITH_URL), /set AUTH_URL \(`url` in the config\) to https:\/\/a\.test/);
});

/** The warnings after two equal requests to one place. */
function warningsOf(
  headers: Readonly<Record<string, string>>,
  { url, ...origins }: { url?: string; origin?: string; requestOrigin?: string },
): readonly string[] {
  const warnings: string[] = [];
  const logger = { error() {}, warn: (warning: string) => void warnings.push(warning), debug() {} };
  const place = { origin: url, logger };
  for (let times = 0; times < 2; times++) warnOfOrigin(request(headers, origins), place);
  return warnings;
}

test("warnOfOrigin() warns once of a request for another host than that of the config", () => {
  const requestOrigin = "https://www.app.test";
  const [warning, ...more] = warningsOf({}, { url: ORIGIN, requestOrigin });
  assert.equal(
    warning,
    "url-host-mismatch: a request came for https://www.app.test, but `url` (AUTH_URL) is https://app.test, and links " +
      "and redirects lead there: if people open the site at https://www.app.test, set AUTH_URL to it",
  );
  assert.deepEqual(more, []);
});

test("warnOfOrigin() does not warn where the config has the host of the request, or of the proxy", () => {
  const inner = "http://10.0.0.5:3000";
  assert.deepEqual(warningsOf({}, { url: ORIGIN }), []);
  assert.deepEqual(warningsOf({}, { url: ORIGIN, requestOrigin: "http://app.test" }), []);
  const forwarded = { "x-forwarded-host": "App.test, 10.0.0.5" };
  assert.deepEqual(warningsOf(forwarded, { url: ORIGIN, requestOrigin: inner }), []);
  const foreign = { "x-forwarded-host": "other.test" };
  assert.equal(warningsOf(foreign, { url: ORIGIN, requestOrigin: inner }).length, 1);
});

test("warnOfOrigin() warns once of a proxy that ends TLS, where the config has no URL", () => {
  const warnings = warningsOf({ "x-forwarded-proto": "https" }, { origin: "http://localhost:3000" });
  assert.equal(warnings.length, 1);
  assert.match(warnings[0]!, /^url-missing: a request for http:\/\/localhost:3000 came through a proxy/);
  assert.match(
    warnings[0]!,
    /lead to http: set AUTH_URL \(`url` in the config\) to the https URL of the site$/,
  );
});

test("warnOfOrigin() warns once of a site without encryption, where the config has no URL", () => {
  const warnings = warningsOf({}, { origin: "http://app.test:8080" });
  assert.equal(warnings.length, 1);
  assert.match(warnings[0]!, /^insecure-url: a request came for http:\/\/app\.test:8080, without encryption/);
  assert.match(warnings[0]!, /can read the session cookie\. Set AUTH_URL .* to the https URL of the site$/);
  for (
    const origin of [
      ORIGIN,
      "http://localhost",
      "http://localhost:3000",
      "http://127.0.0.1:80",
      "http://[::1]:3000",
    ]
  ) {
    assert.deepEqual(warningsOf({}, { origin }), [], origin);
  }
});

const OURS = ["localhost", "app.localhost", "[::1]", "127.0.0.1", "127.1.22.254"];
const OF_OTHERS = [
  "localhost.app.test",
  "notlocalhost",
  ".localhost.test",
  "[::2]",
  "128.0.0.1",
  "10.127.0.0.1",
  "x127.0.0.1",
  "127.0.0.1.app.test",
  "127.0.0",
  "",
];

for (const host of OURS) {
  test(`isLoopback() accepts a name of this machine: "${host}"`, () => assert.ok(isLoopback(host)));
}

for (const host of OF_OTHERS) {
  test(`isLoopback() refuses what is not this machine: "${host}"`, () => assert.ok(!isLoopback(host)));
}

const HOMES: Readonly<Record<string, string>> = {
  "https://app.test": "https://app.test",
  "https://app.test/": "https://app.test",
  "https://app.test/shop": "https://app.test/shop",
  "https://app.test/auth": "https://app.test",
  "https://app.test/api/auth": "https://app.test",
  "https://app.test/shop/api/auth": "https://app.test/shop",
  "https://app.test/shop/api/auth/more": "https://app.test/shop/api/auth/more",
  "https://app.test/shop/auth": "https://app.test",
  "https://app.test/api/v1/auth": "https://app.test",
  "https://app.test/shop/api/auth/v2/auth": "https://app.test",
};

test("homeOf() is the URL of the application, of which the path before `/api/auth` is a part", () => {
  for (const [url, home] of Object.entries(HOMES)) assert.equal(homeOf(url), home, url);
  assert.equal(homeOf(undefined), undefined);
  assert.equal(homeOf("app.test"), undefined);
});

test("firstOf() is the first value of a header, in lower case", () => {
  assert.equal(firstOf(" HTTPS , http"), "https");
  assert.equal(firstOf("a"), "a");
  assert.equal(firstOf(""), "");
  assert.equal(firstOf(null), undefined);
});

/** A message, with the link to help that an error may add. */
function withLinks(message: string): RegExp {
  return new RegExp(`^${message.replaceAll(/[^\w\s]/g, "\\$&")}(\\n|$)`);
}

test("isAbove() finds no application at a URL of another scheme", () => {
  assert.equal(isAbove("https://app.test/shop", "/shop/auth"), true);
  assert.equal(isAbove("ftp://app.test/shop", "/shop/auth"), false);
});

test("isSibling() is a host that gets the cookie of the application, and is another one", () => {
  const own = "https://accounts.example.com";
  const cookies = (domain?: string) => ({ sessionToken: { options: { domain } } });
  for (const domain of ["example.com", ".example.com", "Example.com"]) {
    for (
      const sibling of ["https://shop.example.com", "https://example.com", "http://a.b.example.com:8000"]
    ) {
      assert.equal(isSibling(sibling, own, cookies(domain)), true, sibling);
    }
    for (
      const other of [
        own,
        "http://accounts.example.com",
        "https://evilexample.com",
        "https://example.com.evil",
      ]
    ) {
      assert.equal(isSibling(other, own, cookies(domain)), false, other);
    }
  }
  assert.equal(isSibling("http://localhost:3001", "http://localhost:3000", cookies("localhost")), true);
  for (const none of [undefined, {}, { sessionToken: {} }, cookies(), cookies("")]) {
    assert.equal(isSibling("https://shop.example.com", own, none as never), false);
  }
});
