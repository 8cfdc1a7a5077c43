import assert from "node:assert/strict";
import { Postgres } from "../../src/adapters/postgres/postgres.ts";
import { built } from "./_built.ts";
import { openPostgres } from "./_postgres.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/api_keys.md", { built });

/** The table that the migrations of Drizzle create. That of Postgres is on the page. */
const DRIZZLE = `CREATE TABLE api_keys (
  id text PRIMARY KEY,
  hash text NOT NULL UNIQUE,
  user_id text NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
  name text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  used_at timestamp with time zone
)`;

/** Prepares the database of a tab. @returns A function that ends what has been started. */
async function prepare(recipe: Recipe): Promise<() => Promise<void>> {
  if (recipe.database === "SQLite") return () => Promise.resolve();
  const { pool, close } = await openPostgres(recipe);
  await Postgres(pool).migrate();
  await pool.query(recipe.database === "Drizzle" ? DRIZZLE : recipe.read("api_keys.sql"));
  return async () => {
    const { pool, db } = await recipe.load("auth.ts");
    await (pool ?? db.$client).end();
    await close();
  };
}

page.section("Make, use and take back keys", async (recipe) => {
  const close = await prepare(recipe);
  const google = await recipe.startWithGoogle();
  assert.match(recipe.read("sh"), /\/api\/orders$/);
  const [ada, stranger, program] = [recipe.browser(), recipe.browser(), recipe.browser()];
  const orders = async (authorization?: string, browser = program) => {
    const answer = await browser.fetch(`${APP}/api/orders`, {
      headers: authorization ? { authorization } : {},
    });
    return answer.status === 200 ? (await answer.json()).ordersOf : answer.status;
  };
  const make = (browser = ada, headers = {}, body = JSON.stringify({ name: "Backup" })) =>
    browser.fetch(`${APP}/api/keys`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });
  await recipe.signIn(ada, "google");
  google.login({ sub: "2", email: "mallory@example.com" });
  await recipe.signIn(stranger, "google");

  const made = await make();
  assert.equal(made.status, 201);
  const { id, key } = await made.json();
  assert.match(key, /^acme_[\w-]{43}$/);
  const adasId = (await recipe.session(ada)).user.id;
  assert.equal(await orders(`Bearer ${key}`), adasId);
  assert.equal(await orders(undefined, ada), adasId);

  const wrong = [
    undefined,
    "",
    "Bearer ",
    `Basic ${key}`,
    key,
    `Bearer ${key}x`,
    `Bearer ${key.slice(0, -1)}`,
  ];
  for (const each of wrong) assert.equal(await orders(each), 401, String(each));
  assert.equal((await make(program, { authorization: `Bearer ${key}` })).status, 401, "a key makes no key");

  for (const body of ["no JSON", "", "null", "{}", '{"name":1}']) {
    assert.equal((await make(ada, {}, body)).status, 400, body);
  }

  const list = await (await ada.fetch(`${APP}/api/keys`)).json();
  assert.deepEqual(list.map(({ id, name }: { id: string; name: string }) => [id, name]), [[id, "Backup"]]);
  assert.ok(new Date(list[0].used_at).getTime() > 0);
  assert.doesNotMatch(JSON.stringify(list), /acme_|hash/);
  assert.deepEqual(await (await stranger.fetch(`${APP}/api/keys`)).json(), []);

  const remove = (browser = ada) => browser.fetch(`${APP}/api/keys/${id}`, { method: "DELETE" });
  assert.equal((await remove(stranger)).status, 404);
  assert.equal((await remove(program)).status, 401);
  assert.equal(await orders(`Bearer ${key}`), adasId);
  assert.ok((await remove()).ok);
  assert.equal(await orders(`Bearer ${key}`), 401);
  await close();
});

page.last();
