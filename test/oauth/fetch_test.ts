import assert from "node:assert/strict";
import { test } from "node:test";
import { ProviderResponseError, ProviderUnavailable } from "../../src/errors.ts";
import { boundedFetch, isSecureUrl } from "../../src/oauth/fetch.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const URL_ = "https://idp.test/token";

/** A bounded fetch over one answer. */
function over(answer: (input: string, init?: RequestInit) => Promise<Response>) {
  const platform = testPlatform();
  return { platform, fetch: boundedFetch(answer, platform) };
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
  test(`isSecureUrl() takes ${url}`, () => assert.equal(isSecureUrl(url), true));
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
  test(`isSecureUrl() refuses "${url}"`, () => assert.equal(isSecureUrl(url), false));
}

test("boundedFetch() passes on method, headers and body, and asks for redirects not to be followed", async () => {
  let seen: [string, RequestInit?] | undefined;
  const { fetch } = over((...args) => {
    seen = args;
    return Promise.resolve(new Response());
  });
  await fetch(URL_, {
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

test("boundedFetch() passes on status and headers of the answer", async () => {
  const { fetch } = over(() =>
    Promise.resolve(Response.json({ a: 1 }, { status: 418, headers: { "x-a": "b" } }))
  );
  const response = await fetch(URL_);
  assert.equal(response.status, 418);
  assert.equal(response.headers.get("x-a"), "b");
  assert.deepEqual(await response.json(), { a: 1 });
});

test("boundedFetch() reads characters that arrive in parts", async () => {
  const body = new ReadableStream({
    start(controller) {
      for (const byte of new TextEncoder().encode("Ä€😀")) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const { fetch } = over(() => Promise.resolve(new Response(body)));
  assert.equal(await (await fetch(URL_)).text(), "Ä€😀");
});

for (const status of [204, 205, 304]) {
  test(`boundedFetch() passes on a ${status}, which has no body`, async () => {
    const { fetch } = over(() => Promise.resolve(new Response(null, { status })));
    assert.equal((await fetch(URL_)).status, status);
  });
}

test("boundedFetch() passes on a redirect that a browser hides as 0 as a 302", async () => {
  const { fetch } = over(() => Promise.resolve(Response.error()));
  assert.equal((await fetch(URL_)).status, 302);
});

test("boundedFetch() sends nothing to a URL that is not secure", async () => {
  let sent = 0;
  const { fetch } = over(() => {
    sent++;
    return Promise.resolve(new Response());
  });
  await assert.rejects(fetch("http://idp.test/token"), ProviderResponseError);
  assert.equal(sent, 0);
});

test("boundedFetch() says that the provider is unavailable, with the reason, and without the query", async () => {
  const reason = new TypeError("connection refused");
  const { fetch } = over(() => Promise.reject(reason));
  await assert.rejects(fetch(`${URL_}?secret=1`), (error) => {
    assert(error instanceof ProviderUnavailable);
    assert.equal(error.message, `Cannot get "${URL_}": it could not be reached`);
    assert.equal(error.cause?.err, reason);
    return true;
  });
});

test("boundedFetch() ends ten seconds after it began, even if the fetch does not", async () => {
  const { fetch, platform } = over(() => new Promise(() => {}));
  const ended = assert.rejects(fetch(URL_), (error) => {
    assert(error instanceof ProviderUnavailable);
    assert.match(error.message, /it did not answer within 10 seconds/);
    return true;
  });
  platform.tick(10);
  await ended;
});

test("boundedFetch() reads one MiB, and refuses one byte more", async () => {
  for (const [size, refused] of [[1_048_576, false], [1_048_577, true]] as const) {
    const { fetch } = over(() => Promise.resolve(new Response(new Uint8Array(size).fill(120))));
    if (!refused) assert.equal((await (await fetch(URL_)).text()).length, size);
    else await assert.rejects(fetch(URL_), /it is larger than 1 MiB/);
  }
});
