import assert from "node:assert/strict";
import { test } from "node:test";
import { ProviderResponseError, ProviderUnavailable } from "../../src/errors/errors.ts";
import { boundedRequest, isSecureUrl, parseAnswer } from "../../src/http/bounded_request.ts";
import { ProviderAnswer } from "../../src/http/provider_answer.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const URL_ = "https://idp.test/token";

/** Bounded requests over one answer. */
function over(answer: (input: string, init?: RequestInit) => Promise<Response>) {
  const platform = testPlatform();
  return { platform, request: boundedRequest(answer, platform) };
}

for (
  const url of [
    "https://idp.test",
    "https://idp.test:8443/x?y",
    "HTTPS://IDP.TEST",
    "http://localhost:3000/x",
    "http://LOCALHOST",
    "http://idp.localhost",
    "http://127.0.0.1",
    "http://127.255.0.9:80",
    "http://[::1]:3000",
    "http://2130706433/",
  ]
) {
  test(`a request with secrets may go to the URL ${url}`, () => assert.equal(isSecureUrl(url), true));
}

for (
  const url of [
    "http://idp.test",
    "http://localhost.idp.test",
    "http://notlocalhost",
    "http://127.0.0.1.idp.test",
    "http://128.0.0.1",
    "http://0.0.0.0",
    "http://[::2]",
    "http://localhost@idp.test",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "ws://localhost",
    "ftp://localhost",
    "//idp.test",
    "/token",
    "idp.test",
    "",
  ]
) {
  test(`a request with secrets may not go to the URL "${url}"`, () => assert.equal(isSecureUrl(url), false));
}

test("method, headers and body are sent, and no redirect is followed", async () => {
  let seen: [string, RequestInit?] | undefined;
  const { request } = over((...args) => {
    seen = args;
    return Promise.resolve(new Response());
  });
  await request(URL_, {
    method: "POST",
    headers: { accept: "application/json" },
    body: "a=b",
    redirect: "follow",
  });
  const [url, { signal, ...init } = {}] = seen!;
  assert.equal(url, URL_);
  assert.deepEqual(init, {
    method: "POST",
    headers: { accept: "application/json" },
    body: "a=b",
    redirect: "manual",
  });
  assert(signal instanceof AbortSignal);
});

