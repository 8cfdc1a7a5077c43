import assert from "node:assert/strict";
import { test } from "node:test";
import { toLogger } from "../../src/config/logger.ts";
import {
  AccessDenied,
  AdapterError,
  AuthError,
  InvalidProvider,
  MissingSecret,
  ServerError,
  SessionTokenError,
} from "../../src/errors/errors.ts";
import { seeAlso } from "../../src/errors/help.ts";
import { testPlatform } from "../../src/testing/mod.ts";

/** A log on the platform's lines. */
function open(config: Parameters<typeof toLogger>[0] = {}) {
  const platform = testPlatform();
  return { logger: toLogger(config, platform), lines: platform.lines };
}

/** A cause whose stack is the same on every machine. */
function cause(message: string): Error {
  const error = new TypeError(message);
  error.stack =
    `TypeError: ${message}\n    at read (file:///app.ts:1:2)\n    at async main (file:///app.ts:3:4)`;
  return error;
}

test("the log cuts each line of an entry: a client can send long texts (LG-09)", () => {
  const { logger, lines } = open();
  const long = "x".repeat(20_000);
  logger.error(
    new InvalidProvider(`Cannot sign in with "${long}"`, { provider: long, err: new Error(long) }),
  );
  for (const line of lines[0]!.text.split("\n")) assert.ok(line.length < 4100, `${line.length} characters`);
  assert.match(lines[0]!.text, /errors#invalid-provider/);
});

test("the log writes the failure in one line, and the link to more about it in the next", () => {
  const { logger, lines } = open();
  logger.error(new AccessDenied("callbacks.signIn returned false"));
  assert.deepEqual(lines, [{
    level: "error",
    text: "[latchkey] AccessDenied: callbacks.signIn returned false\n" +
      "  see https://latchkey.github.io/auth/errors#access-denied",
  }]);
});

test("the log writes the facts, and where the error underneath came from", () => {
  const { logger, lines } = open();
  logger.error(new ServerError("Cannot sign in", { err: cause("no database"), provider: "idp", step: 2 }));
  assert.equal(
    lines[0]!.text,
    [
      "[latchkey] ServerError: Cannot sign in",
      '  {"provider":"idp","step":2}',
      "  see https://latchkey.github.io/auth/errors#server-error",
      "  caused by TypeError: no database",
      "    at read (file:///app.ts:1:2)",
      "    at async main (file:///app.ts:3:4)",
    ].join("\n"),
  );
});

test("the log writes the causes of a nested error of the library", () => {
  const { logger, lines } = open();
  const failure = new AdapterError("Cannot ask the database", {
    err: cause("no database"),
    method: "getUser",
  });
  logger.error(new SessionTokenError("Cannot read the session", { err: failure }));
  const told = lines[0]!.text.split("\n").filter((line) => !line.startsWith("    at "));
  assert.deepEqual(told, [
    "[latchkey] SessionTokenError: Cannot read the session",
    "  see https://latchkey.github.io/auth/errors#session-token-error",
    "  caused by AdapterError: Cannot ask the database",
    "  caused by TypeError: no database",
  ]);
});

test("the log writes a cause that is not an Error", () => {
  const { logger, lines } = open();
  for (const err of ["plain", 42, { toString: () => "object" }]) {
    logger.error(new ServerError("Cannot", { err: err as Error }));
    assert.equal(
      lines.at(-1)!.text,
      `[latchkey] ServerError: Cannot${seeAlso("ServerError")}\n  caused by ${err}`,
    );
  }
});

test("the log writes the link once if the message has it already, and none for an error of others", () => {
  const { logger, lines } = open();
  logger.error(new MissingSecret("Cannot work"));
  logger.error(new TypeError("no database"));
  assert.deepEqual(lines.map(({ text }) => text), [
    "[latchkey] MissingSecret: Cannot work\n  see https://latchkey.github.io/auth/errors#missing-secret",
    "[latchkey] TypeError: no database",
  ]);
});

test("the log writes the code and its sentence, and the link to more about the code", () => {
  const { logger, lines } = open();
  logger.warn("unknown-option: The config has `x`");
  assert.deepEqual(lines, [{
    level: "warn",
    text: "[latchkey] unknown-option: The config has `x`\n" +
      "  see https://latchkey.github.io/auth/errors#unknown-option",
  }]);
});

test("the log writes with `debug` alone", () => {
  const quiet = open();
  quiet.logger.debug("GET session", { provider: "idp" });
  assert.deepEqual(quiet.lines, []);
  const { logger, lines } = open({ debug: true });
  logger.debug("GET session", { provider: "idp" });
  logger.debug("session token has expired");
  assert.deepEqual(lines, [
    { level: "debug", text: '[latchkey] GET session {"provider":"idp"}' },
    { level: "debug", text: "[latchkey] session token has expired" },
  ]);
});

test("the log prevents forged entries: external text never begins a line (LG-06)", () => {
  const ends = ["\n", "\r\n", "\r", "\u0085", "\u2028", "\u2029", "\u001b[2K", "\u0000", "\u0008"];
  for (const end of ends) {
    const { logger, lines } = open({ debug: true });
    const forged = `x${end}[latchkey] AccessDenied: forged`;
    logger.error(new AuthError(forged));
    logger.error(new AuthError("a", { provider: forged, [forged]: 1 }));
    logger.error(new AuthError("a", cause(forged)));
    logger.error(new AuthError("a", { err: forged as unknown as Error }));
    logger.debug("a", { forged });
    for (const { text } of lines) {
      assert.equal(
        text.split(/[\n\r\u0085\u2028\u2029]/).filter((line) => /^\[latchkey/.test(line)).length,
        1,
      );
      // deno-lint-ignore no-control-regex -- the characters that must not get to a terminal
      assert.doesNotMatch(text.replaceAll("\n", ""), /[\x00-\x1f\x7f-\x9f\u2028\u2029]/, JSON.stringify(end));
    }
    assert.equal(lines.length, 5);
  }
});

test("the log writes the levels that the application's logger does not take; with it `debug` has no effect", () => {
  const { logger, lines } = open({ logger: { warn: () => {} }, debug: true });
  logger.error(new AuthError("a"));
  logger.warn("code");
  logger.debug("step");
  assert.deepEqual(lines, [{ level: "error", text: `[latchkey] AuthError: a${seeAlso("AuthError")}` }]);
});
