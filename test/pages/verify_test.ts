import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyRequestPage } from "../../src/pages/verify.ts";

test("verifyRequestPage() sends a person to their mailbox, and back to the application", async () => {
  const { html, status } = await verifyRequestPage({ theme: {}, origin: "https://app.example.com:8443" });
  assert.equal(status, 200);
  assert.match(html, /<h1>Check your e-mail<\/h1>/);
  assert.match(
    html,
    /<a class="link" href="https:\/\/app\.example\.com:8443">Back to app\.example\.com:8443<\/a>/,
  );
  assert.doesNotMatch(html, /<form/);
});

test("verifyRequestPage() escapes the origin", async () => {
  const { html } = await verifyRequestPage({ theme: {}, origin: `https://"><b>` });
  assert.ok(!html.includes(`"><b>`));
});
