import assert from "node:assert/strict";
import { test } from "node:test";
import type { Callbacks } from "../../src/model/callbacks.ts";
import { parseRequest } from "../../src/http/incoming.ts";
import {
  allowedUrl,
  quietlyAllowedUrl,
  type RedirectContext,
  redirectToOwnOrigin,
  requestedUrl,
  wantedUrl,
  withParams,
} from "../../src/http/redirect.ts";
import { chosenRounds } from "../_nightly.ts";
import { seeded } from "../_seeded.ts";
import { FOREIGN, ORIGIN, OWN } from "./_redirect_urls.ts";

const DEFAULT = context(redirectToOwnOrigin);

function context(redirect: NonNullable<Callbacks["redirect"]>, errors: Error[] = []): RedirectContext {
  const logger = { error: (error: Error) => void errors.push(error), warn() {}, debug() {} };
  return { callbacks: { redirect }, logger };
}

/** What a browser does with a `Location`, or a script with `location.href = url`. */
function destination(url: string): URL {
  return new URL(url, `${ORIGIN}/auth/signin`);
}

function incoming(query: string, body?: unknown) {
  const init = body === undefined
    ? {}
    : { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  return parseRequest(new Request(`${ORIGIN}/auth/signin${query}`, init), "/auth");
}

for (const [url, expected] of Object.entries(OWN)) {
  test(`allowedUrl() lets a user go to ${JSON.stringify(url)} on the own origin`, async () => {
    assert.equal(await allowedUrl(url, ORIGIN, DEFAULT), ORIGIN + expected);
  });
}

for (const url of FOREIGN) {
  test(`allowedUrl() rejects the URL ${JSON.stringify(url.slice(0, 60))}`, async () => {
    const allowed = await allowedUrl(url, ORIGIN, DEFAULT);
    const { origin, protocol, username, password } = destination(allowed);
    assert.deepEqual([origin, protocol, username, password], [ORIGIN, "https:", "", ""], allowed);
  });
}

test("allowedUrl() returns a URL that is safe in a header (RD-14, RD-22)", async () => {
  const urls = [
    "/a\r\nset-cookie: x=1",
    "/\r\n\r\n<script>",
    "/ë\u2028",
    "/a\u0000b",
    "/\"><'",
    "/%0d%0aset-cookie:x",
  ];
  for (const url of [...urls, ...FOREIGN, ...Object.keys(OWN)]) {
    const allowed = await allowedUrl(url, ORIGIN, context(({ url }) => url));
    assert.match(allowed, /^[\x21-\x7e]+$/, JSON.stringify(url));
    assert.equal(new Headers({ location: allowed }).get("location"), allowed);
  }
});

test("allowedUrl() emits http and https alone, whatever the callback says (RD-07 to RD-09)", async () => {
  const answers = [...FOREIGN, "", "\u0000", "::"];
  for (const answer of answers) {
    const allowed = await allowedUrl("/", ORIGIN, context(() => answer));
    assert.match(allowed, /^https?:\/\/[^/]/, JSON.stringify(answer));
    assert.ok(URL.canParse(allowed));
  }
});

test(
  "allowedUrl() passes the callback no path that could be taken for another host (RD-05)",
  seeded(async ({ below, pick }) => {
    const parts = ["/", "\\", ".", "\t", "\n", "%2f", "evil.test", "@", "a", "?", "#", ":"];
    for (let times = 0; times < chosenRounds({ here: 1000, nightly: 100_000 }); times++) {
      const url = "/" + Array.from({ length: 1 + below(6) }, () => pick(parts)).join("");
      if (!URL.canParse(url, ORIGIN)) continue;
      const asked: string[] = [];
      await allowedUrl(url, ORIGIN, context(({ url: given, baseUrl }) => (asked.push(given), baseUrl)));
      const isOwn = new URL(url, ORIGIN).origin === ORIGIN;
      for (const given of asked) {
        const message = JSON.stringify([url, given]);
        assert.equal(new URL(given, ORIGIN).origin === ORIGIN, isOwn, message);
        // The documentation of Auth.js joins a path to `baseUrl`.
        if (given.startsWith("/")) assert.equal(new URL(ORIGIN + given).origin, ORIGIN, message);
        assert.doesNotMatch(given, /^\/[/\\]|[\t\n]/, message);
      }
    }
  }),
);

test("allowedUrl() passes the callback neither user information nor an invalid URL", async () => {
  const asked: string[] = [];
  const redirect = ({ url }: { url: string }) => {
    asked.push(url);
    return url;
  };
  await allowedUrl("https://user:password@other.test/", ORIGIN, context(redirect));
  for (const url of ["javascript:alert(1)", "blob:https://app.test/x", "https://["]) {
    assert.equal(await allowedUrl(url, ORIGIN, context(redirect)), ORIGIN);
  }
  assert.deepEqual(asked, ["https://other.test/"]);
});

test("redirectToOwnOrigin() compares origins, not beginnings", () => {
  const to = (url: string, baseUrl: string) => redirectToOwnOrigin({ url, baseUrl });
  assert.equal(to("https://app.test/a", ORIGIN), "https://app.test/a");
  assert.equal(to("https://app.test.evil.test/", ORIGIN), ORIGIN);
  assert.equal(to("http://localhost:3000/a", "http://localhost:3000"), "http://localhost:3000/a");
  assert.equal(to("http://localhost:3001/a", "http://localhost:3000"), "http://localhost:3000");
});

test("requestedUrl() is that of the body, else that of the query", async () => {
  assert.equal(requestedUrl(await incoming("?callbackUrl=/query")), "/query");
  assert.equal(requestedUrl(await incoming("?callbackUrl=/query", { callbackUrl: "/body" })), "/body");
  assert.equal(requestedUrl(await incoming("?callbackUrl=/query", {})), "/query");
  assert.equal(requestedUrl(await incoming("")), null);
});

test("wantedUrl() is the address that the user asks for, if it is allowed, and null if they ask for none", async () => {
  const wanted = async (query: string) => await wantedUrl(await incoming(query), DEFAULT);
  assert.equal(await wanted("?callbackUrl=/home"), `${ORIGIN}/home`);
  assert.equal(await wanted("?callbackUrl=https://evil.test/"), `${ORIGIN}/`);
  assert.equal(await wanted(""), null);
});

/** Where the callback that returns this leads, and what the library logs. */
async function decided(returned: unknown, asked: string | null, home?: string) {
  const [errors, warnings]: [Error[], string[]] = [[], []];
  const logger = {
    error: (error: Error) => void errors.push(error),
    warn: (warning: string) => void warnings.push(warning),
    debug() {},
  };
  // A callback in JavaScript returns anything.
  const redirect = (typeof returned === "function" ? returned : () => returned) as () => string;
  const callbacks = returned === undefined ? {} : { redirect };
  const url = await allowedUrl(asked, ORIGIN, { callbacks, home, logger });
  return { url, errors, warnings };
}

test("allowedUrl() logs nothing when it follows the callback, or when there is none", async () => {
  assert.deepEqual(await decided("/next", "/asked"), { url: `${ORIGIN}/next`, errors: [], warnings: [] });
  assert.deepEqual(await decided(undefined, "/asked"), { url: ORIGIN, errors: [], warnings: [] });
  assert.deepEqual(await decided("/next", null), { url: ORIGIN, errors: [], warnings: [] });
});

test("allowedUrl() is the application's page if the callback returns its origin", async () => {
  const home = `${ORIGIN}/shop`;
  assert.equal((await decided(ORIGIN, "/asked", home)).url, home);
  assert.equal((await decided(`${ORIGIN}/next`, "/asked", home)).url, `${ORIGIN}/next`);
  assert.equal((await decided(ORIGIN, "/asked")).url, `${ORIGIN}/`);
});

test("allowedUrl() logs why the callback failed", async () => {
  const cause = new Error("no such table");
  const { url, errors: [error] } = await decided(() => Promise.reject(cause), "/asked", `${ORIGIN}/shop`);
  assert.equal(url, `${ORIGIN}/shop`);
  assert.equal((error?.cause as { readonly err?: unknown } | undefined)?.err, cause);
});

test("allowedUrl() allows an address of 2048 characters, and http to an application without https", async () => {
  const longest = `${ORIGIN}/${"x".repeat(2048 - ORIGIN.length - 1)}`;
  assert.equal((await decided(longest, "/asked")).url, longest);
  const plain = "http://localhost:3000/next";
  assert.equal((await decided(plain, "/asked")).url, plain);
});

test("allowedUrl() warns of what it refuses: the scheme, or the length", async () => {
  const kindOf = async (asked: string) =>
    /a redirect to (.+) was refused/.exec((await decided("/", asked)).warnings.join())?.[1];
  assert.equal(await kindOf("javascript:alert(1)"), "a URL with javascript:");
  assert.equal(await kindOf("xhttp://app.test/"), "a URL with xhttp:");
  for (const scheme of ["http", "https"]) {
    assert.equal(await kindOf(`${scheme}://app.test/${"x".repeat(2048)}`), "a longer URL");
  }
  assert.equal(await kindOf("https://"), "an invalid URL");
});

test("allowedUrl() warns of another site that the callback refuses, and of a callback that returns no URL", async () => {
  const foreign = await decided(ORIGIN, "https://shop.test/cart");
  assert.equal(foreign.url, `${ORIGIN}/`);
  assert.deepEqual(foreign.warnings, [
    "refused-redirect: a redirect to https://shop.test was refused: the application is at https://app.test. If " +
    "https://shop.test is yours as well, let `callbacks.redirect` return its URLs",
  ]);
  assert.deepEqual((await decided("https://shop.test/cart", "https://shop.test/cart")).warnings, []);
  assert.deepEqual((await decided("https://pay.test/", "https://shop.test/cart")).warnings, []);
  assert.deepEqual((await decided(1, "/asked")).warnings, [
    "refused-redirect: `callbacks.redirect` did not return an http or https URL: return `url`, or `baseUrl` to refuse it",
  ]);
});

test("quietlyAllowedUrl() decides the same, and logs no refusal", async () => {
  const logger = { error: assert.fail, warn: assert.fail, debug() {} };
  const quiet = { callbacks: { redirect: redirectToOwnOrigin }, logger };
  assert.equal(await quietlyAllowedUrl("https://evil.test/", ORIGIN, quiet), `${ORIGIN}/`);
  assert.equal(await quietlyAllowedUrl("/next", ORIGIN, quiet), `${ORIGIN}/next`);
});

test("withParams() sets parameters of a page, and leaves out those that are null", () => {
  const params = { error: "A b", callbackUrl: null };
  assert.equal(withParams("/login?error=old&tab=1", ORIGIN, params), `${ORIGIN}/login?error=A+b&tab=1`);
  assert.equal(withParams("https://id.test/", ORIGIN, {}), "https://id.test/");
});
