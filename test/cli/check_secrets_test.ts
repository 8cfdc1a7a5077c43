import assert from "node:assert/strict";
import { test } from "node:test";
import { secretFinding } from "../../src/cli/check_secrets.ts";

const RANDOM = "pxG4w1QeT7zLk9BnV2yRs8MhJc5DfUaX6oYi";

const TYPED = [
  "replace-me-with-a-long-random-string",
  "keyboard cat keyboard cat keyboard cat",
  "0123456789abcdef0123456789abcdef",
  "12345678901234567890123456789012",
  "correct-horse-battery-staple-and-a-lot-more",
  "Correct Horse Battery Staple 4 Times Is Fine",
  "aB3$xY7!aB3$xY7!aB3$xY7!aB3$xY7!end",
  "k3Vq-abcdefgh-Zp9Wm2Lx7Tn4Rb8Jc5Hd",
  "k3Vq-87654321-Zp9Wm2LxyTnwRbvJcuHd",
  "TODO-k3VqZp9Wm2Lx7Tn4Rb8Jc5Hd6Fg1Sa",
  "undefined-k3VqZp9Wm2Lx7Tn4Rb8Jc5Hd6",
  "Insert_k3VqZp9Wm2Lx7Tn4Rb8Jc5Hd6Fg1",
  "MyPassword_k3VqZp9Wm2Lx7Tn4Rb8Jc5Hd",
];
for (const secret of TYPED) {
  test(`secretFinding() warns of ${secret}, also as the secret of a proxy`, () => {
    const own = secretFinding({ secrets: [RANDOM, secret], proxySecrets: [] });
    const proxy = secretFinding({ secrets: [RANDOM], proxySecrets: [secret] });
    assert.deepEqual([own.status, proxy.status], ["warning", "warning"]);
    assert.match(proxy.text, /of the redirect proxy/);
  });
}

const GENERATED = [
  // openssl rand -base64 33
  "qG3mJr8v0b9yZbqkF+2hXcD1eP5sTn7uWl4aOi6RfYxK",
  "VVg2o0+R/4m8cJ1tQx7yE5zLkN9hBsDfUaW3iPrT6oYp",
  // openssl rand -hex 32
  "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
  "aa1b2f64c9e07d3852aa0e6b71f4c8d9",
  // Two UUIDs
  "f47ac10b-58cc-4372-a567-0e02b2c3d4799b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d",
  "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed-6ec0bd7f-11c0-43da-975e-2a8ad9ebae0b",
];
for (const secret of GENERATED) {
  test(`secretFinding() accepts the random secret ${secret}`, () => {
    assert.equal(secretFinding({ secrets: [secret], proxySecrets: [secret] }).status, "ok");
  });
}
