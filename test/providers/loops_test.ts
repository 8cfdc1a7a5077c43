import assert from "node:assert/strict";
import { test } from "node:test";
import LoopsDefault, { Loops, type LoopsOptions } from "../../src/providers/loops.ts";
import { mailRequest, testMailService, URL_OF_LINK } from "./_mail_request.ts";

const OPTIONS: LoopsOptions = { transactionalId: "clfq6", apiKey: "secret-key" };

test("Loops() describes a provider of mail", () => {
  const provider = Loops({ ...OPTIONS, maxAge: 600 });
  assert.equal(provider.id, "loops");
  assert.equal(provider.name, "Loops");
  assert.equal(provider.type, "email");
  assert.deepEqual(provider.options, { apiKey: "secret-key", maxAge: 600 });
  assert.equal(LoopsDefault, Loops);
});

test("Loops() is not ready, and sends nothing, without the id of the transactional e-mail", async () => {
  for (const transactionalId of ["", undefined]) {
    const service = testMailService();
    const request = mailRequest(Loops({ ...OPTIONS, transactionalId }), service);
    const { assertReady, sendVerificationRequest } = request.provider;
    const missing =
      /^Configuration: Cannot send mail with "loops": set its `transactionalId`, such as "cm0.+": .+\n {2}see /;
    assert.throws(() => assertReady!(request.provider), missing);
    await assert.rejects(async () => await sendVerificationRequest(request), missing);
    assert.deepEqual(service.requests, []);
  }
});

test("Loops().sendVerificationRequest() has the transactional e-mail sent, with link and code", async () => {
  const service = testMailService();
  const request = mailRequest(Loops(OPTIONS), service);
  await request.provider.sendVerificationRequest(request);
  assert.equal(service.requests.length, 1);
  const [sent] = service.requests;
  assert.equal(sent!.method, "POST");
  assert.equal(sent!.url, "https://app.loops.so/api/v1/transactional");
  assert.equal(sent!.headers.get("authorization"), "Bearer secret-key");
  assert.deepEqual(await sent!.json(), {
    transactionalId: "clfq6",
    email: "ada@example.com",
    dataVariables: { url: URL_OF_LINK, code: "12345678" },
  });
});

test("Loops().sendVerificationRequest() throws if Loops refuses", async () => {
  const service = testMailService(() => Response.json({ success: false }, { status: 404 }));
  const request = mailRequest(Loops(OPTIONS), service);
  await assert.rejects(
    async () => await request.provider.sendVerificationRequest(request),
    new Error('Cannot send the mail: Loops answered 404: {"success":false}'),
  );
});

test("Loops().sendVerificationRequest() sends nothing without a key", async () => {
  const request = mailRequest(Loops({ transactionalId: "clfq6" }));
  await assert.rejects(
    async () => await request.provider.sendVerificationRequest(request),
    /Cannot send mail with "loops": set AUTH_LOOPS_KEY/,
  );
});
