import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { watchOutages } from "../../src/config/outages.ts";
import { toLogger } from "../../src/config/logger.ts";
import { ConfigError, ServerError, SessionTokenError } from "../../src/errors/errors.ts";
import { bindAdapter } from "../../src/model/store.ts";
import { testPlatform } from "../../src/testing/mod.ts";

/** A database that fails while `faults` has its method, or `*`, and what is logged of it. */
function open(adapter = Memory()) {
  const faults = new Map<string, string>();
  const failing = new Proxy(adapter, {
    get: (target, name) => {
      const call = Reflect.get(target, name) as unknown;
      if (typeof call !== "function") return call;
      return async (...args: unknown[]) => {
        const fault = faults.get(String(name)) ?? faults.get("*");
        if (fault !== undefined) throw new Error(fault);
        return await Reflect.apply(call, target, args);
      };
    },
  });
  const platform = testPlatform();
  const { logger, watch } = watchOutages(adapter, toLogger({}, platform), platform);
  const store = bindAdapter(failing, watch);
  const read = async () => {
    try {
      await store.getUser("1");
    } catch (error) {
      logger.error(error as Error);
    }
  };
  const write = async () => {
    try {
      await store.getUserByEmail("ada@example.com");
    } catch (error) {
      logger.error(new ServerError("Cannot answer the request", { err: error as Error }));
    }
  };
  const times = async (count: number, ...ask: readonly (() => Promise<void>)[]) => {
    for (let i = 0; i < count; i++) for (const each of ask) await each();
  };
  const log = () => platform.lines.splice(0).map(({ level, text }) => `${level} ${text}`);
  return { adapter, faults, platform, logger, store, read, write, times, log };
}

test("an outage of a database has one entry, which names the method and the message of the driver", async () => {
  const { faults, times, read, write, log } = open();
  faults.set("*", "connect ECONNREFUSED 127.0.0.1:5432");
  await times(1000, read, write);
  const [entry, ...others] = log();
  assert.match(
    entry!,
    /^error .*AdapterError: Cannot ask the database: `getUser` failed\n.*"method":"getUser"/,
  );
  assert.match(entry!, /caused by Error: connect ECONNREFUSED 127\.0\.0\.1:5432/);
  assert.deepEqual(others, []);
});

test("an outage has an entry each minute with the count, and one at its end", async () => {
  const { faults, platform, times, read, write, log } = open();
  faults.set("*", "gone");
  await times(10, read, write);
  assert.equal(log().length, 1);
  platform.tick(60);
  await times(10, write, read);
  const [again, ...more] = log();
  assert.match(again!, /ServerError: Cannot answer the request\n.*"repeated":19/);
  assert.match(again!, /caused by AdapterError: .*`getUserByEmail` failed/);
  assert.deepEqual(more, []);
  faults.clear();
  const since = new Date(platform.now()).toISOString();
  platform.tick(10);
  await times(10, read, write);
  assert.deepEqual(log(), [
    `warn [latchkey] database-answers: the database answers again. Since ${since}, 19 more failures ` +
    "have no entry; the last one was in `getUser`\n" +
    "  see https://latchkey.github.io/auth/errors#database-answers",
  ]);
});

test("a single failure has its entry, and no end", async () => {
  const { faults, times, read, log } = open();
  faults.set("*", "gone");
  await times(1, read);
  assert.equal(log().length, 1);
  faults.clear();
  await times(5, read);
  assert.deepEqual(log(), []);
});

test("another failure is not hidden while the database answers", async () => {
  const { faults, times, read, write, log } = open();
  for (const message of ["no such table: users", "no such column: name"]) {
    faults.set("getUserByEmail", message);
    await times(3, write, read);
    const [entry] = log();
    assert.match(entry!, new RegExp(`caused by Error: ${message}`));
  }
});

test("a database that fails now and then makes a few entries a minute", async () => {
  const { faults, platform, times, read, log } = open();
  for (let second = 0; second < 120; second++) {
    for (let i = 0; i < 10; i++) {
      faults.set("*", "reset");
      await times(5, read);
      faults.clear();
      await times(5, read);
    }
    platform.tick(1);
  }
  const entries = log();
  assert.ok(entries.length >= 3 && entries.length <= 6, entries.join("\n"));
});

test("each outage has its end in the log, however many there were", async () => {
  const { faults, platform, times, read, log } = open();
  for (let minute = 0; minute < 150; minute++) {
    faults.set("*", "gone");
    await times(2, read);
    faults.clear();
    await times(1, read);
    platform.tick(61);
  }
  assert.equal(log().filter((line) => line.includes("database-answers")).length, 150);
});

test("a call that began before the outage does not end it", async () => {
  const adapter = Memory();
  const answers: (() => void)[] = [];
  const getUser = adapter.getUser.bind(adapter);
  adapter.getUser = async (id) => {
    if (id === "late") await new Promise<void>((resolve) => answers.push(resolve));
    return await getUser(id);
  };
  const { faults, times, read, log, store } = open(adapter);
  const late = store.getUser("late");
  faults.set("*", "gone");
  await times(3, read);
  answers[0]!();
  await late;
  await times(3, read);
  assert.equal(log().length, 1);
});

test("copies of a config that have one adapter share what is known, and two databases do not", async () => {
  const first = open();
  first.faults.set("*", "gone");
  await first.times(3, first.read);
  const copy = open(first.adapter);
  copy.faults.set("*", "gone");
  await copy.times(3, copy.read);
  assert.deepEqual([first.log().length, copy.log().length], [1, 0]);
  const other = open();
  other.faults.set("*", "gone");
  await other.times(3, other.read);
  assert.equal(other.log().length, 1);
});

test("failures that are not of the database are all logged", () => {
  const { logger, log } = open();
  for (let i = 0; i < 5; i++) {
    logger.error(new ServerError("Cannot sign in: `authorize` failed", { err: new Error("x") }));
    logger.error(new SessionTokenError("Cannot read the session"));
    logger.error(new ConfigError("Cannot use it"));
    logger.error(new Error("of an application"));
  }
  assert.equal(log().length, 20);
});

test("many different failures are remembered in bounded memory, and none is lost", async () => {
  const { faults, times, read, write, log } = open();
  for (let i = 0; i < 500; i++) {
    faults.set("getUserByEmail", `duplicate key ${i}`);
    await times(1, write, read);
  }
  assert.equal(log().length, 500);
});
