/**
 * Connections that fail when a test says so: at the n-th thing that is sent, before it, during it, after it.
 *
 * @module
 */

import { connect, createServer, type NetConnectOpts, type Socket } from "node:net";
import type { SqliteDatabase } from "../../src/adapters/sqlite/sqlite.ts";

/**
 * `before`: it never arrives. `during`: it arrives, and the connection is gone. `after`: it is answered, and the answer
 * never arrives. `hang`: nothing arrives any more, and the connection stays.
 */
export type Moment = "before" | "during" | "after" | "hang";

/** Something that fails on command. */
export interface Faults {
  /** Lets the n-th thing that is sent from now on fail. @param at From 0. */
  arm(at: number, moment: Moment): void;
  /** Lets nothing fail any more. Returns whether something has. */
  disarm(): boolean;
}

/** A server between a client and the real one. */
export interface FaultProxy extends Faults {
  /** Its port on 127.0.0.1. */
  readonly port: number;
  /** Ends it, and all connections through it. */
  close(): Promise<void>;
}

/** Puts a proxy in front of a server. What counts as sent: each connection, and each packet of a client. */
export async function faultProxy(target: NetConnectOpts): Promise<FaultProxy> {
  const { faults, next } = countdown();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target);
    let isLost = false;
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", cut);
      socket.on("close", () => {
        sockets.delete(socket);
        if (!isLost) cut();
      });
    }
    let [cutsAnswer, hangs] = [false, false];
    const meet = (moment: Moment | null) => {
      if (moment === "before") cut();
      if (moment === "after") cutsAnswer = true;
      if (moment === "hang") hangs = isLost = true;
    };
    client.on("data", (packet) => {
      const moment = next();
      meet(moment);
      if (moment !== "before" && !hangs) upstream.write(packet, () => moment === "during" && cut());
    });
    upstream.on("data", (packet) => {
      if (cutsAnswer) cut();
      else if (!hangs) client.write(packet);
    });
    const moment = next();
    meet(moment === "during" ? "before" : moment);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    ...faults,
    port: (server.address() as { port: number }).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A SQLite database whose statements fail. `during` is `before` here, and so is `hang`: nothing comes in between. */
export function faultySqlite(database: SqliteDatabase): Faults & { readonly database: SqliteDatabase } {
  const { faults, next } = countdown();
  const prepare = (text: string) => {
    const statement = database.prepare(text);
    const run = (...values: never[]) => {
      const moment = next();
      if (moment && moment !== "after") throw new Error(`disk I/O error before ${text}`);
      const rows = statement.all(...values);
      if (moment) throw new Error(`disk I/O error after ${text}`);
      return rows;
    };
    return { all: run, run };
  };
  return { ...faults, database: { prepare } as SqliteDatabase };
}

function countdown(): { readonly faults: Faults; readonly next: () => Moment | null } {
  let armed: { readonly at: number; readonly moment: Moment } | null = null;
  let [count, hasStruck] = [0, false];
  const next = () => {
    const isNow = armed?.at === count++;
    if (isNow) hasStruck = true;
    return isNow ? armed!.moment : null;
  };
  const faults: Faults = {
    arm(at, moment) {
      armed = { at, moment };
      [count, hasStruck] = [0, false];
    },
    disarm() {
      armed = null;
      return hasStruck;
    },
  };
  return { faults, next };
}
