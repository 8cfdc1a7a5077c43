import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "npm:fast-check@4.10.2";
import { Auth } from "../../mod.ts";
import { chosenRounds } from "../_nightly.ts";
import { seeded } from "../_seeded.ts";
import { APP, cookiesOf, openPlain, request } from "./_world.ts";

const SESSION = "__Host-latchkey.session-token";
const CSRF = "__Host-latchkey.csrf-token";
const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };

/** Bodies that are not what their type says, and the status that each is answered with. */
const BODIES: Readonly<Record<string, readonly [type: string, body: BodyInit, status: number]>> = {
  "JSON that ends early": ["application/json", '{"csrfToken":', 400],
  "no JSON": ["application/json", "csrfToken=x", 400],
  "nothing for JSON": ["application/json", "", 400],
  "a JSON array": ["application/json", '["csrfToken"]', 400],
  "a JSON string": ["application/json", '"csrfToken"', 400],
  "a JSON number": ["application/json", "1e999", 400],
  "JSON null": ["application/json", "null", 400],
  "bytes that are no text": ["application/json", new Uint8Array([0x7b, 0xff, 0xfe, 0x00]), 400],
  "JSON that is 30 000 arrays deep": ["application/json", "[".repeat(30_000) + "]".repeat(30_000), 400],
  "an object of 9000 levels": ["application/json", '{"a":'.repeat(9000) + "1" + "}".repeat(9000), 400],
  "10 000 fields": ["application/x-www-form-urlencoded", "a&".repeat(10_000), 303],
  "a form that is not percent-encoded right": ["application/x-www-form-urlencoded", "%&%zz=%E0%A4&=&&", 303],
  "a form of bytes": ["application/x-www-form-urlencoded", new Uint8Array([0xff, 0x00, 0x3d]), 303],
  "another type": ["application/xml", "<csrfToken>x</csrfToken>", 303],
  "a type that is none": [";;;/", "x", 303],
  "multipart without boundary": ["multipart/form-data", "x", 303],
  "65 536 bytes": ["application/x-www-form-urlencoded", `a=${"x".repeat(65_534)}`, 303],
  "65 537 bytes": ["application/x-www-form-urlencoded", `a=${"x".repeat(65_535)}`, 413],
  "65 537 bytes of JSON": ["application/json", `{"a":"${"x".repeat(65_529)}"}`, 413],
};

for (const [what, [type, body, status]] of Object.entries(BODIES)) {
  test(`POST signin with ${what} answers ${status} at once (DS-01 … DS-03)`, async () => {
    const { config, log } = openPlain();
    const response = await within(() =>
      Auth(
        request("/auth/signin/idp", { method: "POST", body, headers: { "content-type": type } }),
        config,
      )
    );
    assert.equal(response.status, status);
    if (status === 303) assert.match(response.headers.get("location")!, /error=MissingCSRF$/);
    else assert.deepEqual(Object.keys(await response.json()), ["message"]);
    assert.deepEqual(cookiesOf(response), {});
    assert.doesNotMatch(log(), /ServerError/);
  });
}

for (const name of ["with its length", "in parts"]) {
  test(`POST with a body of 24 MiB, sent ${name}, is answered 413 before it is read (DS-04)`, async () => {
    const part = new TextEncoder().encode("a=".padEnd(16_384, "x"));
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent >= 24 * 1_048_576) return controller.close();
        sent += part.length;
        controller.enqueue(part);
      },
    }, { highWaterMark: 0 });
    const headers = {
      ...FORM_TYPE,
      ...(name === "with its length" && { "content-length": String(24 * 1_048_576) }),
    };
    const init = { method: "POST", body, headers, duplex: "half" } as RequestInit;
    const response = await Auth(request("/auth/signin/idp", init), openPlain().config);
    assert.equal(response.status, 413);
    assert.ok(sent <= 6 * part.length, `${sent} bytes were read`);
  });
}

