/**
 * The log: passes entries to the application's logger, or writes lines with the platform.
 *
 * @module
 */

import { AuthError } from "../errors/errors.ts";
import { seeAlso } from "../errors/help.ts";
import type { Platform } from "../platform/platform.ts";
import { causesOf, framesOf, isA, propertyOf, textOf } from "../errors/thrown.ts";
import type { LoggerInstance } from "../values/types.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import { writtenBy } from "./written.ts";
import { toJson } from "../values/json.ts";

/**
 * The logger of a config. Levels that `logger` does not have go to the platform. A warning is written once: warnings are
 * about the config and the environment, and an application may copy its config for each request.
 */
export function toLogger(
  { logger, debug }: Pick<AuthConfig, "logger" | "debug">,
  platform: Platform,
): LoggerInstance {
  let hasFailedStep = false;
  return {
    error(error) {
      write(() => logger?.error ? logger.error(error) : platform.log("error", describe(error)));
    },
    warn(code) {
      if (!writtenBy({ logger }, { level: "warn", platform }).isNew(warningCode(code), code)) return;
      write(() => logger?.warn ? logger.warn(code) : platform.log("warn", toWarning(code)));
    },
    debug(message, metadata) {
      if (logger?.debug) return write(() => logger.debug?.(message, metadata), reportStep);
      // With a `logger`, `debug` has no effect: see `AuthConfig`.
      if (!debug || logger) return;
      write(() => platform.log("debug", `[latchkey] ${message} ${toLine(metadata)}`.trimEnd()), reportStep);
    },
  };

  /** Writes an entry. A logger that throws or rejects must not fail the request. */
  function write(entry: () => unknown, onFailure = report): void {
    try {
      const written = entry();
      if (typeof written === "object" && written !== null) Promise.resolve(written).catch(onFailure);
    } catch (error) {
      onFailure(error);
    }
  }

  /** Written once, because a request has many steps. */
  function reportStep(error: unknown): void {
    if (!hasFailedStep) report(error);
    hasFailedStep = true;
  }

  function report(error: unknown): void {
    try {
      platform.log("error", `[latchkey] Cannot write to the log: ${oneLine(textOf(error))}`);
    } catch {
      // There is no other place to report it.
    }
  }
}

/** A warning as text: a line with the code and the advice, and one with the link. */
function toWarning(warning: string): string {
  const code = warningCode(warning);
  return `[latchkey] ${warning}${/^[a-z-]+$/.test(code) ? seeAlso(code) : ""}`;
}

/** The code of a warning: what stands before the colon. */
function warningCode(warning: string): string {
  return String(warning).replace(/:.*/s, "");
}

/** An error as text: a line with the message, one with the facts, one with the link, and the stack of each cause. */
function describe(error: Error): string {
  const { err, ...facts } = (error.cause ?? {}) as { readonly err?: unknown };
  const link = isA(error, AuthError) ? seeAlso(error.type) : "";
  const message = error.message.replace(link, "");
  const lines = [`[latchkey] ${error.name}: ${oneLine(message)}`];
  if (Object.keys(facts).length) lines.push(`  ${toLine(facts)}`);
  if (link) lines.push(link.slice(1));
  for (const under of causesOf(err)) {
    lines.push(`  caused by ${oneLine(textOf(under))}`, ...framesOf(under).map(oneLine));
  }
  return lines.join("\n");
}

function toLine(facts: unknown): string {
  return facts === undefined ? "" : oneLine(toJson(facts) ?? toJson(toPrintable(facts)) ?? "");
}

/** Facts in which values that JSON cannot express are text: a `BigInt`, an object that contains itself. */
function toPrintable(facts: unknown): object {
  const entries = Object.keys(Object(facts)).map((name) => {
    const value = propertyOf(facts, name);
    return [name, toJson(value) === undefined ? textOf(value) : value];
  });
  return Object.fromEntries(entries);
}

/** Most characters of a line. A client can send 16 KB of text: the id of a provider, for example. */
const MAX_LINE = 4000;

/** Removes line breaks, and cuts a long text: what comes from outside must neither forge an entry of the log nor fill it. */
function oneLine(whole: string): string {
  const text = whole.length > MAX_LINE ? `${whole.slice(0, MAX_LINE)}…` : whole;
  // deno-lint-ignore no-control-regex -- these are the characters that end a line, or move a terminal's cursor
  return text.replaceAll(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/g, " ");
}
