import assert from "node:assert/strict";
import { test } from "node:test";
import { mailOf } from "../../src/providers/_mail_service.ts";
import ForwardEmailDefault, { ForwardEmail } from "../../src/providers/forwardemail.ts";
import { mailRequest, testMailService } from "./_mail_request.ts";

const FROM = "Example <sign-in@mg.example.com>";

test("ForwardEmail() describes a provider of mail", () => {
  const provider = ForwardEmail({ from: FROM, apiKey: "key", maxAge: 600 });
  assert.equal(provider.id, "forwardemail");
  assert.equal(provider.name, "Forward Email");
  assert.equal(provider.type, "email");
  assert.deepEqual(provider.options, { from: FROM, apiKey: "key", maxAge: 600 });
  assert.equal(ForwardEmailDefault, ForwardEmail);
});

test("ForwardEmail().sendVerificationRequest() sends the mail", async () => {
  const service = testMailService();
  const request = mailRequest(ForwardEmail({ from: FROM, apiKey: "key" }), service);
  await request.provider.sendVerificationRequest(request);
  const { subject, html, text } = mailOf(request);
  assert.equal(service.requests.length, 1);
  const [sent] = service.requests;
  assert.equal(sent!.method, "POST");
  assert.equal(sent!.url, "https://api.forwardemail.net/v1/emails");
  assert.equal(sent!.headers.get("authorization"), `Basic ${btoa("key:")}`);
  assert.deepEqual(await sent!.json(), { from: FROM, to: "ada@example.com", subject, html, text });
});

test("ForwardEmail().sendVerificationRequest() throws if Forward Email refuses", async () => {
  const service = testMailService(() => Response.json({ message: "key is not valid" }, { status: 422 }));
  const request = mailRequest(ForwardEmail({ from: FROM, apiKey: "secret-key" }), service);
  await assert.rejects(
    async () => await request.provider.sendVerificationRequest(request),
    new Error('Cannot send the mail: Forward Email answered 422: {"message":"key is not valid"}'),
  );
});

test("ForwardEmail().sendVerificationRequest() sends nothing without a key or a sender", async () => {
  for (const options of [{ from: FROM }, { from: "", apiKey: "key" }]) {
    const request = mailRequest(ForwardEmail(options));
    await assert.rejects(
      async () => await request.provider.sendVerificationRequest(request),
      /Cannot send mail with "forwardemail": set/,
    );
  }
});
