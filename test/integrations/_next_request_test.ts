import assert from "node:assert/strict";
import { test } from "node:test";
import { cookieHeader } from "../../src/integrations/next/request.ts";
import { toRefused } from "../../src/integrations/next/require.ts";
import { toSessionRequired } from "../../src/integrations/mount/refusal.ts";
import { siblingOf } from "../../src/integrations/mount/sibling.ts";

/** What the browser has sent, what `cookies()` of Next has, and what the library reads. */
const HEADERS: readonly (readonly [sent: string | null, store: Record<string, string>, header: string])[] = [
  [null, {}, ""],
  [null, { s: "set" }, "s=set"],
  ["s=own; s=foreign", { s: "foreign" }, "s=own; s=foreign"],
  ["s=foreign; a=1; s=own", { s: "own", a: "1" }, "s=foreign; a=1; s=own"],
  ["s=1; s=2; s=3; s=4; s=5", { s: "5" }, "s=1; s=2; s=3; s=4; s=5"],
  ["s.0=a; s.1=b; s.0=c; s.1=d", { "s.0": "c", "s.1": "d" }, "s.0=a; s.1=b; s.0=c; s.1=d"],
  // The application has set and removed cookies.
  ["s=own; s=foreign; a=1; a=2", { s: "set", a: "2", b: "" }, "a=1; a=2; s=set; b="],
  ["s=own; s=foreign; a=1", { s: "", a: "1" }, "a=1; s="],
  ["s=own; s=foreign; a=1", { a: "1" }, "a=1"],
  ["s.0=a; s.1=b", { s: "small", "s.0": "", "s.1": "" }, "s=small; s.0=; s.1="],
  // Next decodes, leaves out what it cannot decode, and reads a cookie without a value as "true".
  ['a=%3B;b="x"; c=1|2', { a: ";", b: '"x"', c: "1|2" }, 'a=%3B; b="x"; c=1|2'],
  ["a=%; b=1; b=%; c", { b: "1", c: "true" }, "a=%; b=1; b=%; c=true"],
  ["a=1; b=2", { a: "; b=3", b: "2" }, "b=2; a=%3B%20b%3D3"],
];

test("cookies of one name stay in Next as the browser has sent them, until the application changes them", () => {
  for (const [sent, store, header] of HEADERS) {
    const getAll = () => Object.entries(store).map(([name, value]) => ({ name, value }));
    assert.equal(cookieHeader(sent, { getAll }), header, String(sent));
  }
});

/** A host, the page that the browser names, where the application wants the user to go, and the path where they go. */
const PAGES:
  readonly (readonly [host: string, referer: string, returnTo: string | undefined, back: string])[] = [
    ["accounts.example.com", "https://accounts.example.com/paid?for=1", undefined, "/paid?for=1"],
    ["accounts.example.com", "https://shop.example.com/paid", undefined, "/"],
    ["accounts.example.com", "https://accounts.example.com/paid", "/cart", "/cart"],
    // A host that only reads the session.
    [
      "shop.example.com",
      "https://shop.example.com/paid?for=1",
      undefined,
      "https://shop.example.com/paid?for=1",
    ],
    ["shop.example.com", "https://accounts.example.com/paid", undefined, "https://shop.example.com/"],
    ["shop.example.com", "", "/cart", "https://shop.example.com/cart"],
    ["shop.example.com", "https://evil.example/paid", undefined, "https://shop.example.com/"],
  ];

test("siblingOf() takes no host that cannot be one", () => {
  const place = {
    config: { providers: [], cookies: { sessionToken: { options: { domain: "example.com" } } } },
    origin: "https://accounts.example.com",
  };
  const hosts = [
    "1.2.3.4.5",
    "a.1",
    "shop.example.com:99999",
    "a@shop.example.com",
    "shop.example.com/x",
    "",
  ];
  for (const host of hosts) {
    const header = (name: string) => name === "host" ? host : null;
    assert.equal(siblingOf({ origin: "https://accounts.example.com", header }, place), null, host);
  }
});

test("auth.require() and the functions of a capability in Next lead back to the page of the host that asks", () => {
  const place = {
    config: { providers: [], cookies: { sessionToken: { options: { domain: "example.com" } } } },
    origin: "https://accounts.example.com",
    signInUrl: (returnTo: string) => `/signin?callbackUrl=${encodeURIComponent(returnTo)}`,
    stepUpUrl: (returnTo: string) => returnTo,
  };
  for (const [host, referer, returnTo, back] of PAGES) {
    const headers = new Headers({ host, ...(referer && { referer }) });
    const refused = toRefused({ url: `https://${host}/`, headers }, place, returnTo);
    const { signInUrl } = toSessionRequired(refused, place);
    const url = new URL(signInUrl, place.origin);
    assert.equal(url.origin, place.origin);
    assert.equal(url.searchParams.get("callbackUrl"), back, `${host} from ${referer}`);
  }
});