test("GET reads no body, whatever its headers say", async () => {
  const headers = { ...JSON_TYPE, "content-length": "99999999" };
  assert.equal((await Auth(request("/auth/session", { headers }), openPlain().config)).status, 200);
});

for (
  const [what, cookie] of Object.entries({
    "64 KiB in one cookie (DS-05)": `${SESSION}=${"x".repeat(65_536)}`,
    "64 KiB of cookies (DS-05)": Array.from({ length: 4096 }, (_, i) => `c${i}=${"x".repeat(10)}`).join("; "),
    "64 KiB of separators (DS-05)": ";=".repeat(32_768),
    "64 KiB of quotes (DS-05)": `${SESSION}=${'"'.repeat(65_536)}`,
    "64 KiB of percent signs (DS-05)": `${SESSION}=${"%".repeat(65_536)}`,
    "64 KiB of dots (DS-05)": `${SESSION}=${".".repeat(65_536)}`,
    "400 chunks (DS-06)": Array.from({ length: 400 }, (_, i) => `${SESSION}.${i}=${"x".repeat(100)}`).join(
      "; ",
    ),
    "chunks of absurd numbers (DS-06)": ["0", "1e9", "-1", "00", "9".repeat(30), "0x1"].map((i) =>
      `${SESSION}.${i}=x`
    ).join("; "),
    "names of prototypes (DS-06)": `__proto__=x; constructor=y; ${SESSION}.__proto__=z; toString=1`,
    "90 sign-ins under way": Array.from({ length: 90 }, (_, i) => `__Host-latchkey.flow.${i}=x`).join("; "),
    "nothing but names": "a; b; c; =; ==; =x",
    "control characters": `${SESSION}=\x01\x02\x7f`,
    "a token of empty parts": `${SESSION}=....`,
  })
) {
  test(`a Cookie header with ${what} is read at once, and signs no one in`, async () => {
    const { config, log } = openPlain();
    for (const path of ["session", "csrf", "signin", "callback/idp?state=x&code=y"]) {
      const response = await within(
        () => Auth(request(`/auth/${path}`, { headers: { cookie } }), config),
      );
      assert.ok(response.status < 400);
      if (path === "session") assert.equal(await response.json(), null);
    }
    assert.equal(({} as Record<string, unknown>).x, undefined);
    assert.doesNotMatch(log(), /ServerError/);
  });
}

for (
  const [what, path] of Object.entries({
    "100 000 slashes": `/auth${"/".repeat(100_000)}`,
    "100 000 letters": `/auth/${"a".repeat(100_000)}`,
    "10 000 parents": `/auth/${"../".repeat(10_000)}auth/session`,
    "encoded parents": "/auth/%2e%2e/%2e%2e/etc/passwd",
    "encoded slashes": "/auth/callback/idp%2f..%2f..%2fadmin",
    "a null byte": "/auth/signin%00/idp",
    "half a character": "/auth/callback/%E0%A4%A",
    "50 000 parameters": `/auth/signin?${"a=b&".repeat(50_000)}`,
    "a parameter of 100 000 letters": `/auth/error?error=${"a".repeat(100_000)}`,
    "an address of 100 000 slashes": `/auth/signin?callbackUrl=${"/".repeat(100_000)}`,
    "an address of 100 000 at signs": `/auth/signin?callbackUrl=https://${"@".repeat(100_000)}`,
    "a state of 100 000 dots": `/auth/callback/idp?code=x&state=${".".repeat(100_000)}`,
    "no parameters": "/auth/callback/idp?&&&==&?&",
  })
) {
  test(`A URL with ${what} is answered at once, and leads nowhere else (DS-07, DS-11, DS-12)`, async () => {
    const { config, log } = openPlain();
    const response = await within(() => Auth(request(path), config));
    assert.ok(response.status < 500);
    assertSafe(response);
    assert.doesNotMatch(log(), /ServerError/);
  });
}

