/**
 * The browser and the last visit of each session, so that users recognize their sessions. The library does not store them.
 *
 * @module
 */

import type { Database } from "./database.ts";

/** A browser that has a session. */
export interface Device {
  /** Browser and operating system. */
  readonly name: string;
  /** When it last requested a page. */
  readonly seen: Date;
}

/** The browsers of all sessions. */
export interface Devices {
  /** Records a visit. @param userAgent The `User-Agent` header. */
  note(sessionId: string, userAgent: string | null): void;
  /** The browser of a session. */
  find(sessionId: string): Device | null;
}

/** Creates the table and its functions. */
export function createDevices({ sql }: Database): Devices {
  sql.exec(
    "CREATE TABLE devices (session_id TEXT PRIMARY KEY REFERENCES auth_sessions ON DELETE CASCADE, " +
      "name TEXT NOT NULL, seen INTEGER NOT NULL)",
  );
  const write = sql.prepare(
    "INSERT OR REPLACE INTO devices SELECT session_token, ?, ? FROM auth_sessions WHERE session_token = ?",
  );
  const read = sql.prepare("SELECT name, seen FROM devices WHERE session_id = ?");
  return {
    note(sessionId, userAgent) {
      write.run(nameOf(userAgent ?? ""), Date.now(), sessionId);
    },
    find(sessionId) {
      const row = read.get(sessionId);
      return row ? { name: String(row.name), seen: new Date(Number(row.seen)) } : null;
    },
  };
}

/** In this order: most browsers also contain the names further down in their `User-Agent`. */
const BROWSERS = { Edge: /Edg/, Opera: /OPR/, Firefox: /Firefox/, Chrome: /Chrom/, Safari: /Safari/ };
const SYSTEMS = {
  Android: /Android/,
  iOS: /iPhone|iPad/,
  macOS: /Mac OS/,
  Windows: /Windows/,
  Linux: /Linux/,
};

function nameOf(userAgent: string): string {
  const [browser, system] = [BROWSERS, SYSTEMS].map((names) =>
    Object.entries(names).find(([, pattern]) => pattern.test(userAgent))?.[0]
  );
  return `${browser ?? "A browser"} on ${system ?? "an unknown system"}`;
}
