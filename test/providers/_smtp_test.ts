import assert from "node:assert/strict";
import { test } from "node:test";
import { readFile } from "node:fs/promises";
import nodemailer from "npm:nodemailer@10.6.0";
import { ConfigError, InvalidEmail } from "../../src/errors/errors.ts";
import { isRecent, OLDEST, toMailError, withTimeouts } from "../../src/providers/_smtp.ts";

const ALL = "connectionTimeout=10000&greetingTimeout=10000&socketTimeout=10000";

test("withTimeouts() adds time-outs to a URL", () => {
  assert.equal(withTimeouts("smtp://u:p%40ss@host:587"), `smtp://u:p%40ss@host:587?${ALL}`);
  assert.equal(withTimeouts("smtp://host?pool=true"), `smtp://host?pool=true&${ALL}`);
});

test("withTimeouts() keeps options in a URL", () => {
  assert.equal(
    withTimeouts("smtp://host?greetingTimeout=1&name=a?b"),
    "smtp://host?greetingTimeout=1&name=a%3Fb&connectionTimeout=10000&socketTimeout=10000",
  );
});

test("withTimeouts() adds time-outs to options, and keeps existing ones", () => {
  const options = Object.freeze({ host: "a", socketTimeout: 1 });
  assert.deepEqual(withTimeouts(options), {
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 1,
    host: "a",
  });
  assert.deepEqual(withTimeouts({ url: "smtp://host", name: "a" }), { url: `smtp://host?${ALL}`, name: "a" });
});

test("withTimeouts() does not change a transport", () => {
  const transport = { name: "a", send() {} };
  assert.equal(withTimeouts(transport), transport);
});

test("isRecent() reads the version of Nodemailer from each of its transports", () => {
  for (const options of ["smtp://host", { pool: true }, { jsonTransport: true }, { sendmail: true }]) {
    const transport = nodemailer.createTransport(options as object);
    const { version } = (transport as unknown as { transporter: { version: string } }).transporter;
    assert.match(version, /^10\.6\.0/);
    assert.equal(isRecent(transport), true);
  }
});

test("isRecent() rejects versions older than the package allows", () => {
  const versions = {
    "10.6.0": true,
    "9.10.0": true,
    "9.2.0": true,
    "9.1.1": true,
    "9.1.1[client:9.1.1]": true,
  };
  const older = {
    "9.1.0": false,
    "9.0.9": false,
    "8.9.9": false,
    "6.10.1": false,
    "5.11.1": false,
    "0.7.1": false,
    "4.9.9[client:4.9.9]": false,
  };
  for (const [version, recent] of Object.entries({ ...versions, ...older })) {
    assert.equal(isRecent({ transporter: { version } }), recent, version);
  }
  // What has no version is not one of Nodemailer's.
  for (const other of [{}, { transporter: {} }, { transporter: { version: "next" } }]) {
    assert.equal(isRecent(other), true);
  }
});

test("OLDEST is the minimum version in the npm package", async () => {
  const json = await readFile(new URL("../../npm/package.extra.json", import.meta.url), "utf8");
  assert.equal(JSON.parse(json).peerDependencies.nodemailer, `>=${OLDEST.join(".")}`);
});

/** Failures of Nodemailer, and the error for each. */
const FAILURES: readonly (readonly [failure: object, expected: RegExp])[] = [
  [{ code: "EAUTH", responseCode: 535 }, /^Configuration: .*the user or the password/],
  [{ code: "EENVELOPE", command: "MAIL FROM", responseCode: 553 }, /^Configuration: .*the sender in `from`/],
  [{ code: "EENVELOPE", command: "MAIL FROM", responseCode: 451 }, /^Error: original/],
  [
    { code: "EENVELOPE", command: "RCPT TO", responseCode: 550, response: "550 5.1.1 no such user" },
    /^InvalidEmail: /,
  ],
  [{ code: "EENVELOPE", command: "RCPT TO", responseCode: 550, response: "550 no" }, /^InvalidEmail: /],
  [
    { code: "EENVELOPE", command: "RCPT TO", responseCode: 553, response: "553-5.1.3 bad" },
    /^InvalidEmail: /,
  ],
  [
    { code: "EENVELOPE", command: "RCPT TO", responseCode: 550, response: "550 5.7.1 relay denied" },
    /^Error: original/,
  ],
  [
    { code: "EENVELOPE", command: "RCPT TO", responseCode: 451, response: "451 4.7.1 later" },
    /^Error: original/,
  ],
  [
    { code: "EENVELOPE", command: "RCPT TO", responseCode: 552, response: "552 5.2.2 full" },
    /^Error: original/,
  ],
  ...["ECONNECTION", "ETIMEDOUT", "ESOCKET", "EDNS", "ETLS"].map((code) =>
    [{ code }, /^Error: .*`server` cannot be reached \(original\)\. Check its host and port/] as const
  ),
  [{ code: "EMESSAGE" }, /^Error: original/],
  [{}, /^Error: original/],
];

test("toMailError() distinguishes the server, the credentials, the sender and the recipient", () => {
  for (const [failure, expected] of FAILURES) {
    const original = Object.assign(new Error("original"), failure);
    const error = toMailError(original) as Error;
    const type = error instanceof ConfigError || error instanceof InvalidEmail ? error.type : error.name;
    assert.match(`${type}: ${error.message}`, expected, JSON.stringify(failure));
    assert.ok(
      error === original || error.cause === original || (error.cause as { err?: unknown }).err === original,
    );
  }
  for (const thrown of [undefined, null, "text"]) assert.equal(toMailError(thrown), thrown);
});
