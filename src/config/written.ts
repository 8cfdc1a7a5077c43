/**
 * The messages that each log has: a log gets a message about a config once, however often the config is copied.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { type Platform, webPlatform } from "../platform/platform.ts";

/** The texts that have been written to a log. */
interface Written {
  /**
   * Returns whether a text is new, and remembers it.
   *
   * @param kind The code of a warning, or the name of an error. Of each kind, only the first texts count as new.
   */
  isNew(kind: string, text: string): boolean;
}

/** Texts of one kind that are written at most: a config that a function makes can have any number of mistakes. */
const MOST_TEXTS = 100;
/** The same for warnings that name a host or a path of a request, which any client can invent. */
const MOST_OF_REQUESTS = 10;
const OF_REQUESTS = /^(url|express|refused)-|^insecure-url$/;

/**
 * By log. All copies of the library in a process share it: a framework bundles one for each part of an application, and
 * they have one console.
 */
const logs = (globalThis as Shared)[Symbol.for("@latchkey/auth/written")] ??= new WeakMap();

interface Shared {
  [name: symbol]: WeakMap<object, Written> | undefined;
}

/** The messages in the log of a config. Copies of a config have one log: the same `logger`, or the same platform. */
export function writtenBy(
  { logger }: Pick<AuthConfig, "logger">,
  { level, platform }: { readonly level: "error" | "warn"; readonly platform: Platform },
): Written {
  const log = logger?.[level] ? logger : platform.log === webPlatform.log ? console : platform.log;
  const written = logs.get(log) ?? createWritten();
  logs.set(log, written);
  return written;
}

/** The memory of a new log. */
export function createWritten(): Written {
  const texts = new Map<string, Set<string>>();
  return {
    isNew(kind, text) {
      // A warning about an event, which can happen again. `outages.ts` writes at most one a minute.
      if (kind === "database-answers") return true;
      const known = texts.get(kind) ?? new Set();
      const most = OF_REQUESTS.test(kind) ? MOST_OF_REQUESTS : MOST_TEXTS;
      if (known.has(text) || known.size >= most) return false;
      texts.set(kind, known.add(text));
      return true;
    },
  };
}
