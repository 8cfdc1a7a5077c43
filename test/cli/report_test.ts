import assert from "node:assert/strict";
import { test } from "node:test";
import { redacted, type Report, toText, toWrong } from "../../src/cli/report.ts";
import type { Finding } from "../../src/setup/finding.ts";
import { AuthError, UntrustedHost } from "../../src/errors/errors.ts";

const WIDE = { columns: 110, isColored: false };

function report(...findings: readonly Finding[]): Report {
  return { runtime: "Node 24.0.0", parts: [{ title: "Config", findings }, { title: "Empty", findings: [] }] };
}

test("toText() aligns the columns, and leaves out a part without findings", () => {
  const text = toText(
    report(
      { name: "secret", status: "ok", text: "one" },
      { name: "environment", status: "warning", text: "A is set", advice: "Remove it" },
      { name: "clock", status: "skipped", text: "no answer" },
    ),
    WIDE,
  );
  assert.equal(
    text.split("\n").slice(1).join("\n"),
    `
Config
  ✓ ok       secret       one
  ! warning  environment  A is set
                          → Remove it
  - skipped  clock        no answer

✓ Nothing is wrong, 1 warning
`,
  );
});

test("toText() breaks long lines between words, and never a URL", () => {
  const url = `https://example.com/${"a".repeat(60)}`;
  const text = toText(
    report({ name: "a", status: "wrong", text: `${"word ".repeat(20)}${url}`, advice: "x ".repeat(60) }),
    {
      columns: 60,
      isColored: false,
    },
  );
  assert.ok(text.includes(`\n${" ".repeat(16)}${url}\n`), text);
  const others = text.split("\n").filter((line) => !line.includes(url));
  assert.deepEqual(others.filter((line) => line.length > 60), []);
});

test("toText() uses colours only where the layout has them", () => {
  const one = report({ name: "a", status: "wrong", text: "b" });
  // deno-lint-ignore no-control-regex -- the sequences that set colours
  const sequence = /\x1b\[\d+m/g;
  assert.equal(toText(one, WIDE).match(sequence), null);
  const colored = toText(one, { ...WIDE, isColored: true });
  assert.ok(colored.includes("\x1b[31m✗ wrong  \x1b[0m"));
  assert.equal(colored.replaceAll(sequence, ""), toText(one, WIDE));
});

test("redacted() ends the text of an error of the config with the link of its message", () => {
  const findings = [
    toWrong("origin", new UntrustedHost("Cannot trust the host: set AUTH_URL")),
    toWrong("origin", new UntrustedHost("Cannot trust it", { err: new TypeError("no route") })),
    toWrong("other", new AuthError("Cannot work")),
  ];
  const { parts: [part] } = redacted(report(...findings), []);
  assert.deepEqual(part!.findings.map(({ text }) => text), [
    "Cannot trust the host: set AUTH_URL. See https://latchkey.github.io/auth/errors#untrusted-host",
    "Cannot trust it (no route). See https://latchkey.github.io/auth/errors#untrusted-host",
    "Cannot work",
  ]);
});

test("redacted() removes secrets and passwords, longest first, and lines that a text from outside would forge", () => {
  const { parts: [part] } = redacted(
    report({
      name: "a",
      status: "wrong",
      text: "secret-1-long secret-1 short postgres://app:pw@db/x\n✓ Nothing is wrong\x1b[2J",
      advice: "Try secret-1",
    }),
    ["secret-1", "secret-1-long", "short", ""],
  );
  assert.deepEqual(part!.findings, [{
    name: "a",
    status: "wrong",
    text: "[hidden] [hidden] short postgres://app:[hidden]@db/x ✓ Nothing is wrong [2J",
    advice: "Try [hidden]",
  }]);
});
