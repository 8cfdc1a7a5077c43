/**
 * One of several processes that work on one SQLite file: sets up, then does what the others do as well.
 *
 * @module
 */

import { DatabaseSync } from "node:sqlite";
import process from "node:process";
import { Sqlite } from "../../src/adapters/sqlite/sqlite.ts";

const db = new DatabaseSync(process.argv[2]!, { timeout: 20_000 });
const adapter = Sqlite(db);
await adapter.migrate();

const [early, late] = [new Date(Date.now() + 60_000), new Date(Date.now() + 120_000)];
const indexes = Array.from({ length: 100 }, (_, index) => `${index}`);
// One of the processes sets the scene, the others find it set.
await Promise.allSettled([adapter.createUser({ id: "first", email: null, emailVerified: null })]);
for (const index of indexes) {
  db.prepare("INSERT OR IGNORE INTO auth_verification_tokens VALUES ('a', ?, 1)").run(index);
  db.prepare(
    "INSERT OR IGNORE INTO auth_sessions (session_token, user_id, expires) VALUES (?, 'first', ?)",
  ).run(index, early.getTime());
}
// Only when all have set it, or a token that is used already would come back.
db.exec("CREATE TABLE IF NOT EXISTS ready (a)");
db.exec("INSERT INTO ready VALUES (1)");
while (Number(db.prepare("SELECT count(*) n FROM ready").get()!.n) < 3) {
  await new Promise((resolve) => setTimeout(resolve, 5));
}

const [used, created]: [string[], string[]] = [[], []];
let prolonged = 0;
for (const index of indexes) {
  if (await adapter.useVerificationToken({ identifier: "a", token: index })) used.push(index);
  const session = { sessionToken: index, expires: late, ifBefore: new Date(early.getTime() + 30_000) };
  if (await adapter.prolongSession(session)) prolonged++;
  const user = { id: `new ${index} of ${process.pid}`, email: null, emailVerified: null };
  const account = { type: "oauth", provider: "p", providerAccountId: index } as const;
  const [outcome] = await Promise.allSettled([adapter.createUserWithAccount(user, account)]);
  if (outcome.status === "fulfilled") created.push(index);
  else if (!/UNIQUE/.test(String(outcome.reason))) throw outcome.reason;
}
console.log(JSON.stringify({ used, created, prolonged }));
