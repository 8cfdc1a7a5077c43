/**
 * What people recognize their sessions by: the browser, and when it was last here. The library keeps no such thing.
 *
 * @module
 */

import type { Database } from "./database.ts";

/** A browser that has a session. */
export interface Device {
  /** Browser and system, as people call them. */
  readonly name: string;
  /** When it last asked for a page. */
  readonly seen: Date;
}

/** The browsers of all sessions. */
export interface Devices {
  /** Notes that a session is in use. @param userAgent As the browser calls itself. */
  note(sessionId: string, userAgent: string | null): void;
  /** The browser of a session. */
  find(sessionId: string): Device | null;
}

/** Makes the table, and what works on it. */
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

/** Most browsers also call themselves by the names that stand further down. */
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
