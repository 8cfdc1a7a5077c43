import assert from "node:assert/strict";
import { test } from "node:test";
import { mailOf } from "../../src/providers/_mail_service.ts";
import SendGridDefault, { SendGrid } from "../../src/providers/sendgrid.ts";
import { mailRequest, testMailService } from "./_mail_request.ts";

const FROM = "Example <sign-in@mg.example.com>";

test("SendGrid() describes a provider of mail", () => {
  const provider = SendGrid({ from: FROM, apiKey: "key", maxAge: 600 });
  assert.equal(provider.id, "sendgrid");
  assert.equal(provider.name, "SendGrid");
  assert.equal(provider.type, "email");
  assert.deepEqual(provider.options, { from: FROM, apiKey: "key", maxAge: 600 });
  assert.equal(SendGridDefault, SendGrid);
});

test("SendGrid().sendVerificationRequest() sends the mail", async () => {
  const service = testMailService();
  const request = mailRequest(SendGrid({ from: FROM, apiKey: "key" }), service);
  await request.provider.sendVerificationRequest(request);
  const { subject, html, text } = mailOf(request);
  assert.equal(service.requests.length, 1);
  const [sent] = service.requests;
  assert.equal(sent!.method, "POST");
  assert.equal(sent!.url, "https://api.sendgrid.com/v3/mail/send");
  assert.equal(sent!.headers.get("authorization"), "Bearer key");
  assert.deepEqual(await sent!.json(), {
    personalizations: [{ to: [{ email: "ada@example.com" }] }],
    from: { email: "sign-in@mg.example.com", name: "Example" },
    subject,
    content: [{ type: "text/plain", value: text }, { type: "text/html", value: html }],
    tracking_settings: { click_tracking: { enable: false, enable_text: false } },
  });
});

test("SendGrid().sendVerificationRequest() throws if SendGrid refuses", async () => {
  const service = testMailService(() => Response.json({ message: "key is not valid" }, { status: 422 }));
  const request = mailRequest(SendGrid({ from: FROM, apiKey: "secret-key" }), service);
  await assert.rejects(
    async () => await request.provider.sendVerificationRequest(request),
    new Error('Cannot send the mail: SendGrid answered 422: {"message":"key is not valid"}'),
  );
});

test("SendGrid().sendVerificationRequest() sends nothing without a key or a sender", async () => {
  for (const options of [{ from: FROM }, { from: "", apiKey: "key" }]) {
    const request = mailRequest(SendGrid(options));
    await assert.rejects(
      async () => await request.provider.sendVerificationRequest(request),
      /Cannot send mail with "sendgrid": set/,
    );
  }
});

test("SendGrid().sendVerificationRequest() accepts a sender without a name", async () => {
  const service = testMailService();
  const request = mailRequest(SendGrid({ from: "a@example.com", apiKey: "key" }), service);
  await request.provider.sendVerificationRequest(request);
  assert.deepEqual((await service.requests[0]!.json()).from, { email: "a@example.com" });
});
