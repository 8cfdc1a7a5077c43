import assert from "node:assert/strict";
import { test } from "node:test";
import { makeRoom } from "../../src/http/attempt_cookies.ts";
import { readChunked, removeChunked, writeChunked } from "../../src/http/chunked_cookies.ts";
import { mailboxCookie, sessionCookieNames, toCookieNames } from "../../src/http/cookie_names.ts";
import {
  parseCookies,
  removedCookie,
  type Scheme,
  serializeCookie,
  withoutReplaced,
} from "../../src/http/cookies.ts";
import type { Cookies } from "../../src/http/types.ts";
import type { CookieOptions, SetCookie } from "../../src/values/cookie.ts";

const NAME = "latchkey.session-token";
const OPTIONS: CookieOptions = { httpOnly: true, sameSite: "lax", path: "/", secure: true };

/** What a browser holds after it was sent some cookies. */
function browserAfter(before: Cookies, changes: readonly SetCookie[]): Cookies {
  const cookies = new Map(before);
  for (const { name, value, options } of changes) {
    if (options.maxAge === 0) cookies.delete(name);
    else cookies.set(name, value);
  }
  return cookies;
}

/** A value of the alphabet of tokens in which no two stretches are equal. */
function valueOf(length: number): string {
  return Array.from({ length }, (_, i) => (i * i % 36).toString(36)).join("");
}

test("sessionCookieNames() have the prefixes of secure cookies where they are", () => {
  assert.deepEqual(sessionCookieNames("http"), ["latchkey.session-token"]);
  const secure = ["__Host-latchkey.session-token", "__Secure-latchkey.session-token"];
  assert.deepEqual(sessionCookieNames("https"), secure);
});

test("mailboxCookie() has a name of its own beside the cookie of the second step, and its attributes", () => {
  const names = toCookieNames("https", { secondFactor: { name: "own", options: { domain: "app.test" } } });
  assert.deepEqual(mailboxCookie(names), { name: "own.mailbox", options: names.secondFactor.options });
});

test("toCookieNames() returns names without prefix on http", () => {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: false };
  assert.deepEqual(toCookieNames("http"), {
    sessionToken: { name: "latchkey.session-token", options },
    csrfToken: { name: "latchkey.csrf-token", options },
    mail: { name: "latchkey.mail", options },
    flow: { name: "latchkey.flow", options },
    challenge: { name: "latchkey.challenge", options },
    link: { name: "latchkey.link", options },
    form: { name: "latchkey.form", options },
    keptForm: { name: "latchkey.kept-form", options },
    lastUsed: { name: "latchkey.last-used", options },
    browser: { name: "latchkey.browser", options },
    dismissed: { name: "latchkey.dismissed", options },
    language: { name: "latchkey.language", options },
    secondFactor: { name: "latchkey.second-factor", options },
    rememberedDevice: { name: "latchkey.remembered-device", options },
    acting: { name: "latchkey.acting", options },
    providerTokens: { name: "latchkey.provider-tokens", options },
    providerSession: { name: "latchkey.provider-session", options },
    logout: { name: "latchkey.logout", options },
  });
});

test("toCookieNames() returns names with prefix on https", () => {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: true };
  assert.deepEqual(toCookieNames("https"), {
    sessionToken: { name: "__Host-latchkey.session-token", options },
    csrfToken: { name: "__Host-latchkey.csrf-token", options },
    mail: { name: "__Host-latchkey.mail", options },
    flow: { name: "__Host-latchkey.flow", options },
    challenge: { name: "__Host-latchkey.challenge", options },
    link: { name: "__Host-latchkey.link", options },
    form: { name: "__Host-latchkey.form", options },
    keptForm: { name: "__Host-latchkey.kept-form", options },
    lastUsed: { name: "__Host-latchkey.last-used", options },
    browser: { name: "__Host-latchkey.browser", options },
    dismissed: { name: "__Host-latchkey.dismissed", options },
    language: { name: "__Host-latchkey.language", options },
    secondFactor: { name: "__Host-latchkey.second-factor", options },
    rememberedDevice: { name: "__Host-latchkey.remembered-device", options },
    acting: { name: "__Host-latchkey.acting", options },
    providerTokens: { name: "__Host-latchkey.provider-tokens", options },
    providerSession: { name: "__Host-latchkey.provider-session", options },
    logout: { name: "__Host-latchkey.logout", options },
  });
});

