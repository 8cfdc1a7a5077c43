import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import mysql from "npm:mysql2@3.24.5/promise";
import { MySql } from "../../src/adapters/mysql/mysql.ts";
import { Postgres } from "../../src/adapters/postgres/postgres.ts";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import { afterTests } from "../_after.ts";
import { run } from "../cli/_command.ts";
import { startMariaDb, startPostgres } from "../adapters/_server.ts";
import { built } from "./_built.ts";
import { openPostgres } from "./_postgres.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/databases.md", {
  built,
  // Times that a test waits for. A busy machine answers within them, or a section fails where nothing hangs.
  replace: {
    "file:app.sqlite": ":memory:",
    "Interval: 2_000": "Interval: 50",
    "Timeout: 5_000": "Timeout: 2000",
    "setTimeout(30_000": "setTimeout(4000",
  },
});

/** Its start takes seconds of the processor: sections share the server, and each has a database of its own on it. */
const server = await startPostgres();
afterTests(() => server.stop());

/** Signs in with Google, and returns the session. */
async function signIn(recipe: Recipe, config: Parameters<typeof DenoAuth>[0]) {
  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  recipe.sites[APP] = DenoAuth(config, () => new Response("home"));
  const browser = recipe.browser();
  await recipe.signIn(browser, "google");
  return await recipe.session(browser);
}

/** An application beside which a test calls functions. */
const GREETS = `import { createServer } from "node:http";
import "./database.ts";
import type {} from "./prisma.config.ts";
createServer((_req, res) => res.end("hello")).listen(8000);`;

/** What the migrations of Drizzle and Prisma create. */
const POSTS: Readonly<Record<string, string>> = {
  Drizzle: `CREATE TABLE posts (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    author_id text NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
    title text NOT NULL
  );
  INSERT INTO posts (author_id, title) VALUES ('1', 'Notes')`,
  Prisma: `CREATE TABLE "Post" (
    "id" text PRIMARY KEY,
    "authorId" text NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE ON UPDATE CASCADE,
    "title" text NOT NULL
  );
  INSERT INTO "Post" VALUES ('a', '1', 'Notes')`,
};

page.section("An adapter of the library beside Prisma or Drizzle", async (recipe) => {
  recipe.read("sh");
  const { pool, url, close } = await openPostgres(recipe);
  const adapter = Postgres(pool, { userFields: { role: "text" } });
  await adapter.migrate();
  await adapter.createUser({ id: "1", name: "Ada", email: null, emailVerified: null, role: "admin" });
  await pool.query(POSTS[recipe.database]!);
  if (recipe.database === "Prisma") {
    await recipe.start({ "": { "main.ts": GREETS, ".env": `DATABASE_URL=${url}` } });
    assert.match(recipe.read("prisma.config.ts"), /external: names/);
  } else {
    // An export of this file is a table that `drizzle-kit` creates.
    assert.deepEqual(Object.keys(await recipe.load("tables.ts")), ["posts"]);
    assert.match(recipe.read("drizzle.config.ts"), /"!auth_\*"/);
  }
  const { postsOf, ...rest } = await recipe.load("database.ts");
  assert.deepEqual(await postsOf("1"), [{ title: "Notes", author: "Ada" }]);
  await adapter.deleteUser("1");
  assert.deepEqual(await postsOf("1"), []);
  await rest.db?.$client.end();
  await close();
});

page.section("The adapter of Auth.js for Drizzle", async (recipe) => {
  recipe.read("sh");
  const { db, users } = await recipe.load("database.ts");
  for (const statement of TABLES) await db.run(statement);
  const { config } = await recipe.load("auth.ts");
  const session = await signIn(recipe, config);
  assert.equal(session.user.name, "Ada Lovelace");
  assert.equal(session.role, "member");
  const [user] = await db.select().from(users);
  assert.equal(user.id, session.user.id);
  assert.equal(user.email, "ada@example.com");
});

