import assert from "node:assert/strict";
import { test } from "node:test";
import { readFile } from "node:fs/promises";
import nodemailer from "npm:nodemailer@10.6.0";
import { isRecent, OLDEST, withTimeouts } from "../../src/providers/_smtp.ts";

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