test("toCookieNames() keeps defaults that the application does not override", () => {
  const { sessionToken, csrfToken, flow } = toCookieNames("https", {
    sessionToken: { name: "sid", options: { domain: "app.test", secure: undefined, httpOnly: undefined } },
    flow: { options: { sameSite: "none" } },
    csrfToken: undefined,
  });
  const defaults = { httpOnly: true, sameSite: "lax", path: "/", secure: true };
  assert.deepEqual(sessionToken, { name: "sid", options: { ...defaults, domain: "app.test" } });
  assert.deepEqual(flow, { name: "__Host-latchkey.flow", options: { ...defaults, sameSite: "none" } });
  assert.deepEqual(csrfToken, { name: "__Host-latchkey.csrf-token", options: defaults });
});

test("toCookieNames() adds __Host- only to cookies that meet its conditions", () => {
  const nameOf = (options: CookieOptions, scheme: Scheme = "https") =>
    toCookieNames(scheme, { flow: { options } }).flow.name;
  assert.equal(nameOf({ domain: "app.test" }), "__Secure-latchkey.flow");
  assert.equal(nameOf({ path: "/auth" }), "__Secure-latchkey.flow");
  assert.equal(nameOf({ domain: undefined, path: undefined }), "__Host-latchkey.flow");
  assert.equal(nameOf({ path: "/", maxAge: 60 }), "__Host-latchkey.flow");
  assert.equal(nameOf({ domain: "app.test" }, "http"), "latchkey.flow");
  const { csrfToken } = toCookieNames("https", { csrfToken: { options: { domain: "app.test" } } });
  assert.equal(csrfToken.name, "__Secure-latchkey.csrf-token");
});

/** Header, and what is read from it. */
const HEADERS: readonly (readonly [header: string | null, cookies: Readonly<Record<string, string>>])[] = [
  [null, {}],
  ["", {}],
  ["a=1", { a: "1" }],
  ["a=1; b=2", { a: "1", b: "2" }],
  ["a=1;b=2;", { a: "1", b: "2" }],
  ["  a = 1 ;\tb=2", { a: "1", b: "2" }],
  ["a=1=2==", { a: "1=2==" }],
  ["a=", { a: "" }],
  ["a", {}],
  ["=a", {}],
  [";;;=;", {}],
  ["a=1; a=2", { a: "1", " a": "2" }],
  ['a="1 2"', { a: "1 2" }],
  ['a="', { a: '"' }],
  ['a=""', { a: "" }],
  ["a=%20%C3%AB%F0%9F%99%82", { a: " ë🙂" }],
  ["a=100%; b=%zz; c=%E0%A4%A; d=1", { a: "100%", b: "%zz", c: "%E0%A4%A", d: "1" }],
  ["a=+", { a: "+" }],
  ["\u00a0a=1; b\v=2; \fc=3; d\u00a0=4; é=5; e f=6; \t g\t=\t7 ", { g: "7" }],
  ["a=\u00a01\u00a0", { a: "\u00a01\u00a0" }],
  ["a.b-c=1; A=2; a=3", { "a.b-c": "1", A: "2", a: "3" }],
];

for (const [header, cookies] of HEADERS) {
  test(`parseCookies() reads the header ${JSON.stringify(header)}`, () => {
    assert.deepEqual([...parseCookies(header)], Object.entries(cookies));
  });
}

test("parseCookies() reads each part between semicolons on its own", () => {
  const read = (header: string) =>
    [...parseCookies(header)].map(([name, value]) => `${name}:${value}`).join(" ");
  for (
    const [header, expected] of [
      ["a;b=1", "b:1"],
      ["a;;b=1;", "b:1"],
      ["=1;b=2", "b:2"],
      ["a=1;b", "a:1"],
      ["a==1;b= 2 ", "a:=1 b:2"],
      [" =1; b=2", "b:2"],
      ["a=", "a:"],
      [";=;", ""],
      [`${";".repeat(9)}a=1`, "a:1"],
    ] as const
  ) assert.equal(read(header), expected, header);
});

test("parseCookies() accepts names of object properties, such as constructor", () => {
  const cookies = parseCookies("__proto__=1; constructor=2; toString=3; hasOwnProperty=4");
  assert.deepEqual([...cookies.values()], ["1", "2", "3", "4"]);
  assert.equal(parseCookies("a=1").get("constructor"), undefined);
  assert.equal(({} as Record<string, unknown>)["1"], undefined);
});

