import assert from "node:assert/strict";
import { test } from "node:test";
import { isAuthAction } from "../../src/http/endpoints.ts";
import { BadRequest, parseRequest, toRequest } from "../../src/http/incoming.ts";

const ORIGIN = "https://app.test";
const ACTIONS = ["callback", "csrf", "error", "providers", "session", "signin", "signout", "verify-request"];

function post(contentType: string | null, body: BodyInit, headers: Record<string, string> = {}): Request {
  const all = new Headers(headers);
  if (contentType !== null) all.set("content-type", contentType);
  // A body of bytes, as text would bring a content type of its own.
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return new Request(`${ORIGIN}/auth/signin`, { method: "POST", body: bytes, headers: all });
}

function parse(request: Request) {
  return parseRequest(request, "/auth");
}

/** A body that never ends, and how much of it was taken. */
function endless(): { readonly body: ReadableStream<Uint8Array>; readonly taken: () => number } {
  let taken = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken += 16_384;
      controller.enqueue(new Uint8Array(16_384).fill(97));
    },
  });
  return { body, taken: () => taken };
}

async function assertRefused(promise: Promise<unknown>, status: number, hint: string): Promise<void> {
  await assert.rejects(promise, (error) => error instanceof BadRequest && error.status === status, hint);
}

test("isAuthAction() accepts only the actions of the HTTP surface", () => {
  for (const action of ACTIONS) assert.equal(isAuthAction(action), true, action);
  const others = ["", "Session", "session/", " session", "sessions", "__proto__", "constructor", "undefined"];
  for (const action of others) assert.equal(isAuthAction(action), false, action);
});

/** Base path, path, and what it leads to: action and provider, or nothing. */
const PATHS: readonly (readonly [basePath: string, path: string, route: string | null])[] = [
  ...ACTIONS.map((action) => ["/auth", `/auth/${action}`, action] as const),
  ["/auth", "/auth/session/", "session"],
  ["/auth", "/auth/session?a=/b", "session"],
  ["/auth", "/auth/signin/codehost", "signin codehost"],
  ["/auth", "/auth/signin/codehost/", "signin codehost"],
  ["/auth", "/auth/callback/my-idp_2.0", "callback my-idp_2.0"],
  ["/auth", "/auth/callback/session", "callback session"],
  ["/auth", "/auth/signin/undefined", "signin"],
  ["/auth", "/auth/signin/__proto__", "signin __proto__"],
  ["/auth", "/auth/signin/%63odehost", "signin %63odehost"],
  ["/auth", "/auth/signin/a%2fb", "signin a%2fb"],
  ["/auth", "/auth/x/../session", "session"],
  ["/auth", "/auth/./session", "session"],
  ["/auth", "/auth", null],
  ["/auth", "/auth/", null],
  ["/auth", "/", null],
  ["/auth", "/session", null],
  ["/auth", "/authsession", null],
  ["/auth", "/auth-session", null],
  ["/auth", "/authx/session", null],
  ["/auth", "/AUTH/session", null],
  ["/auth", "/auth/Session", null],
  ["/auth", "/auth/unknown", null],
  ["/auth", "/auth/__proto__", null],
  ["/auth", "/auth/constructor", null],
  ["/auth", "/api/auth/session", null],
  ["/auth", "/auth/auth/session", null],
  ["/auth", "//auth/session", null],
  ["/auth", "/auth//session", null],
  ["/auth", "/auth/session//", null],
  ["/auth", "/auth/session/extra", null],
  ["/auth", "/auth/session/undefined", null],
  ["/auth", "/auth/session/undefined/extra", null],
  ["/auth", "/auth/signin/undefined/extra", null],
  ["/auth", "/auth/account/export", null],
  ["/auth", "/auth/account/security", null],
  ["/auth", "/auth/callback/codehost/export", null],
  ["/auth", "/auth/csrf/codehost", null],
  ["/auth", "/auth/providers/codehost", null],
  ["/auth", "/auth/signin//", null],
  ["/auth", "/auth/signin//codehost", null],
  ["/auth", "/auth/signin/codehost/extra", null],
  ["/auth", "/auth/signin/codehost//", null],
  ["/auth", "/auth%2fsession", null],
  ["/auth", "/auth/session%2f", null],
  ["/auth", "/auth/%73ession", null],
  ["/auth", "/%61uth/session", null],
  ["/auth", "/auth/..%2fsession", null],
  ["/auth", "/auth/../session", null],
  ["/auth", "/auth/%2e%2e/session", null],
  ["/auth", "/auth/session%00", null],
  ["/auth", "/auth/session;a=b", null],
  ["/auth", "/x/auth/session", null],
  ["/a.th", "/a.th/session", "session"],
  ["/a.th", "/auth/session", null],
  ["/(a|b)+", "/a/session", null],
  ["/.*", "/auth/session", null],
  ["/api/auth", "/api/auth/signin/codehost", "signin codehost"],
  ["/api/auth", "/api/auths/session", null],
  ["/api/auth", "/auth/session", null],
  ["/auth/session", "/auth/session/session", "session"],
  ["/auth/session", "/auth/session", null],
  ["", "/session", "session"],
  ["", "/session/", "session"],
  ["", "/signin/codehost", "signin codehost"],
  ["", "/", null],
  ["", "//session", null],
  ["", "/auth/session", null],
];