page.section("The adapter of Auth.js for Prisma", async (recipe) => {
  recipe.read("sh");
  recipe.read("prisma.config.ts");
  // `test/compat/adapters_test.ts` generates a client from this schema, and runs the published adapter on it.
  const tested = await readFile(
    new URL("../../npm/compat/adapters/prisma/schema.prisma", import.meta.url),
    "utf8",
  );
  const [own, ...others] = recipe.read("prisma/schema.prisma").match(/^ {2}role .*\n/gm)!;
  assert.deepEqual(others, []);
  const schema = recipe.read("prisma/schema.prisma").replace(own!, "");
  assert.equal(
    tested.replace(/^\/\/.*\n/, ""),
    `${schema}\n`,
    "the schema differs from the one that is tested",
  );
  recipe.env.DATABASE_URL = "postgres://127.0.0.1:1/none";
  const { config } = await recipe.load("auth.ts");
  const { user, role } = await signIn(recipe, config);
  assert.deepEqual([user.name, role], ["Ada Lovelace", "member"]);
});

// `test/databases/kept_passwords_test.ts` runs the functions at night, with Prisma on Postgres.
page.section("Users whose address was never verified", async (recipe) => {
  recipe.env.DATABASE_URL = "postgres://127.0.0.1:1/none";
  const { adapter } = await recipe.load("adapter.ts");
  for (const method of ["createUser", "takeOverUser", "addCredentials", "createUserWithAccount"]) {
    assert.equal(typeof adapter[method], "function", method);
  }
  assert.equal(typeof adapter.rows.find, "function");
});

// `test/databases/kept_passwords_test.ts` runs these functions, too.
page.section("The account page beside an adapter of Auth.js", async (recipe) => {
  const { removalOf } = await recipe.load("removal.ts");
  for (const method of ["listAccountsByUserId", "removeAccount", "updateAuthenticator"]) {
    assert.equal(typeof removalOf({})[method], "function", method);
  }
});

page.section("Pool settings", async (recipe) => {
  recipe.env.DATABASE_URL = "postgres://127.0.0.1:1/none";
  const { pool, adapter } = await recipe.load("pool.ts");
  assert.equal(pool.listenerCount("error"), 1);
  await assert.rejects(async () => await adapter.getUser("1"));
  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  const { Google } = await import("../../src/providers/google.ts");
  const handler = DenoAuth({ providers: [Google], adapter }, () => new Response("home"));
  const cookie = "__Host-latchkey.session-token=some-token";
  const answer = await handler(new Request(`${APP}/auth/session`, { headers: { cookie } }));
  assert.equal(answer.status, 503);
  await pool.end();
  await testHangingMySql(recipe);
  const redis = await openHangingRedis();
  recipe.env.REDIS_URL = redis.url;
  const { client, adapter: inRedis } = await recipe.load("redis.ts");
  assert.equal(client.listenerCount("error"), 1);
  assert.equal(await inRedis.getUser("1"), null);
  redis.hang();
  await assert.rejects(async () => await inRedis.getUser("1"));
  redis.goOn();
  assert.equal(await inRedis.getUser("1"), null);
  await client.close();
  redis.close();
});

