import assert from "node:assert/strict";
import { test } from "node:test";
import { mailOf } from "../../src/providers/_mail_service.ts";
import ResendDefault, { Resend } from "../../src/providers/resend.ts";
import { mailRequest, testMailService } from "./_mail_request.ts";

const FROM = "Example <sign-in@mg.example.com>";

test("Resend() describes a provider of mail", () => {
  const provider = Resend({ from: FROM, apiKey: "key", maxAge: 600 });
  assert.equal(provider.id, "resend");
  assert.equal(provider.name, "Resend");
  assert.equal(provider.type, "email");
  assert.deepEqual(provider.options, { from: FROM, apiKey: "key", maxAge: 600 });
  assert.equal(ResendDefault, Resend);
});

test("Resend().sendVerificationRequest() sends the mail", async () => {
  const service = testMailService();
  const request = mailRequest(Resend({ from: FROM, apiKey: "key" }), service);
  await request.provider.sendVerificationRequest(request);
  const { subject, html, text } = mailOf(request);
  assert.equal(service.requests.length, 1);
  const [sent] = service.requests;
  assert.equal(sent!.method, "POST");
  assert.equal(sent!.url, "https://api.resend.com/emails");
  assert.equal(sent!.headers.get("authorization"), "Bearer key");
  assert.deepEqual(await sent!.json(), { from: FROM, to: "ada@example.com", subject, html, text });
});

test("Resend().sendVerificationRequest() throws if Resend refuses", async () => {
  const service = testMailService(() => Response.json({ message: "key is not valid" }, { status: 422 }));
  const request = mailRequest(Resend({ from: FROM, apiKey: "secret-key" }), service);
  await assert.rejects(
    async () => await request.provider.sendVerificationRequest(request),
    new Error('Cannot send the mail: Resend answered 422: {"message":"key is not valid"}'),
  );
});

test("Resend().sendVerificationRequest() sends nothing without a key or a sender", async () => {
  for (const options of [{ from: FROM }, { from: "", apiKey: "key" }]) {
    const request = mailRequest(Resend(options));
    await assert.rejects(
      async () => await request.provider.sendVerificationRequest(request),
      /Cannot send mail with "resend": set/,
    );
  }
});
