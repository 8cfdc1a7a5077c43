/**
 * The log: what an application's logger receives, or lines for the platform's.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import type { Platform } from "../platform.ts";
import { isA, propertyOf, textOf } from "../thrown.ts";
import type { LoggerInstance } from "../types.ts";
import type { AuthConfig } from "./types.ts";

/** The logger of a config; the levels that it does not take go to the platform. */
export function toLogger(
  { logger, debug }: Pick<AuthConfig, "logger" | "debug">,
  platform: Platform,
): LoggerInstance {
  return {
    error(error) {
      write(() => logger?.error ? logger.error(error) : platform.log("error", describe(error)));
    },
    warn(code) {
      write(() => logger?.warn ? logger.warn(code) : platform.log("warn", `[latchkey] ${code}`));
    },
    debug(message, metadata) {
      if (logger?.debug) return write(() => logger.debug!(message, metadata));
      // As said in `AuthConfig`: a logger of the application's own decides for itself.
      if (!debug || logger) return;
      write(() => platform.log("debug", `[latchkey] ${message} ${toLine(metadata)}`.trimEnd()));
    },
  };

  /** A logger that fails must not fail the request, neither now nor later. */
  function write(entry: () => unknown): void {
    try {
      const written = entry();
      if (typeof written === "object" && written !== null) Promise.resolve(written).catch(report);
    } catch (error) {
      report(error);
    }
  }

  function report(error: unknown): void {
    try {
      platform.log("error", `[latchkey] Cannot write to the log: ${oneLine(textOf(error))}`);
    } catch {
      // There is no other place to report it.
    }
  }
}

/** An error in one line for what happened, one for the facts, and the stack of what is underneath. */
function describe(error: Error): string {
  const { err, ...facts } = (error.cause ?? {}) as { readonly err?: unknown };
  const lines = [`[latchkey] ${error.name}: ${oneLine(error.message)}`];
  if (Object.keys(facts).length) lines.push(`  ${toLine(facts)}`);
  for (const under of chainOf(err)) lines.push(`  caused by ${oneLine(textOf(under))}`, ...framesOf(under));
  return lines.join("\n");
}

/** What was thrown and what it says it was caused by: `fetch failed` is no help without. */
function chainOf(thrown: unknown): readonly unknown[] {
  if (thrown === undefined || thrown === null) return [];
  const chain = [thrown];
  for (let cause = causeOf(thrown); cause && chain.length < 4; cause = causeOf(cause)) {
    if (chain.includes(cause)) break;
    chain.push(cause);
  }
  return chain;
}

/** The library's own errors have what is underneath among their facts. */
function causeOf(thrown: unknown): Error | null {
  const cause = propertyOf(thrown, "cause");
  const under = isA(thrown, AuthError) ? propertyOf(cause, "err") : cause;
  return isA(under, Error) ? under : null;
}

/** The stack without the message, which may have lines of its own. */
function framesOf(thrown: unknown): readonly string[] {
  const stack = propertyOf(thrown, "stack");
  if (typeof stack !== "string") return [];
  return stack.split("\n").filter((line) => /^ +at /.test(line)).map(oneLine);
}

function toLine(facts: unknown): string {
  return facts === undefined ? "" : oneLine(toJson(facts) ?? toJson(readable(facts)) ?? "");
}

/** Facts in which what JSON cannot hold is text: a `BigInt`, an object that holds itself. */
function readable(facts: unknown): object {
  const entries = Object.keys(Object(facts)).map((name) => {
    const value = propertyOf(facts, name);
    return [name, toJson(value) === undefined ? textOf(value) : value];
  });
  return Object.fromEntries(entries);
}

function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** What comes from outside must not begin a line of its own. */
function oneLine(text: string): string {
  // deno-lint-ignore no-control-regex -- these are the characters that end a line, or move a terminal's cursor
  return text.replaceAll(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/g, " ");
}
