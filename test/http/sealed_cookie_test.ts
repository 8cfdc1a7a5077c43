import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../../src/crypto/seal.ts";
import { COOKIE_BUDGET } from "../../src/http/cookie_budget.ts";
import { toCookieNames } from "../../src/http/cookie_names.ts";
import { isStorable } from "../../src/http/cookies.ts";
import { openAttempt, storeAttempt, toSealedCookie } from "../../src/http/sealed_cookie.ts";
import type { CookieOption } from "../../src/values/cookie.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const ORIGIN = "https://app.test";
const COOKIE: CookieOption = { name: "latchkey.flow", options: { path: "/" } };
const PURPOSE = "oauth flow";

function sealer() {
  return { platform: testPlatform(), secrets: ["a-secret-of-forty-characters-for-tests-0"] };
}

/** Where a sealed cookie leads. */
async function sealed(returnTo: string | undefined, room?: number) {
  const own = sealer();
  const data = { state: "s", ...(returnTo !== undefined && { returnTo }) };
  const seal = {
    cookie: COOKIE,
    purpose: PURPOSE,
    maxAge: 60,
    origin: ORIGIN,
    ...(room !== undefined && { room }),
  } as const;
  const cookie = await toSealedCookie(data, seal, own);
  return { cookie, opened: await open<typeof data>(cookie.value, PURPOSE, own) };
}

test("toSealedCookie() replaces a return address that makes the cookie larger than a browser stores", async () => {
  const short = `${ORIGIN}/${"x".repeat(1000)}`;
  assert.deepEqual((await sealed(short)).opened, { state: "s", returnTo: short });
  const { cookie, opened } = await sealed(`${ORIGIN}/${"x".repeat(4000)}`);
  assert.deepEqual(opened, { state: "s", returnTo: ORIGIN });
  assert.deepEqual({ ...cookie, value: "" }, {
    name: COOKIE.name,
    value: "",
    options: { path: "/", maxAge: 60 },
  });
  assert.ok(isStorable(cookie));
});

test("toSealedCookie() replaces a return address that leaves no room for a CSRF token beside the cookie", async () => {
  const asked = `${ORIGIN}/${"x".repeat(1000)}`;
  const { cookie } = await sealed(asked);
  const size = cookie.name.length + cookie.value.length;
  assert.equal((await sealed(asked, size + 200)).opened?.returnTo, asked);
  assert.equal((await sealed(asked, size + 199)).opened?.returnTo, ORIGIN);
});

test("toSealedCookie() adds no return address to data without one, however little room there is", async () => {
  assert.deepEqual((await sealed(undefined, 0)).opened, { state: "s" });
});

const KIND = { cookie: COOKIE, purpose: PURPOSE, maxAge: 60, limit: 3 } as const;

/** A request with these cookies, from a page of this site or of another. */
function requestWith(cookies: ReadonlyMap<string, string>, site: "same-origin" | "cross-site") {
  const header = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return { cookies, origin: ORIGIN, headers: new Headers({ cookie: header, "sec-fetch-site": site }) };
}

/** Names of attempts, the oldest first. */
const OLD = Array.from({ length: 8 }, (_, i) => `latchkey.flow.000000000000000${i}${i < 4 ? "" : "~"}`);

test("storeAttempt() removes the oldest attempts of the user, or of other sites, and never those of both", async () => {
  const cookies = new Map(OLD.map((name) => [name, "x"]));
  const removedFrom = async (site: "same-origin" | "cross-site") => {
    const [stored, ...removed] = await storeAttempt(
      { returnTo: ORIGIN },
      { secret: "s", kind: KIND, incoming: requestWith(cookies, site) },
      sealer(),
    );
    return { isForeign: stored?.name.endsWith("~"), removed: removed.map(({ name }) => name) };
  };
  assert.deepEqual(await removedFrom("same-origin"), { isForeign: false, removed: OLD.slice(0, 2) });
  assert.deepEqual(await removedFrom("cross-site"), { isForeign: true, removed: OLD.slice(4, 7) });
});

test("storeAttempt() counts what can be removed as room, for an attempt of the user alone", async () => {
  const names = toCookieNames("http");
  // Nearly all of the budget belongs to older attempts.
  const cookies = new Map(OLD.map((name) => [name, "x".repeat(COOKIE_BUDGET / OLD.length)]));
  const returnTo = `${ORIGIN}/${"x".repeat(500)}`;
  const keptFrom = async (site: "same-origin" | "cross-site", known: object) => {
    const own = { ...sealer(), ...known };
    const incoming = requestWith(cookies, site);
    const [stored] = await storeAttempt({ returnTo }, { secret: "s", kind: KIND, incoming }, own);
    const { attempt } = await openAttempt<{ readonly returnTo: string }>(
      "s",
      { kind: KIND, cookies: new Map([[stored!.name, stored!.value]]) },
      own,
    );
    return attempt?.returnTo;
  };
  assert.equal(await keptFrom("same-origin", { cookies: names }), returnTo);
  assert.equal(await keptFrom("same-origin", {}), ORIGIN);
  assert.equal(await keptFrom("cross-site", { cookies: names }), ORIGIN);
});
