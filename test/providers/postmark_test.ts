import assert from "node:assert/strict";
import { test } from "node:test";
import { mailOf } from "../../src/providers/_mail_service.ts";
import PostmarkDefault, { Postmark } from "../../src/providers/postmark.ts";
import { mailRequest, testMailService } from "./_mail_request.ts";

const FROM = "Example <sign-in@mg.example.com>";

test("Postmark() describes a provider of mail", () => {
  const provider = Postmark({ from: FROM, apiKey: "key", maxAge: 600 });
  assert.equal(provider.id, "postmark");
  assert.equal(provider.name, "Postmark");
  assert.equal(provider.type, "email");
  assert.deepEqual(provider.options, { from: FROM, apiKey: "key", maxAge: 600 });
  assert.equal(PostmarkDefault, Postmark);
});

test("Postmark().sendVerificationRequest() sends the mail", async () => {
  const service = testMailService();
  const request = mailRequest(Postmark({ from: FROM, apiKey: "key" }), service);
  await request.provider.sendVerificationRequest(request);
  const { subject, html, text } = mailOf(request);
  assert.equal(service.requests.length, 1);
  const [sent] = service.requests;
  assert.equal(sent!.method, "POST");
  assert.equal(sent!.url, "https://api.postmarkapp.com/email");
  assert.equal(sent!.headers.get("x-postmark-server-token"), "key");
  assert.equal(sent!.headers.get("accept"), "application/json");
  assert.deepEqual(await sent!.json(), {
    From: FROM,
    To: "ada@example.com",
    Subject: subject,
    TextBody: text,
    HtmlBody: html,
    MessageStream: "outbound",
    TrackLinks: "None",
  });
});

test("Postmark().sendVerificationRequest() throws if Postmark refuses", async () => {
  const service = testMailService(() => Response.json({ message: "key is not valid" }, { status: 422 }));
  const request = mailRequest(Postmark({ from: FROM, apiKey: "secret-key" }), service);
  await assert.rejects(
    async () => await request.provider.sendVerificationRequest(request),
    new Error('Cannot send the mail: Postmark answered 422: {"message":"key is not valid"}'),
  );
});

test("Postmark().sendVerificationRequest() sends nothing without a key or a sender", async () => {
  for (const options of [{ from: FROM }, { from: "", apiKey: "key" }]) {
    const request = mailRequest(Postmark(options));
    await assert.rejects(
      async () => await request.provider.sendVerificationRequest(request),
      /Cannot send mail with "postmark": set/,
    );
  }
});
