import assert from "node:assert/strict";
import { test } from "node:test";
import {
  basic,
  callMailService,
  keyOf,
  mailOf,
  recipientOf,
  senderOf,
} from "../../src/providers/_mail_service.ts";
import { ConfigError } from "../../src/errors/errors.ts";
import type { EmailConfig } from "../../src/model/provider.ts";
import { mailRequest, testMailService } from "./_mail_request.ts";

const PROVIDER: EmailConfig = {
  id: "my-mail.eu",
  name: "Mail",
  type: "email",
  apiKey: "secret-key",
  sendVerificationRequest() {},
};
const CALL = {
  service: "Post",
  url: "https://post.example/send",
  headers: { "x-key": "secret-key" },
  body: {},
};

test("mailOf() writes the mail of the request's link, code and lifetime", () => {
  const { subject, text } = mailOf(mailRequest({ ...PROVIDER, maxAge: 600 }));
  assert.equal(subject, "Sign in to app.example.com");
  assert.match(text, /token=secret-token/);
  assert.match(text, /1234 5678/);
  assert.match(text, /10 minutes/);
  assert.match(mailOf(mailRequest(PROVIDER)).text, /1 hour/);
});

test("recipientOf() returns one address", () => {
  for (
    const identifier of ["ada@example.com", "o'neil+x@sub.example.com", "zoë@exämple.de", "root@localhost"]
  ) {
    assert.equal(recipientOf(mailRequest(PROVIDER, { identifier })), identifier);
  }
});

test("recipientOf() rejects text that a service could read as several addresses or a name (EM-08, CVE-2022-35924)", () => {
  for (
    const identifier of [
      "a@example.com,b@example.com",
      "a@example.com;b@example.com",
      "a@example.com b@example.com",
      "a@example.com\r\nBcc: b@example.com",
      "a@b@example.com",
      "Ada <a@example.com>",
      '"a@b"@example.com',
      "friends:a@example.com",
      "a(b)@example.com",
      "example.com",
      "@example.com",
      "a@",
      "",
    ]
  ) {
    assert.throws(
      () => recipientOf(mailRequest(PROVIDER, { identifier })),
      /a single plain address/,
      identifier,
    );
  }
});

test("senderOf() accepts an address with or without a name", () => {
  const cases = {
    "a@example.com": { address: "a@example.com", name: null },
    " a@example.com ": { address: "a@example.com", name: null },
    "<a@example.com>": { address: "a@example.com", name: null },
    "Ada & Co. <a@example.com>": { address: "a@example.com", name: "Ada & Co." },
    '"Ada, Inc." <a@example.com>': { address: "a@example.com", name: "Ada, Inc." },
  };
  for (const [from, parts] of Object.entries(cases)) {
    assert.deepEqual(senderOf({ ...PROVIDER, from }), { from, ...parts });
  }
});

test("senderOf() and keyOf() name the missing setting", () => {
  const isConfigError = (advice: RegExp) => (error: Error) =>
    error instanceof ConfigError && advice.test(error.message);
  assert.throws(() => senderOf(PROVIDER), isConfigError(/"my-mail\.eu".*`from`/));
  const withoutKey = { ...PROVIDER, apiKey: "" };
  assert.throws(() => keyOf(withoutKey), isConfigError(/"my-mail\.eu".*AUTH_MY_MAIL_EU_KEY.*`apiKey`/));
  assert.equal(keyOf(PROVIDER), "secret-key");
});

test("basic() is HTTP Basic (RFC 7617 §2)", () => {
  assert.equal(basic("Aladdin", "open sesame"), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
});

test("callMailService() posts JSON", async () => {
  const service = testMailService();
  await callMailService(mailRequest(PROVIDER, service), { ...CALL, body: { a: [1, "ä"] } });
  const [request] = service.requests;
  assert.equal(request!.method, "POST");
  assert.equal(request!.url, CALL.url);
  assert.equal(request!.headers.get("content-type"), "application/json");
  assert.equal(request!.headers.get("accept"), "application/json");
  assert.equal(request!.headers.get("x-key"), "secret-key");
  assert.deepEqual(await request!.json(), { a: [1, "ä"] });
});

test("callMailService() posts a form as a form", async () => {
  const service = testMailService();
  const body = new FormData();
  body.append("a", "ä");
  await callMailService(mailRequest(PROVIDER, service), { ...CALL, body });
  assert.match(service.requests[0]!.headers.get("content-type")!, /^multipart\/form-data; boundary=/);
  assert.equal((await service.requests[0]!.formData()).get("a"), "ä");
});

test("callMailService() accepts every 2xx, with or without a body", async () => {
  for (const status of [200, 201, 202, 204]) {
    const service = testMailService(() => new Response(null, { status }));
    await callMailService(mailRequest(PROVIDER, service), CALL);
  }
});

test("callMailService() throws for any other status, with the service's answer on one line", async () => {
  for (const status of [302, 400, 404, 422, 429, 500]) {
    await assert.rejects(
      failWith('{ "message":\r\n  "No credit" }\n', status),
      new Error(`Cannot send the mail: Post answered ${status}: { "message": "No credit" }`),
    );
  }
});

test("callMailService() treats a refused key or sender as a config error", async () => {
  for (const status of [401, 403]) {
    await assert.rejects(failWith("Bad key secret-key", status), (error) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, new RegExp(`Post answered ${status}: Bad key ….*the key of "my-mail.eu"`));
      return true;
    });
  }
});

test("callMailService() leaves out an answer that is empty or long", async () => {
  for (const answer of ["", "\n", "<html>".repeat(51)]) {
    await assert.rejects(failWith(answer, 500), new Error("Cannot send the mail: Post answered 500"));
  }
});

test("callMailService() never repeats key, token, code or address (LG-03)", async () => {
  await assert.rejects(
    failWith("Bad key secret-key for ada@example.com (secret-token, 12345678)", 400),
    new Error("Cannot send the mail: Post answered 400: Bad key … for … (…, …)"),
  );
});

test("callMailService() repeats the answer to a notice, which has neither token nor code", async () => {
  const service = testMailService(() => new Response("No credit", { status: 402 }));
  const notice = { ...mailRequest(PROVIDER, service), token: "", code: undefined };
  const expected = new Error("Cannot send the mail: Post answered 402: No credit");
  await assert.rejects(callMailService(notice, CALL), expected);
});

test("callMailService() fails as the network does", async () => {
  const fetch = () => Promise.reject(new TypeError("no route"));
  await assert.rejects(callMailService(mailRequest(PROVIDER, { fetch }), CALL), /no route/);
});

function failWith(answer: string, status: number): Promise<void> {
  const service = testMailService(() => new Response(answer, { status }));
  return callMailService(mailRequest(PROVIDER, service), CALL);
}