test("Fields named like prototypes change no prototype (DS-08)", async () => {
  const { browser, post, session, signIn } = openPlain({
    callbacks: { jwt: ({ token, session }) => ({ ...token, ...session as object }) },
  });
  await signIn();
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const body = `{"csrfToken":"${csrfToken}","data":{"__proto__":{"admin":true}},"__proto__":{"admin":true},` +
    `"constructor":{"prototype":{"admin":true}}}`;
  const init = { method: "POST", body, headers: JSON_TYPE, redirect: "manual" } as const;
  assert.equal((await browser.fetch(`${APP}/auth/session`, init)).status, 200);
  await post("signin/idp?__proto__=1&constructor=1", { "__proto__[admin]": "1", constructor: "1" });
  assert.equal(({} as Record<string, unknown>).admin, undefined);
  assert.equal((await session())?.user.name, "Ada Lovelace");
});

test("Auth() ignores fields that only the prototype has (DS-08)", async () => {
  const { browser } = openPlain();
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const signOut = async (body: string) => {
    const init = { method: "POST", body, headers: JSON_TYPE, redirect: "manual" } as const;
    return (await browser.fetch(`${APP}/auth/signout`, init)).headers.get("location")!;
  };
  assert.match(await signOut(`{"__proto__":{"csrfToken":"${csrfToken}"}}`), /error=MissingCSRF/);
  const nested = `{"csrfToken":"${csrfToken}","__proto__":{"callbackUrl":"/stray"}}`;
  assert.equal(await signOut(nested), APP);
});

test("A session update that no token can hold is refused, and the session goes on", async () => {
  const { browser, signIn, session } = openPlain({
    callbacks: { jwt: ({ token, session }) => session ? { ...token, session } : token },
  });
  await signIn();
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const data = '{"a":'.repeat(9000) + "1" + "}".repeat(9000);
  const response = await browser.fetch(`${APP}/auth/session`, {
    method: "POST",
    body: `{"csrfToken":"${csrfToken}","data":${data}}`,
    headers: JSON_TYPE,
  });
  assert.ok([200, 400].includes(response.status), String(response.status));
  assert.equal((await session())?.user.name, "Ada Lovelace");
});

test(
  "Auth() never answers an anonymous request with another user's session (DS-11)",
  seeded(async ({ seed }) => {
    const { config } = openPlain();
    const property = fc.asyncProperty(fc.string({ maxLength: 300, unit: "binary-ascii" }), async (token) => {
      const cookie = `${SESSION}=${encodeURIComponent(token)}`;
      const response = await Auth(request("/auth/session", { headers: { cookie } }), config);
      assert.equal(await response.json(), null);
    });
    await fc.assert(property, { seed, numRuns: chosenRounds({ here: 300, nightly: 5000 }) });
  }),
);

/** A redirect stays on the site or leads to its provider, and nobody is signed in. */
function assertSafe(response: Response): void {
  const location = response.headers.get("location");
  if (location !== null) {
    const { origin, protocol } = new URL(location);
    assert.match(protocol, /^https?:$/);
    assert.ok([APP, "https://idp.test"].includes(origin), location);
  }
  for (const [name, header] of Object.entries(cookiesOf(response))) {
    const isKnown = name === CSRF || /^__Host-latchkey\.flow\.[\w-]{16}~?$/.test(name);
    assert.ok(isKnown || /^[^;]*=; Max-Age=0;/.test(header), header);
    assert.ok(header.length <= 4096);
  }
  const allowed = [...response.headers.keys()].filter((name) => name.startsWith("access-control-"));
  assert.deepEqual(allowed, []);
}

/** Runs what takes milliseconds, on a busy machine too unless the time grows faster than the length of the input. */
async function within<T>(run: () => Promise<T>): Promise<T> {
  const before = performance.now();
  const result = await run();
  const taken = performance.now() - before;
  assert.ok(taken < 10_000, `it took ${taken} ms`);
  return result;
}