test("parseCookies() reads 64 KB of cookies, and headers of separators alone, in no time", () => {
  const many = Array.from({ length: 4000 }, (_, i) => `name-${i}=value`).join("; ");
  assert.ok(many.length > 64_000);
  assert.equal(parseCookies(many).size, 4000);
  for (const unit of [";", "=", " ", '"', "%", "a=;", "%25"]) parseCookies(unit.repeat(64_000));
});

test("serializeCookie() writes all attributes", () => {
  const options: CookieOptions = {
    maxAge: 900.7,
    domain: "app.test",
    path: "/auth",
    expires: new Date(Date.UTC(2030, 0, 1)),
    httpOnly: true,
    secure: true,
    partitioned: true,
    priority: "high",
    sameSite: "lax",
  };
  assert.equal(
    serializeCookie({ name: "a", value: "1", options }),
    "a=1; Max-Age=900; Domain=app.test; Path=/auth; Expires=Tue, 01 Jan 2030 00:00:00 GMT; HttpOnly; Secure; " +
      "Partitioned; Priority=High; SameSite=Lax",
  );
});

test("serializeCookie() writes no attribute that is not set", () => {
  const options = { httpOnly: false, secure: false, sameSite: false, partitioned: false, domain: "" };
  assert.equal(serializeCookie({ name: "a", value: "", options }), "a=");
  assert.equal(serializeCookie({ name: "a", value: "", options: { maxAge: 0 } }), "a=; Max-Age=0");
});

test("serializeCookie() treats sameSite true as strict", () => {
  const cookie = (sameSite: CookieOptions["sameSite"]) =>
    serializeCookie({ name: "a", value: "1", options: { sameSite } });
  assert.equal(cookie(true), "a=1; SameSite=Strict");
  assert.equal(cookie("strict"), "a=1; SameSite=Strict");
  assert.equal(cookie("none"), "a=1; SameSite=None");
});

