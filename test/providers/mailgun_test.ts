import assert from "node:assert/strict";
import { test } from "node:test";
import { mailOf } from "../../src/providers/_mail_service.ts";
import MailgunDefault, { Mailgun } from "../../src/providers/mailgun.ts";
import { mailRequest, testMailService } from "./_mail_request.ts";

const FROM = "Example <sign-in@mg.example.com>";

test("Mailgun() describes a provider of mail", () => {
  const provider = Mailgun({ from: FROM, apiKey: "key", maxAge: 600 });
  assert.equal(provider.id, "mailgun");
  assert.equal(provider.name, "Mailgun");
  assert.equal(provider.type, "email");
  assert.deepEqual(provider.options, { from: FROM, apiKey: "key", maxAge: 600 });
  assert.equal(MailgunDefault, Mailgun);
});

test("Mailgun().sendVerificationRequest() sends the mail", async () => {
  const service = testMailService();
  const request = mailRequest(Mailgun({ from: FROM, apiKey: "key" }), service);
  await request.provider.sendVerificationRequest(request);
  const { subject, html, text } = mailOf(request);
  assert.equal(service.requests.length, 1);
  const [sent] = service.requests;
  assert.equal(sent!.method, "POST");
  assert.equal(sent!.url, "https://api.mailgun.net/v3/mg.example.com/messages");
  assert.equal(sent!.headers.get("authorization"), `Basic ${btoa("api:key")}`);
  assert.deepEqual(Object.fromEntries(await sent!.formData()), {
    from: FROM,
    to: "ada@example.com",
    subject,
    // Line ends of forms (HTML §4.10.21.8).
    html: html.replaceAll("\n", "\r\n"),
    text: text.replaceAll("\n", "\r\n"),
    "o:tracking-clicks": "no",
  });
});

test("Mailgun().sendVerificationRequest() throws if Mailgun refuses", async () => {
  const service = testMailService(() => Response.json({ message: "key is not valid" }, { status: 422 }));
  const request = mailRequest(Mailgun({ from: FROM, apiKey: "secret-key" }), service);
  await assert.rejects(
    async () => await request.provider.sendVerificationRequest(request),
    new Error('Cannot send the mail: Mailgun answered 422: {"message":"key is not valid"}'),
  );
});

test("Mailgun().sendVerificationRequest() sends nothing without a key or a sender", async () => {
  for (const options of [{ from: FROM }, { from: "", apiKey: "key" }]) {
    const request = mailRequest(Mailgun(options));
    await assert.rejects(
      async () => await request.provider.sendVerificationRequest(request),
      /Cannot send mail with "mailgun": set/,
    );
  }
});

test("Mailgun() rejects an unknown region", () => {
  for (const region of ["eu", "toString"]) {
    assert.throws(
      () => Mailgun({ from: "a@example.com", region: region as "EU" }),
      /`region` is "US" or "EU"/,
    );
  }
});

test("Mailgun().sendVerificationRequest() calls the region's host, with the domain of a sender without a name", async () => {
  for (const [region, host] of [["US", "api.mailgun.net"], ["EU", "api.eu.mailgun.net"]] as const) {
    const service = testMailService();
    const request = mailRequest(Mailgun({ from: "a@example.com", apiKey: "key", region }), service);
    await request.provider.sendVerificationRequest(request);
    assert.equal(service.requests[0]!.url, `https://${host}/v3/example.com/messages`);
  }
});