for (const [basePath, path, route] of PATHS) {
  test(`parseRequest() finds at the path "${path}" below "${basePath}" ${route ?? "nothing"}`, async () => {
    const parsed = parseRequest(new Request(ORIGIN + path), basePath);
    if (route === null) return await assertRefused(parsed, 404, path);
    const { action, providerId } = await parsed;
    assert.equal(providerId === undefined ? action : `${action} ${providerId}`, route);
  });
}

test("parseRequest() reads the method, and a body with POST alone", async () => {
  for (const method of ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "POST"]) {
    const body = method === "GET" || method === "HEAD" ? undefined : new URLSearchParams({ a: "1" });
    const incoming = await parse(new Request(`${ORIGIN}/auth/session`, { method, body }));
    assert.equal(incoming.method, method);
    assert.equal(incoming.body?.a, method === "POST" ? "1" : undefined);
  }
});

test("parseRequest() says that a body was read before", async () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const request = new Request(`${ORIGIN}/auth/session`, { method: "POST", headers, body: "a=1" });
  await request.text();
  await assert.rejects(parse(request), { name: "TypeError", message: /it was read before/ });
});

test("parseRequest() reads origin, query, cookies and headers", async () => {
  const headers = { cookie: "a=1; b=%20", "x-own": "yes" };
  const request = new Request("http://localhost:3000/auth/session?a=1&a=2&b=%20", { headers });
  const incoming = await parse(request);
  assert.equal(incoming.origin, "http://localhost:3000");
  assert.deepEqual(incoming.query.getAll("a"), ["1", "2"]);
  assert.deepEqual([...incoming.cookies], [["a", "1"], ["b", " "]]);
  assert.equal(incoming.headers.get("x-own"), "yes");
  assert.equal(incoming.body, undefined);
  assert.equal(incoming.form, undefined);
});

test("parseRequest() returns no getters, with which V8 keeps a request until a full garbage collection", async () => {
  const fields = Object.values(
    Object.getOwnPropertyDescriptors(await parse(new Request(`${ORIGIN}/auth/csrf`))),
  );
  assert.ok(fields.every(({ get }) => get === undefined));
});

test("parseRequest() refuses a URL with a user before the host, of which a server may make its request (CFG-13)", async () => {
  for (const host of ["evil.example:80@app.test", "app.test@evil.example", "@app.test", "a:b@c@app.test"]) {
    const value = `https://${host}/auth/session`;
    const request = Object.defineProperty(new Request(ORIGIN), "url", { value });
    for (const basePath of ["/auth", ""]) await assertRefused(parseRequest(request, basePath), 404, value);
  }
});

test("parseRequest() reads a form: in `body` the last of equal fields, in `form` all", async () => {
  const { body, form } = await parse(post("application/x-www-form-urlencoded", "a=1&b=+%C3%AB&a=2&c"));
  assert.deepEqual({ ...body }, { a: "2", b: " ë", c: "" });
  assert.deepEqual(form?.getAll("a"), ["1", "2"]);
});

test("parseRequest() reads a JSON object", async () => {
  const { body, form } = await parse(post("application/json", '{"a":1,"b":{"c":[true,null]},"a":2}'));
  assert.deepEqual({ ...body }, { a: 2, b: { c: [true, null] } });
  assert.equal(form, undefined);
});

