import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { audit, auditedVersions } from "../tools/audit.ts";
import { readManifest } from "../tools/exports.ts";

/** As the registry answers: https://docs.npmjs.com/cli/v11/commands/npm-audit#bulk-advisory-endpoint */
const ADVISORY = {
  id: 1,
  url: "https://github.com/advisories/GHSA-0000-0000-0000",
  title: "jose accepts everything",
  severity: "critical",
  vulnerable_versions: "<=6.2.17",
  cwe: [],
  cvss: { score: 10 },
};

/** Runs the audit against a registry that gives this answer. */
async function auditWith(
  answer: { readonly status: number; readonly body: unknown; readonly mustAnswer?: boolean },
) {
  const asked: { readonly path: string | undefined; readonly body: Record<string, string[]> }[] = [];
  const server = createServer(async (request, response) => {
    asked.push({ path: request.url, body: JSON.parse(await text(request)) });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(
      JSON.stringify(answer.body),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const registry = `http://127.0.0.1:${port}/`;
  const result = await audit({ registry, mustAnswer: answer.mustAnswer ?? false });
  await new Promise((resolve) => server.close(resolve));
  return { ...result, asked };
}

test("deno task audit asks for each package that applications install, in its version", async () => {
  const { code, text, asked: [question] } = await auditWith({ status: 200, body: {} });
  assert.equal(code, 0);
  assert.match(text, /^No advisory for \d+ packages\.$/);
  assert.equal(question?.path, "/-/npm/v1/security/advisories/bulk");
  assert.deepEqual(question.body, await auditedVersions());
  const { imports } = await readManifest();
  for (const [name, specifier] of Object.entries(imports)) {
    const oldest = /\^(.*)$/.exec(specifier)?.[1] ?? assert.fail(`${name} has no oldest version`);
    assert.ok(question.body[name]?.includes(oldest), name);
  }
  for (const name of ["@simplewebauthn/server", "nodemailer", "react"]) {
    assert.ok(question.body[name]?.length, name);
  }
});

test("deno task audit fails at an advisory, and prints it", async () => {
  const { code, text } = await auditWith({ status: 200, body: { jose: [ADVISORY] } });
  assert.equal(code, 1);
  assert.equal(
    text,
    "critical: jose <=6.2.17: jose accepts everything (https://github.com/advisories/GHSA-0000-0000-0000)",
  );
});

test("deno task audit says that it skips without an answer of the registry, and fails so on a build server", async () => {
  const { code, text } = await auditWith({ status: 405, body: {} });
  assert.equal(code, 0);
  assert.match(text, /^skip: the audit, as http:.* does not answer: status 405$/);
  assert.equal((await auditWith({ status: 405, body: {}, mustAnswer: true })).code, 1);
  // Port 1 of this machine: no one listens.
  const offline = await audit({ registry: "http://127.0.0.1:1/", mustAnswer: false });
  assert.equal(offline.code, 0);
  assert.match(offline.text, /^skip: the audit, as http:/);
});