test("serializeCookie() encodes a value so that parseCookies() reads the same", () => {
  for (
    const value of ["a; Domain=evil.test", 'a"b', "a,b", "ë🙂", "100%", "a\r\nSet-Cookie: b=1", "\u0000"]
  ) {
    const header = serializeCookie({ name: "a", value, options: {} });
    assert.match(header, /^a=[\w!'()*.~%-]*$/);
    assert.equal(parseCookies(header).get("a"), value);
  }
});

test("serializeCookie() refuses names and attributes that would begin another attribute or header", () => {
  for (const name of ["", "a b", "a;b", "a=b", "a\r\nb", "ä", "a,b", '"a"', "a\u0000"]) {
    assert.throws(() => serializeCookie({ name, value: "", options: {} }), {
      name: "TypeError",
      message: /the name is not a token/,
    });
  }
  for (const bad of ["/; Domain=evil.test", "/\r\nSet-Cookie: a=1", "/\n", "/\u0000", "/\u007f"]) {
    const attributes = [{ path: bad }, { domain: bad }, { sameSite: bad }, { priority: bad }];
    for (const options of attributes as CookieOptions[]) {
      assert.throws(() => serializeCookie({ name: "a", value: "", options }), {
        name: "TypeError",
        message: /is not an attribute value/,
      });
    }
  }
});

test("removedCookie() removes with the attributes that the cookie was set with", () => {
  const options = { ...OPTIONS, domain: "app.test", maxAge: 900, expires: new Date() };
  assert.deepEqual(removedCookie({ name: "a", options }), {
    name: "a",
    value: "",
    options: { ...OPTIONS, domain: "app.test", maxAge: 0 },
  });
});

test("writeChunked() sets a value that fits into one cookie unchanged", () => {
  const cookie = { name: NAME, value: valueOf(3000), options: OPTIONS };
  assert.deepEqual(writeChunked(new Map(), cookie), [cookie]);
});

for (const length of [1, 3900, 4000, 4096, 4097, 8000, 12_345, 13_000]) {
  test(`writeChunked() makes no cookie larger than 4096 bytes of ${length} characters`, () => {
    const value = valueOf(length);
    const changes = writeChunked(new Map(), { name: NAME, value, options: OPTIONS });
    for (const change of changes) assert.ok(serializeCookie(change).length <= 4096);
    assert.equal(readChunked(browserAfter(new Map(), changes), NAME), value);
  });
}

test("writeChunked() counts the attributes and the percent-encoding", () => {
  const options = { ...OPTIONS, domain: `${"a".repeat(60)}.test`, path: `/${"p".repeat(500)}` };
  for (const value of [valueOf(9000), "=".repeat(2000), "ë🙂\\".repeat(600)]) {
    const changes = writeChunked(new Map(), { name: NAME, value, options });
    assert.ok(changes.length > 1);
    const sent = changes.map(serializeCookie);
    for (const header of sent) assert.ok(header.length <= 4096, `${header.length}`);
    const returned = parseCookies(sent.map((header) => header.split(";")[0]).join("; "));
    assert.equal(readChunked(returned, NAME), value);
  }
});

test("writeChunked() refuses a value that leaves no room for other headers", () => {
  for (const value of [valueOf(13_001), "=".repeat(4334), "🙂".repeat(1084)]) {
    assert.throws(() => writeChunked(new Map(), { name: NAME, value, options: OPTIONS }), {
      name: "TypeError",
      message: /13\d\d\d bytes are more than the 13000/,
    });
  }
});

test("makeRoom() leaves 4000 bytes of the newest cookies, and fewer than the limit of them", () => {
  const cookies = (sizes: readonly number[]) =>
    new Map(sizes.map((size, i) => [`a.${String(i).repeat(16)}`, "x".repeat(size)]));
  const removed = (sizes: readonly number[]) =>
    makeRoom(cookies(sizes), { name: "a", options: OPTIONS }, 5).map(({ name }) => Number(name[2]));
  assert.deepEqual(removed([]), []);
  assert.deepEqual(removed([10, 10, 10, 10]), []);
  assert.deepEqual(removed([10, 10, 10, 10, 10, 10]), [0, 1]);
  assert.deepEqual(removed([1000, 1000, 1000, 1000]), [0]);
  assert.deepEqual(removed([982, 982, 982, 982]), []);
  assert.deepEqual(removed([10, 4000]), [0, 1]);
  assert.deepEqual(removed([4000, 10]), [0]);
});

test("makeRoom() removes at most 32 cookies at once, and only those with an id", () => {
  const many = Array.from({ length: 300 }, (_, i) => [`a.${String(i).padStart(16, "-")}`, "x"] as const);
  const foreign = ["a", "a.", "a.b", "b.0123456789abcdef", "a.0123456789abcde(", "aa.0123456789abcdef"];
  const cookies = new Map([...foreign.map((name) => [name, "x"] as const), ...many]);
  const removed = makeRoom(cookies, { name: "a", options: OPTIONS }, 5).map(({ name }) => name);
  assert.deepEqual(removed, many.slice(0, 32).map(([name]) => name));
});

test("writeChunked() removes all chunks of the earlier value, whichever is larger", () => {
  for (const before of [0, 10, 5000, 9000, 13_000]) {
    for (const after of [10, 5000, 9000, 13_000]) {
      const options = OPTIONS;
      const old = writeChunked(new Map(), { name: NAME, value: valueOf(before), options });
      const browser = browserAfter(new Map([["other", "1"]]), before ? old : []);
      const value = valueOf(after).split("").reverse().join("");
      const held = browserAfter(browser, writeChunked(browser, { name: NAME, value, options }));
      assert.equal(readChunked(held, NAME), value, `${before} to ${after}`);
      const fresh = browserAfter(
        new Map([["other", "1"]]),
        writeChunked(new Map(), { name: NAME, value, options }),
      );
      assert.deepEqual(new Set(held.keys()), new Set(fresh.keys()), `${before} to ${after}`);
    }
  }
});

test("writeChunked() never sets and removes the same cookie", () => {
  const before = new Map([[NAME, "a"], [`${NAME}.0`, "b"], [`${NAME}.1`, "c"], [`${NAME}.2`, "d"]]);
  for (const length of [10, 5000]) {
    const names = writeChunked(before, { name: NAME, value: valueOf(length), options: OPTIONS })
      .map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    assert.deepEqual(names.toSorted(), [...before.keys()]);
  }
});

test("readChunked() puts chunks in the order of their numbers", () => {
  const chunks = Array.from({ length: 12 }, (_, i) => [`${NAME}.${i}`, `<${i}>`] as const);
  assert.equal(
    readChunked(new Map(chunks.toReversed()), NAME),
    "<0><1><2><3><4><5><6><7><8><9><10><11>",
  );
});

test("readChunked() stops where a chunk is missing", () => {
  const cookies = new Map([[`${NAME}.0`, "a"], [`${NAME}.2`, "c"]]);
  assert.equal(readChunked(cookies, NAME), "a");
  assert.equal(readChunked(new Map([[`${NAME}.1`, "b"]]), NAME), null);
  assert.equal(readChunked(new Map([[`${NAME}.0`, ""], [`${NAME}.1`, "b"]]), NAME), null);
});

test("readChunked() prefers a whole value over stale chunks", () => {
  assert.equal(readChunked(new Map([[`${NAME}.0`, "old"], [NAME, "whole"]]), NAME), "whole");
  assert.equal(readChunked(new Map([[NAME, ""], [`${NAME}.0`, "a"]]), NAME), "a");
  assert.equal(readChunked(new Map([[NAME, ""]]), NAME), null);
  assert.equal(readChunked(new Map(), NAME), null);
});

test("readChunked() and removeChunked() leave foreign cookies that share the prefix alone", () => {
  const foreign = ["x", ".x", ".", "..0", ".0x", ".x.0", ".-1", ".1e1", "-0", "0"].map((end) =>
    `${NAME}${end}`
  );
  const cookies = new Map(foreign.map((name) => [name, "foreign"]));
  assert.equal(readChunked(cookies, NAME), null);
  assert.deepEqual(removeChunked(cookies, { name: NAME, options: OPTIONS }), []);
  assert.equal(readChunked(new Map([...cookies, [`${NAME}.0`, "own"]]), NAME), "own");
  const changes = writeChunked(cookies, { name: NAME, value: "v", options: OPTIONS });
  assert.deepEqual(changes.map(({ name }) => name), [NAME]);
});

test("readChunked() limits chunks to what servers accept in headers, and removeChunked() removes as many", () => {
  const cookies = new Map(Array.from({ length: 400 }, (_, i) => [`${NAME}.${i}`, "x"]));
  assert.equal(readChunked(cookies, NAME)?.length, 32);
  const removed = removeChunked(cookies, { name: NAME, options: OPTIONS });
  assert.deepEqual(removed.map(({ name }) => name), [...cookies.keys()].slice(0, 32));
});

test("removeChunked() removes only cookies of the request", () => {
  const cookie = { name: NAME, options: OPTIONS };
  assert.deepEqual(removeChunked(new Map(), cookie), []);
  assert.deepEqual(removeChunked(new Map([["other", "1"]]), cookie), []);
  const options = { ...OPTIONS, maxAge: 0 };
  const held = new Map([[NAME, "a"], [`${NAME}.0`, "b"], [`${NAME}.7`, "c"], ["other", "1"]]);
  assert.deepEqual(removeChunked(held, cookie), [
    { name: NAME, value: "", options },
    { name: `${NAME}.0`, value: "", options },
    { name: `${NAME}.7`, value: "", options },
  ]);
});

test("removeChunked() removes the value and the chunks that it can have made, and nothing of a similar name", () => {
  const names = [
    "s",
    "s.0",
    "s.31",
    "s.32",
    "s.01",
    "s.1e1",
    "s.-1",
    "s.-0",
    "s.1.5",
    "s.",
    "s. 1",
    "s.0x1",
    "t.0",
    "s0",
  ];
  const removed = removeChunked(new Map(names.map((name) => [name, "x"])), { name: "s", options: {} });
  assert.deepEqual(removed.map(({ name }) => name), ["s", "s.0", "s.31"]);
});

/** Earlier headers, later ones, and the earlier ones that stay. */
const REPLACED: readonly (readonly [earlier: string[], later: string[], kept: string[]])[] = [
  [["a=1", "b=1"], ["a=2"], ["b=1"]],
  [["a=1; Path=/"], ["a=; Max-Age=0"], []],
  [["a=; Max-Age=0; Path=/"], ["a=2"], []],
  // The value moves from one cookie into parts, into other parts, or back: each old part is removed.
  [["a=; Max-Age=0", "a.0=1", "a.1=1"], ["a.0=2", "a.1=2", "a.2=2"], ["a=; Max-Age=0"]],
  [["a.0=; Max-Age=0", "a.1=; max-age=0", "a=1"], ["a.0=2", "a.1=2"], []],
  [["a.0=; Max-Age=0", "a.1=; Max-Age=0", "a=1"], ["a=2"], ["a.0=; Max-Age=0", "a.1=; Max-Age=0"]],
  [["a=1; Max-Age=0600"], ["a.0=2"], []],
];

test("withoutReplaced() keeps the removal of each part that the later headers do not set", () => {
  for (const [earlier, later, kept] of REPLACED) {
    assert.deepEqual(withoutReplaced(earlier, later), kept, `${earlier} ${later}`);
  }
});