test("parseRequest() accepts a content type in any case, with any parameters", async () => {
  const types = [
    "application/json; charset=utf-8",
    "Application/JSON",
    " application/json ;charset=UTF-8;x=y",
  ];
  for (const type of types) {
    assert.deepEqual({ ...(await parse(post(type, '{"a":"ë"}'))).body }, { a: "ë" }, type);
  }
  const forms = ["application/x-www-form-urlencoded;charset=UTF-8", "APPLICATION/X-WWW-FORM-URLENCODED"];
  for (const type of forms) assert.deepEqual({ ...(await parse(post(type, "a=ë"))).body }, { a: "ë" }, type);
});

test("parseRequest() reads no body of any other content type", async () => {
  const types = [
    null,
    "text/plain",
    "text/plain; application/json",
    "multipart/form-data; boundary=x",
    "application/jsonx",
    "application/ld+json",
    "application/json, text/plain",
    "x-application/x-www-form-urlencoded",
  ];
  for (const type of types) {
    const { body, form } = await parse(post(type, '{"csrfToken":"a"}'));
    assert.deepEqual([body, form], [undefined, undefined], `${type}`);
  }
});

test("parseRequest() has no body where a POST has none", async () => {
  const request = new Request(`${ORIGIN}/auth/signin`, { method: "POST" });
  assert.equal((await parse(request)).body, undefined);
  const form = new Request(request, { headers: { "content-type": "application/x-www-form-urlencoded" } });
  assert.deepEqual({ ...(await parse(form)).body }, {});
});

test("parseRequest() leaves out fields named __proto__, however deep and however escaped", async () => {
  for (
    const name of [
      "__proto__",
      "\\u005f_proto__",
      "__pr\\u006Fto__",
      "\\u005F\\u005f\\u0070roto\\u005f\\u005f",
    ]
  ) {
    const text = `{"a":[{"b":{"${name}":{"admin":true},"c":1}}],"${name}":{"admin":true}}`;
    const { body } = await parse(post("application/json", text));
    assert.deepEqual({ ...body }, { a: [{ b: { c: 1 } }] });
    assert.equal(JSON.stringify(body), '{"a":[{"b":{"c":1}}]}');
  }
});

test("parseRequest() refuses JSON that is too deep to be written again for the application", async () => {
  for (
    const [levels, isAccepted] of [[1, true], [99, true], [100, false], [10_000, false], [
      30_000,
      false,
    ]] as const
  ) {
    const lists = `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;
    const objects = '{"a":'.repeat(Math.min(levels, 10_000)) + "{}" + "}".repeat(Math.min(levels, 10_000));
    for (const text of [lists, objects]) {
      const parsed = parse(post("application/json", text));
      if (isAccepted) assert.equal(await toRequest(await parsed).text(), text);
      else await assertRefused(parsed, 400, text.slice(0, 20));
    }
  }
  await assertRefused(parse(post("application/json", "[".repeat(60_000))), 400, "unclosed");
});

test("parseRequest() stops reading after 64 KiB, whatever the request says of itself", async () => {
  for (const type of ["application/json", "application/x-www-form-urlencoded"]) {
    for (const length of [undefined, "2", "-1", "many"]) {
      const { body, taken } = endless();
      const headers = { "content-type": type, ...(length !== undefined && { "content-length": length }) };
      const init = { method: "POST", body, headers, duplex: "half" } as RequestInit;
      await assertRefused(parse(new Request(`${ORIGIN}/auth/signin`, init)), 413, `${length}`);
      assert.ok(taken() < 200_000, `${taken()} bytes taken`);
    }
  }
});

test("parseRequest() puts characters together that arrive in pieces", async () => {
  const bytes = new TextEncoder().encode('{"a":"ë🙂"}');
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", body, headers, duplex: "half" } as RequestInit;
  const incoming = await parse(new Request(`${ORIGIN}/auth/signin`, init));
  assert.deepEqual({ ...incoming.body }, { a: "ë🙂" });
});

test("toRequest() makes the request again: its body unread, and aborted with it", async () => {
  const gone = new AbortController();
  const received = new Request(post("application/json", '{"a":1}', { "x-own": "yes" }), {
    signal: gone.signal,
  });
  const request = toRequest(await parse(received));
  assert.deepEqual([request.method, request.url], ["POST", `${ORIGIN}/auth/signin`]);
  assert.equal(request.headers.get("x-own"), "yes");
  assert.equal(request.signal.aborted, false);
  gone.abort();
  assert.equal(request.signal.aborted, true);
  assert.equal(await request.text().catch(() => "aborted"), '{"a":1}');
});