/** A real server behind a proxy that passes nothing on any more. */
async function testHangingMySql(recipe: Recipe) {
  const database = await startMariaDb();
  if ("missing" in database) {
    recipe.read("mysql.ts");
    return console.log(`skip: ${database.missing}`);
  }
  const { settings: { user, database: name, port } } = database;
  const sockets = new Set<Socket>();
  let hangs = false;
  const proxy = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    for (const [from, to] of [[client, upstream], [upstream, client]] as const) {
      sockets.add(from);
      from.on("error", () => {});
      from.on("data", (data) => hangs || to.write(data));
      from.on("close", () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  recipe.env.DATABASE_URL = `mysql://${user}@127.0.0.1:${(proxy.address() as AddressInfo).port}/${name}`;
  // Not through the proxy: a disk that is busy may write tables for longer than a test's socket waits.
  const direct = mysql.createPool(database.settings);
  await MySql(direct).migrate();
  await direct.end();
  const { pool, adapter } = await recipe.load("mysql.ts");
  assert.equal(await adapter.getUser("1"), null);
  hangs = true;
  // On the connection that is open, on a new one, and on one in a transaction.
  for (const ask of [() => adapter.getUser("1"), () => adapter.getUser("1"), () => adapter.deleteUser("1")]) {
    const answer = Promise.resolve(ask()).then(() => "an answer", ({ message }: Error) => message);
    assert.match(
      await Promise.race([answer, delay(60_000, "none", { ref: false })]),
      /does not answer \(ETIMEDOUT\)/,
    );
  }
  hangs = false;
  assert.equal(await adapter.getUser("1"), null);
  await pool.end();
  for (const socket of sockets) socket.destroy();
  proxy.close();
  await database.stop();
}

/** A server that has nothing, and that may stop to answer. */
async function openHangingRedis() {
  let hangs = false;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (data) => {
      const commands = data.toString().split(/^(?=\*\d)/m);
      if (!hangs) {
        socket.write(
          commands.map((each) => /hgetall|^\*\d+\s+\S+\s+get/i.test(each) ? "$-1\r\n" : "+OK\r\n").join(""),
        );
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hang: () => void (hangs = true),
    goOn: () => void (hangs = false),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

page.section("Serverless functions and the edge", async (recipe) => {
  recipe.env.TURSO_DATABASE_URL = "libsql://acme.turso.example";
  recipe.env.TURSO_AUTH_TOKEN = "the-token";
  const asked: (string | null)[] = [];
  recipe.sites["https://acme.turso.example"] = (request) => {
    asked.push(request.headers.get("authorization"));
    return Response.json({ message: "asleep" }, { status: 503 });
  };
  const { adapter } = await recipe.load("edge.ts");
  await assert.rejects(adapter.getUser("1"));
  assert.deepEqual([...new Set(asked)], ["Bearer the-token"]);
});

page.section("Migrations", async (recipe) => {
  const [create, upgrade] = recipe.read("sh").split("\n\n");
  const [, words] = /^npx @latchkey\/auth (.+) > \S+\.sql$/.exec(create!)!;
  const { pool, close } = await openPostgres(recipe);
  for (const each of [words!, upgrade!.replace("npx @latchkey/auth ", "").trim()]) {
    const { out, errors } = await run(each.split(" "));
    assert.equal(errors, "");
    await pool.query(out);
  }
  const adapter = Postgres(pool, { userFields: { role: "text" } });
  const user = { id: "1", name: "Ada", email: null, emailVerified: null, role: "admin" };
  assert.equal((await adapter.createUser(user)).role, "admin");
  await Promise.all([adapter.migrate(), adapter.migrate()]);
  assert.equal((await adapter.getUser("1"))?.role, "admin");
  await close();
});

page.section("Remove expired rows", async (recipe) => {
  assert.match(recipe.read("crontab"), /^\d+ \d+ \* \* \* cd \/app && node cleanup\.ts$/);
  // The tables are missing in a database that is empty: the message says what to do.
  await assert.rejects(recipe.load("cleanup.ts"), /migrate\(\)/);
  const { DatabaseSync } = await import("node:sqlite");
  const { Sqlite } = await import("../../src/adapters/sqlite/sqlite.ts");
  const adapter = Sqlite(new DatabaseSync(":memory:"));
  await adapter.migrate();
  await adapter.createVerificationToken({ identifier: "a", token: "1", expires: new Date(Date.now() - 1) });
  await adapter.createVerificationToken({
    identifier: "a",
    token: "2",
    expires: new Date(Date.now() + 1000),
  });
  assert.equal(await adapter.removeExpired({ batch: 200 }), 1);
});

page.last();

/** As `drizzle-kit` writes them for `database.ts`. */
const TABLES = [
  `CREATE TABLE user (id text PRIMARY KEY NOT NULL, name text, email text UNIQUE, emailVerified integer, image text,
    role text DEFAULT 'member' NOT NULL)`,
  `CREATE TABLE account (userId text NOT NULL REFERENCES user(id) ON DELETE CASCADE, type text NOT NULL,
    provider text NOT NULL, providerAccountId text NOT NULL, refresh_token text, access_token text, expires_at integer,
    token_type text, scope text, id_token text, session_state text, PRIMARY KEY (provider, providerAccountId))`,
  `CREATE TABLE session (sessionToken text PRIMARY KEY NOT NULL,
    userId text NOT NULL REFERENCES user(id) ON DELETE CASCADE, expires integer NOT NULL)`,
  `CREATE TABLE verificationToken (identifier text NOT NULL, token text NOT NULL, expires integer NOT NULL,
    PRIMARY KEY (identifier, token))`,
];
