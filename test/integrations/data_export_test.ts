/**
 * A file that is sent as a stream, behind each integration: as fast as its client takes it, and never cut off without a sign.
 *
 * @module
 */

import assert from "node:assert/strict";
import { type IncomingMessage, request } from "node:http";
import { once } from "node:events";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { AccountPage } from "../../src/entries/account_page.ts";
import { DataExport } from "../../src/entries/data_export.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { testSession } from "../../src/testing/session.ts";
import { skipCSRFCheck } from "../../src/values/markers.ts";
import { DOORS, mine } from "./_doors.ts";

/** How many items the application has. */
const ITEMS = 200_000;

/** One of them, of 100 bytes. */
const ITEM = "x".repeat(96);

/** The application behind a door. @param failsAt The item at which its table fails. */
async function open(door: string, failsAt = Infinity) {
  const seen = { items: 0, ended: 0 };
  const data = () => ({
    orders: async function* () {
      try {
        for (; seen.items < ITEMS; seen.items++) {
          if (seen.items === failsAt) throw new Error("the table is gone");
          yield ITEM;
        }
      } finally {
        seen.ended++;
      }
    }(),
  });
  const log: string[] = [];
  const config = {
    providers: [],
    adapter: Memory(),
    secret: "a-secret-of-more-than-32-characters",
    trustHost: true,
    skipCSRFCheck,
    features: [AccountPage(), DataExport({ data })],
    logger: { error: ({ message }: Error) => void log.push(message) },
  } satisfies AuthConfig<"database">;
  const session = await testSession({ id: "ada", email: "ada@example.com" }, {
    ...config,
    url: "http://127.0.0.1",
  });
  const cookie = session.map(({ name, value }) => `${name}=${value}`).join("; ");
  const server = await DOORS[door]!(config as AuthConfig, mine() as never);
  /** Asks for the file, and leaves it unread. */
  const download = async (): Promise<IncomingMessage> => {
    const headers = { cookie, "content-type": "application/x-www-form-urlencoded" };
    const asked = request(`${server.url}/auth/account`, { method: "POST", headers });
    asked.end("action=download-data");
    const [answer] = await once(asked, "response");
    assert.equal(answer.statusCode, 200, log.join());
    assert.equal(answer.headers["content-disposition"], 'attachment; filename="my-data.json"');
    return answer;
  };
  return { seen, log, download, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

for (const door of Object.keys(DOORS)) {
  test(`a file of 200,000 items comes whole, as fast as it is read, behind ${door}`, async () => {
    await using world = await open(door);
    const answer = await world.download();
    await wait(300);
    const ahead = world.seen.items;
    let text = "";
    for await (const part of answer.setEncoding("utf8")) text += part;
    assert.equal(JSON.parse(text).application.orders.length, ITEMS);
    assert.ok(ahead < ITEMS / 2, `${ahead} items before the client has read one`);
  });

  test(`a client that goes away ends what the file is made of, behind ${door}`, async () => {
    await using world = await open(door);
    const answer = await world.download();
    await once(answer, "readable");
    answer.destroy();
    for (let tries = 0; tries < 100 && !world.seen.ended; tries++) await wait(20);
    assert.deepEqual([world.seen.ended, world.seen.items < ITEMS], [1, true]);
    assert.deepEqual(world.log, []);
  });

  test(`a file whose source fails amid it looks broken off, behind ${door} (DX-05)`, async () => {
    await using world = await open(door, ITEMS / 2);
    const answer = await world.download();
    await assert.rejects(async () => {
      for await (const _part of answer);
    });
    assert.deepEqual(world.log, ["Cannot export the data: `data` of `DataExport()` failed"]);
  });
}