test("characters of an answer may arrive in parts", async () => {
  const body = new ReadableStream({
    start(controller) {
      for (const byte of new TextEncoder().encode("Ä€😀")) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const { request } = over(() => Promise.resolve(new Response(body)));
  assert.equal((await request(URL_)).content, "Ä€😀");
});

test("an answer of a provider is a response that can be read again", async () => {
  const answer = new ProviderAnswer('{"a":1}', { status: 400, headers: { "x-a": "b" } });
  for (const each of [answer, answer.clone()]) {
    assert(each instanceof Response);
    assert.deepEqual([each.status, each.ok, each.headers.get("x-a")], [400, false, "b"]);
    for (let n = 0; n < 2; n++) {
      assert.equal(await each.text(), '{"a":1}');
      assert.deepEqual(await each.json(), { a: 1 });
    }
  }
  await assert.rejects(new ProviderAnswer("<p>", answer).json(), SyntaxError);
});

for (const status of [204, 205, 304]) {
  test(`an application can read an answer with ${status}, which has no body`, async () => {
    const response = new ProviderAnswer("", { status, headers: {} }).toStreamed();
    assert.deepEqual([response.status, await response.text()], [status, ""]);
  });
}

test("an application can read an answer in any way", async () => {
  const response = new ProviderAnswer("Ä", { status: 201, headers: { "x-a": "b" } }).toStreamed();
  assert.deepEqual([response.status, response.headers.get("x-a")], [201, "b"]);
  assert.deepEqual(new Uint8Array(await response.arrayBuffer()), Uint8Array.of(0xc3, 0x84));
});

for (const [status, shown] of [[999, 500], [0, 302]] as const) {
  test(`an application sees the status ${status}, which no response may have, as ${shown}`, async () => {
    const answer = new ProviderAnswer("busy", { status, headers: {} });
    assert.equal(answer.status, status);
    const response = answer.toStreamed();
    assert.deepEqual([response.status, await response.text()], [shown, "busy"]);
  });
}

test("a provider that cannot be reached is unavailable, and the error has the reason without the query", async () => {
  const reason = new TypeError("connection refused");
  const { request } = over(() => Promise.reject(reason));
  await assert.rejects(request(`${URL_}?secret=1`), (error) => {
    assert(error instanceof ProviderUnavailable);
    assert.equal(error.message, `Cannot get "${URL_}": it could not be reached`);
    assert.equal(error.cause?.err, reason);
    return true;
  });
});

test("no query is in errors that quote the URL, as those of Deno do (LG-01)", async () => {
  const url = `${URL_}?secret=1`;
  const cause = Object.assign(new Error(`error sending request for url (${url})`), { code: "ECONNREFUSED" });
  const { request } = over(() => Promise.reject(new TypeError("fetch failed", { cause })));
  await assert.rejects(request(url), (error) => {
    assert(error instanceof ProviderUnavailable);
    const { name, message, stack, cause } = error.cause?.err as Error & { readonly cause: Error };
    assert.deepEqual([name, message], ["TypeError", "fetch failed"]);
    assert.equal(cause.message, `error sending request for url (${URL_})`);
    assert.doesNotMatch(`${stack} ${cause.stack}`, /secret/);
    return true;
  });
});

test("an error that is its own cause is reported", async () => {
  const reason = new Error(`cannot reach ${URL_}?secret=1`);
  reason.cause = reason;
  const { request } = over(() => Promise.reject(reason));
  await assert.rejects(request(`${URL_}?secret=1`), (error) => {
    assert(error instanceof ProviderUnavailable);
    for (let cause: unknown = error.cause?.err; cause; cause = (cause as Error).cause) {
      assert.equal((cause as Error).message, `cannot reach ${URL_}`);
    }
    return true;
  });
});

test("a URL with a secret in its path is named as `shown` says (LG-01)", async () => {
  const { request } = over((url) => Promise.reject(new Error(`cannot reach ${url}`)));
  for (const url of [`${URL_}/secret`, "http://idp.test/secret"]) {
    await assert.rejects(request(url, { shown: `${URL_}/{token}` }), (error) => {
      assert(error instanceof ProviderUnavailable || error instanceof ProviderResponseError);
      assert.match(error.message, /"https:\/\/idp\.test\/token\/\{token\}"/);
      assert.doesNotMatch(`${error.message} ${error.cause?.err}`, /secret/);
      return true;
    });
  }
});

test("whole numbers that JavaScript would round are read as text, and nothing else is changed", () => {
  const content = String.raw`{"id":1129384756102938471,"low":-9007199254740993,"safe":9007199254740991,
    "pi":3.14159265358979323846,"e":1e21,"list":[9007199254740992, 1],"in":{"id" : 9007199254740993 },
    "text":"1129384756102938471","quoted":"a\"1129384756102938471\\","key":"{\"id\":1129384756102938471}",
    "1129384756102938471":true}`;
  assert.deepEqual(parseAnswer({ status: 200, content }, "here"), {
    id: "1129384756102938471",
    low: "-9007199254740993",
    safe: 9007199254740991,
    pi: Math.PI,
    e: 1e21,
    list: ["9007199254740992", 1],
    in: { id: "9007199254740993" },
    text: "1129384756102938471",
    quoted: 'a"1129384756102938471\\',
    key: '{"id":1129384756102938471}',
    "1129384756102938471": true,
  });
  for (const broken of ['{"a":"1129384756102938471', '{"a":1129384756102938471-}', '"\\'.repeat(50_000)]) {
    assert.throws(() => parseAnswer({ status: 200, content: `${broken} 1129384756102938471` }, "here"));
  }
});

test("an answer that is not a JSON object with status 200 is refused, and not quoted", () => {
  const answers = [
    { status: 201, content: '{"secret":1}' },
    { status: 404, content: '{"secret":1}' },
    { status: 200, content: '["secret"]' },
    { status: 200, content: '"secret"' },
    { status: 200, content: "null" },
    { status: 200, content: "secret" },
    { status: 200, content: "" },
  ];
  for (const answer of answers) {
    assert.throws(() => parseAnswer(answer, "here"), (error) => {
      assert(error instanceof ProviderResponseError);
      assert.match(error.message, /^Cannot read the answer of "here": /);
      assert.doesNotMatch(error.message + error.stack, /secret/);
      assert.equal(error.cause, undefined);
      return true;
    });
  }
});

for (
  const [status, error] of [
    [204, ProviderResponseError],
    [302, ProviderResponseError],
    [400, ProviderResponseError],
    [401, ProviderResponseError],
    [429, ProviderUnavailable],
    [500, ProviderUnavailable],
    [503, ProviderUnavailable],
    [599, ProviderUnavailable],
  ] as const
) {
  test(`an answer with the status ${status} is a ${error.type}`, () => {
    assert.throws(() => parseAnswer({ status, content: "{}" }, "here"), error);
  });
}

test("a 404 of the metadata is an advice to compare the issuer, and that of another address is not", () => {
  const answer = { status: 404, content: "" };
  const url = "https://idp.test/realms/x/.well-known/openid-configuration";
  assert.throws(
    () => parseAnswer(answer, url),
    /not 200\. Compare `issuer` with the one that the provider shows/,
  );
  for (const [other, status] of [["https://idp.test/token", 404], [url, 503]] as const) {
    assert.throws(() => parseAnswer({ status, content: "" }, other), /not 200$/);
  }
});

test("a request ends with the signal of its caller, where the runtime can join signals", async () => {
  const { any } = AbortSignal;
  for (const joins of [true, false]) {
    const controller = new AbortController();
    const used: AbortSignal[] = [];
    const fetch: typeof globalThis.fetch = (_, init) => {
      used.push(init!.signal!);
      return Promise.resolve(new Response("ok"));
    };
    const request = boundedRequest(fetch, testPlatform(), () => true);
    if (!joins) Reflect.deleteProperty(AbortSignal, "any");
    try {
      await request("https://idp.test/", { signal: controller.signal });
    } finally {
      AbortSignal.any = any;
    }
    controller.abort();
    assert.deepEqual(used.map(({ aborted }) => aborted), [joins]);
  }
});

test("nothing is sent to a URL that is not secure", async () => {
  let sent = 0;
  const { request } = over(() => {
    sent++;
    return Promise.resolve(new Response());
  });
  await assert.rejects(request("http://idp.test/token"), ProviderResponseError);
  assert.equal(sent, 0);
});

test("an answer of one MiB is read, and one byte more is refused", async () => {
  for (const [size, refused] of [[1_048_576, false], [1_048_577, true]] as const) {
    const { request } = over(() => Promise.resolve(new Response(new Uint8Array(size).fill(120))));
    if (!refused) assert.equal((await request(URL_)).content.length, size);
    else await assert.rejects(request(URL_), /it is larger than 1 MiB/);
  }
});
