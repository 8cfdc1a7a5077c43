/**
 * The log: what an application's logger receives, or lines for the platform's.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import type { Platform } from "../platform.ts";
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

  /** A logger that fails must not fail the request. */
  function write(entry: () => void): void {
    try {
      entry();
    } catch (error) {
      platform.log("error", `[latchkey] Cannot write to the log: ${oneLine(String(error))}`);
    }
  }
}

/** An error in one line for what happened, one for the facts, and the stack of what is underneath. */
function describe(error: Error): string {
  const { err, ...facts } = (error.cause ?? {}) as { readonly err?: Error };
  const lines = [`[latchkey] ${error.name}: ${oneLine(error.message)}`];
  if (Object.keys(facts).length) lines.push(`  ${toLine(facts)}`);
  for (const under of chainOf(err)) lines.push(`  caused by ${oneLine(String(under))}`, ...framesOf(under));
  return lines.join("\n");
}

/** An error and what it says it was caused by: `fetch failed` is no help without. */
function chainOf(error: unknown): readonly Error[] {
  if (error === undefined || error === null) return [];
  // The first can be anything: an application may throw what it likes.
  const chain = [error as Error];
  for (let cause = causeOf(error); cause && chain.length < 4; cause = causeOf(cause)) chain.push(cause);
  return chain;
}

/** The library's own errors have what is underneath among their facts. */
function causeOf(error: unknown): Error | null {
  const { cause } = error as { readonly cause?: unknown };
  const under = error instanceof AuthError ? error.cause?.err : cause;
  return under instanceof Error ? under : null;
}

/** The stack without the message, which may have lines of its own. */
function framesOf({ stack }: Error): readonly string[] {
  return (stack ?? "").split("\n").filter((line) => /^ +at /.test(line)).map(oneLine);
}

function toLine(value: unknown): string {
  return value === undefined ? "" : oneLine(JSON.stringify(value));
}

/** What comes from outside must not begin a line of its own. */
function oneLine(text: string): string {
  // deno-lint-ignore no-control-regex -- these are the characters that end a line, or move a terminal's cursor
  return text.replaceAll(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/g, " ");
}
