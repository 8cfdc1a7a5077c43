/**
 * Odd requests, made from a seed: for the tests that send thousands of them to `Auth` and to the integrations.
 *
 * Text stands for bytes, one character each, as in a header.
 *
 * @module
 */

import type { Random } from "../_random.ts";

/** A request before it is sent. */
export interface OddRequest {
  readonly method: string;
  /** The request target. */
  readonly target: string;
  /** Names and values, without `host`. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** Values of a real browser, so that some requests get past the first checks. */
export interface Known {
  /** Header `Cookie` with a session and a CSRF token. */
  readonly cookie: string;
  /** The CSRF token for a form. */
  readonly csrfToken: string;
  /** Values of sign-ins under way: states, tokens, codes. */
  readonly values: readonly string[];
  /** Ids of providers. */
  readonly providers: readonly string[];
}

/** Makes requests. */
export function* oddRequests(random: Random, known: Known): Generator<OddRequest, never> {
  while (true) yield toRequest(random, known);
}

const METHODS = [
  "HEAD",
  "PUT",
  "DELETE",
  "OPTIONS",
  "PATCH",
  "TRACE",
  "CONNECT",
  "TRACK",
  "PROPFIND",
  "QUERY",
];
const STRANGE_METHODS = [
  "get",
  "Post",
  "trace",
  "X",
  "",
  "G@T",
  "GET GET",
  "__proto__",
  "constructor",
  "A".repeat(300),
];
const ACTIONS = [
  "callback",
  "csrf",
  "error",
  "providers",
  "session",
  "signin",
  "signout",
  "verify-request",
  "webauthn-options",
  "webauthn-script",
];
const WITH_PROVIDER = ["signin", "callback", "callback", "webauthn-options"];
const WITHOUT_PROVIDER = ACTIONS.filter((action) => !WITH_PROVIDER.includes(action)).concat("signin");
const FIELDS = [
  "action",
  "callbackUrl",
  "challenge",
  "code",
  "csrfToken",
  "data",
  "email",
  "error",
  "error_description",
  "form",
  "id_token",
  "iss",
  "link",
  "password",
  "response",
  "state",
  "token",
  "user",
  "username",
  "v",
  "__proto__",
  "constructor",
];
const HEADERS = [
  "accept",
  "authorization",
  "content-encoding",
  "forwarded",
  "if-none-match",
  "origin",
  "purpose",
  "range",
  "referer",
  "sec-fetch-site",
  "sec-purpose",
  "user-agent",
  "x-auth-return-redirect",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-http-method-override",
];
const TYPES = [
  "application/json",
  "application/json; charset=utf-16",
  "application/x-www-form-urlencoded",
  "application/x-www-form-urlencoded;charset=latin1",
  "APPLICATION/JSON",
  "multipart/form-data; boundary=x",
  "multipart/form-data",
  "text/plain",
  ";;;/",
  "",
];
const VALUES = [
  "",
  "0",
  "-1",
  "1e999",
  "null",
  "undefined",
  "true",
  "[]",
  "{}",
  "__proto__",
  "constructor",
  "toString",
  "https://evil.test",
  "//evil.test",
  "/\\evil.test",
  "http://[::1",
  "http://a:b@app.test:99999/",
  "javascript:alert(1)",
  "data:text/html,x",
  "/home",
  "ada@example.com",
  "ada@example.com,eve@evil.test",
  "a@b@c",
  "12345678",
  "eyJhbGciOiJkaXIifQ....",
  "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIn0..AAAA.AAAA.AAAA",
  "a.b.c",
  "a.b.c.d.e",
  "%",
  "%zz",
  "%00",
  "%0d%0aset-cookie:%20a=b",
  "%E0%A4%A",
  "%F0%9F%99%82",
  "\u00a0",
  "\u0000",
  "\t",
  '"',
  '""',
  "'",
  "\\",
  "\u00ff\u00fe",
  "\u00c0\u0080",
  "\u00ed\u00a0\u0080",
];

function toRequest(random: Random, known: Known): OddRequest {
  const method = random.pick([
    ...Array<string>(8).fill("GET"),
    ...Array<string>(8).fill("POST"),
    random.pick(METHODS),
    random.pick(STRANGE_METHODS),
  ]);
  const [type, body] = random.below(4) ? toBody(random, known) : ["", ""];
  return {
    method,
    target: toTarget(random, known),
    headers: [
      ...(type || !random.below(3) ? [["content-type", type || random.pick(TYPES)] as const] : []),
      ...random.some(3, () => [random.pick(HEADERS), toValue(random, known)] as const),
      ...random.some(2, () => ["cookie", toCookies(random, known)] as const),
      ...(random.below(3) ? [] : [["cookie", known.cookie] as const]),
    ],
    body,
  };
}

function toValue(random: Random, { values }: Known): string {
  switch (random.below(8)) {
    case 3:
      return random.pick(values);
    case 0:
      return bytes(random, 1 + random.below(40));
    case 1:
      return random.pick(VALUES) + random.pick(VALUES);
    case 2:
      return random.pick(VALUES).repeat(random.below(300));
    default:
      return random.pick(VALUES);
  }
}

function bytes(random: Random, length: number): string {
  return String.fromCharCode(...Array.from({ length }, () => random.below(256)));
}

function toTarget(random: Random, known: Known): string {
  const { providers } = known;
  const segment = () =>
    random.below(6)
      ? random.pick(["..", ".", "", "%2e%2e", ...providers])
      : escape(random, toValue(random, known));
  const provider = random.below(3) ? `/${random.pick(providers)}` : "";
  const action = random.pick(ACTIONS);
  const plain = `/auth/${random.pick(WITHOUT_PROVIDER)}`;
  const named = `/auth/${random.pick(WITH_PROVIDER)}/${random.pick(providers)}`;
  const path = random.pick([
    ...[plain, plain, plain, plain, named, named, named, named, named, named],
    `/auth/${action}${provider}`,
    `/auth/${action}/${segment()}`,
    `/auth/${escape(random, action)}${provider}`,
    `/auth${random.some(5, () => `/${segment()}`).join("")}`,
    `/${random.some(4, segment).join("/")}`,
    `//evil.test/auth/${action}`,
    `http://evil.test/auth/${action}`,
    random.pick([
      "*",
      "",
      "/",
      "/auth",
      "/auth/",
      "/AUTH/session",
      "/auth//session",
      "evil.test:443",
      "?",
      "#",
    ]),
  ]);
  const query = random.some(6, () => `${random.pick(FIELDS)}=${escape(random, toValue(random, known))}`);
  return path + (query.length ? `?${query.join("&")}` : "");
}

/** Percent-encodes some characters: those that a request line cannot hold always, unless it is to be broken. */
function escape(random: Random, text: string): string {
  const isBroken = random.below(20) === 0;
  return Array.from(text, (character) => {
    const code = character.charCodeAt(0);
    const isSafe = isBroken ? code > 0x20 : code > 0x20 && code < 0x7f && !"#&?".includes(character);
    return isSafe && random.below(10) ? character : `%${code.toString(16).padStart(2, "0")}`;
  }).join("");
}

function toCookies(random: Random, known: Known): string {
  const prefix = random.pick(["", "__Host-", "__Secure-", "\u00a0__Host-", "\u000b"]);
  const id = () =>
    random.pick(["0123456789abcdef", `${random.below(1e9)}`.padEnd(16, "-"), "(0", "x", "", "0"]);
  const name = () =>
    random.pick([
      `${prefix}latchkey.session-token`,
      `${prefix}latchkey.session-token.${random.below(40)}`,
      `${prefix}latchkey.csrf-token`,
      `${prefix}latchkey.mail`,
      `${prefix}latchkey.flow.${id()}`,
      `${prefix}latchkey.challenge.${id()}`,
      toValue(random, known),
    ]);
  const real = () => random.pick(known.cookie.split("; ")).split("=", 2)[1]!;
  const value = () => random.below(4) ? toValue(random, known) : real() + random.pick(["", "x", " ", '"']);
  const pairs = random.some(
    random.pick([2, 5, 40]),
    () => `${name()}${random.pick(["=", "=", "=", "", " = "])}${value()}`,
  );
  return pairs.join(random.pick(["; ", ";", ";;", " ;\t", ","]));
}

function toBody(random: Random, known: Known): readonly [type: string, body: string] {
  const name = () => random.below(8) ? random.pick(FIELDS) : toValue(random, known);
  const token = random.below(2) ? [["csrfToken", known.csrfToken] as const] : [];
  const fields = [...token, ...random.some(6, () => [name(), toValue(random, known)] as const)];
  const form = fields.map(([key, value]) => `${escape(random, key)}=${escape(random, value)}`).join("&");
  const json = JSON.stringify(
    Object.fromEntries(fields.map(([key, value]) => [key, toJson(random, known, value)])),
  );
  const deep = random.below(10_000);
  return random.pick([
    ["application/x-www-form-urlencoded", form],
    ["application/x-www-form-urlencoded", form],
    ["application/x-www-form-urlencoded; charset=UTF-8", `${form}&${form}`],
    ["application/json", json],
    ["application/json", json],
    ["application/json", json.replace("{", `{"__proto__":{"a":1},`)],
    ["application/json", json.slice(0, random.below(json.length + 1))],
    ["application/json", bytes(random, random.below(100))],
    [
      "application/json",
      random.below(10)
        ? json
        : `{"csrfToken":"${known.csrfToken}","data":${"[".repeat(deep)}${"]".repeat(deep)}}`,
    ],
    ["application/x-www-form-urlencoded", random.below(20) ? form : "a=b&".repeat(random.below(17_000))],
    [random.pick(TYPES), random.pick([form, json, bytes(random, random.below(100))])],
  ]);
}

/** A value of a JSON field: most often text, which forms have as well. */
function toJson(random: Random, known: Known, value: string): unknown {
  switch (random.below(8)) {
    case 0:
      return random.pick([null, true, 0, -1, 1e308, [], {}]);
    case 1:
      return random.some(3, () => toValue(random, known));
    case 2:
      return Object.fromEntries(random.some(4, () => [random.pick(FIELDS), toValue(random, known)]));
    case 3:
      return JSON.stringify({
        id: value,
        rawId: value,
        type: "public-key",
        response: { clientDataJSON: btoa(value) },
      });
    default:
      return value;
  }
}
