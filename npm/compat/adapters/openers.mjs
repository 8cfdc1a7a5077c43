/**
 * The adapters of Auth.js on real databases. Each opener gets `{ name, postgres, mysql, redis, rest }`: a name of its own, by
 * which Postgres and MariaDB have an empty database; their ports; the socket of Redis; and the address of a server that
 * accepts Redis' commands over HTTP.
 *
 * @module
 */

const PG = `
CREATE TABLE verification_token (
  identifier TEXT NOT NULL, expires TIMESTAMPTZ NOT NULL, token TEXT NOT NULL, PRIMARY KEY (identifier, token)
);
CREATE TABLE accounts (
  id SERIAL PRIMARY KEY, "userId" INTEGER NOT NULL, type VARCHAR(255) NOT NULL, provider VARCHAR(255) NOT NULL,
  "providerAccountId" VARCHAR(255) NOT NULL, refresh_token TEXT, access_token TEXT, expires_at BIGINT,
  id_token TEXT, scope TEXT, session_state TEXT, token_type TEXT
);
CREATE TABLE sessions (
  id SERIAL PRIMARY KEY, "userId" INTEGER NOT NULL, expires TIMESTAMPTZ NOT NULL,
  "sessionToken" VARCHAR(255) NOT NULL
);
CREATE TABLE users (
  id SERIAL PRIMARY KEY, name VARCHAR(255), email VARCHAR(255), "emailVerified" TIMESTAMPTZ, image TEXT
);`;

/** Tables with the names of the models: for Kysely in capitals, for Drizzle in small letters. */
const models = ([user, account, session, token], id) => `
CREATE TABLE "${user}" (
  id ${id} PRIMARY KEY, name text, email text UNIQUE, "emailVerified" timestamp, image text
);
CREATE TABLE "${account}" (
  "userId" ${id} NOT NULL REFERENCES "${user}"(id) ON DELETE CASCADE, type text NOT NULL, provider text NOT NULL,
  "providerAccountId" text NOT NULL, refresh_token text, access_token text, expires_at integer, token_type text,
  scope text, id_token text, session_state text, PRIMARY KEY (provider, "providerAccountId")
);
CREATE TABLE "${session}" (
  "sessionToken" text PRIMARY KEY, "userId" ${id} NOT NULL REFERENCES "${user}"(id) ON DELETE CASCADE,
  expires timestamp NOT NULL
);
CREATE TABLE "${token}" (
  identifier text NOT NULL, token text NOT NULL, expires timestamp NOT NULL, PRIMARY KEY (identifier, token)
);`;

const KYSELY = models(["User", "Account", "Session", "VerificationToken"], "uuid");
/** With what the account page shows: see `schema.prisma`. */
const PRISMA = models(["User", "Account", "Session", "VerificationToken"], "text").replace(
  "session_state text,",
  'session_state text, authorization_details jsonb, "createdAt" timestamp, label text,',
).replace(
  "expires timestamp NOT NULL",
  'expires timestamp NOT NULL, "createdAt" timestamp, "usedAt" timestamp, device text',
);
const DRIZZLE = models(["user", "account", "session", "verificationToken"], "text");

/** The same for MariaDB. It needs lengths and quotes another way, and its dates need an explicit precision. */
const DRIZZLE_MYSQL = DRIZZLE
  .replaceAll('"', "`")
  .replaceAll(/\btext\b/g, "varchar(255)")
  .replaceAll(/\btimestamp\b/g, "timestamp(3) NULL")
  .replaceAll("NULL NOT NULL", "NOT NULL");

/** Name → opens the adapter on an empty database. */
export const OPENERS = {
  "@auth/pg-adapter": async (where) => {
    const { default: adapter } = await import("@auth/pg-adapter");
    return adapter(await pool(where, PG));
  },
  "@auth/neon-adapter": async (where) => {
    const { default: adapter } = await import("@auth/neon-adapter");
    return adapter(await pool(where, PG));
  },
  "@auth/kysely-adapter": async (where) => {
    const [{ KyselyAdapter }, { Kysely, PostgresDialect }] = await load("@auth/kysely-adapter", "kysely");
    return KyselyAdapter(new Kysely({ dialect: new PostgresDialect({ pool: await pool(where, KYSELY) }) }));
  },
  "@auth/drizzle-adapter": async (where) => {
    const [{ DrizzleAdapter }, { drizzle }] = await load(
      "@auth/drizzle-adapter",
      "drizzle-orm/node-postgres",
    );
    return DrizzleAdapter(drizzle(await pool(where, DRIZZLE)));
  },
  "@auth/drizzle-adapter on SQLite": async () => {
    const [{ DrizzleAdapter }, { drizzle }, { createClient }] = await load(
      "@auth/drizzle-adapter",
      "drizzle-orm/libsql",
      "@libsql/client",
    );
    const client = createClient({ url: ":memory:" });
    await client.executeMultiple(DRIZZLE.replaceAll("timestamp", "integer"));
    return DrizzleAdapter(drizzle(client));
  },
  "@auth/drizzle-adapter on MariaDB": async ({ mysql: port, name }) => {
    const [{ DrizzleAdapter }, { drizzle }, { default: mysql }] = await load(
      "@auth/drizzle-adapter",
      "drizzle-orm/mysql2",
      "mysql2/promise",
    );
    const settings = { host: "127.0.0.1", port, user: "root", database: name };
    const setup = await mysql.createConnection({ ...settings, multipleStatements: true });
    await setup.query(DRIZZLE_MYSQL);
    await setup.end();
    return DrizzleAdapter(drizzle(mysql.createPool(settings)));
  },
  "@auth/prisma-adapter": async (where) => {
    const [{ PrismaAdapter }, { PrismaPg }, { PrismaClient }] = await load(
      "@auth/prisma-adapter",
      "@prisma/adapter-pg",
      "./prisma/client/index.js",
    );
    await (await pool(where, PRISMA)).end();
    return PrismaAdapter(new PrismaClient({ adapter: new PrismaPg({ connectionString: urlOf(where) }) }));
  },
  "@auth/typeorm-adapter": async (where) => {
    const { TypeORMAdapter } = await import("@auth/typeorm-adapter");
    return TypeORMAdapter({ ...postgres(where), type: "postgres", username: "postgres", synchronize: true });
  },
  "@auth/sequelize-adapter": async (where) => {
    const { default: adapter } = await import("@auth/sequelize-adapter");
    return await openSequelize(adapter, where);
  },
  "@auth/mikro-orm-adapter": (where) => openMikroOrm("@auth/mikro-orm-adapter", where),
  "@auth/unstorage-adapter": async () => {
    const [{ UnstorageAdapter }, { createStorage }] = await load("@auth/unstorage-adapter", "unstorage");
    return UnstorageAdapter(createStorage());
  },
  "@auth/unstorage-adapter on Redis": async ({ redis: path, name }) => {
    const [{ UnstorageAdapter }, { createStorage }, { default: driver }] = await load(
      "@auth/unstorage-adapter",
      "unstorage",
      "unstorage/drivers/redis",
    );
    return UnstorageAdapter(createStorage({ driver: driver({ path, base: name }) }));
  },
  "@auth/upstash-redis-adapter": (where) => openUpstash("@auth/upstash-redis-adapter", where),
  "@auth/d1-adapter": async () => {
    const [{ D1Adapter, up }, { Miniflare }] = await load("@auth/d1-adapter", "miniflare");
    const worker = new Miniflare({
      modules: true,
      script: "export default { fetch: () => new Response() }",
      compatibilityDate: "2026-07-01",
      d1Databases: ["DB"],
    });
    const database = await worker.getD1Database("DB");
    await up(database);
    return D1Adapter(database);
  },
  "@auth/pouchdb-adapter": () => openPouchDb("@auth/pouchdb-adapter"),
  "@auth/dynamodb-adapter": () => openDynamoDb("@auth/dynamodb-adapter"),
  "@next-auth/sequelize-adapter": async (where) => {
    const { default: module } = await import("@next-auth/sequelize-adapter");
    return await openSequelize(module.default ?? module, where);
  },
  "@next-auth/upstash-redis-adapter": (where) => openUpstash("@next-auth/upstash-redis-adapter", where),
  "@next-auth/typeorm-legacy-adapter": async (where) => {
    const { TypeORMLegacyAdapter } = await import("@next-auth/typeorm-legacy-adapter");
    return TypeORMLegacyAdapter({
      ...postgres(where),
      type: "postgres",
      username: "postgres",
      synchronize: true,
    });
  },
  "@next-auth/mikro-orm-adapter": (where) => openMikroOrm("@next-auth/mikro-orm-adapter", where),
  "@next-auth/pouchdb-adapter": () => openPouchDb("@next-auth/pouchdb-adapter"),
  "@next-auth/dynamodb-adapter": () => openDynamoDb("@next-auth/dynamodb-adapter"),
};

const load = (...names) => Promise.all(names.map((name) => import(name)));

const postgres = ({ postgres: port, name }) => ({
  host: "127.0.0.1",
  port,
  user: "postgres",
  database: name,
});

const urlOf = ({ postgres: port, name }) => `postgres://postgres@127.0.0.1:${port}/${name}`;

async function pool(where, schema) {
  const { default: pg } = await import("pg");
  const opened = new pg.Pool(postgres(where));
  await opened.query(schema);
  return opened;
}

async function openSequelize(adapter, where) {
  const { Sequelize } = await import("sequelize");
  const client = new Sequelize(urlOf(where), { logging: false });
  const opened = adapter(client);
  // The adapter makes its four tables at once, and sometimes the second before the first, which it refers to.
  await client.sync();
  return opened;
}

async function openMikroOrm(name, where) {
  const [{ defaultEntities, MikroOrmAdapter }, { MikroORM }] = await load(name, "@mikro-orm/core");
  const options = { type: "postgresql", clientUrl: urlOf(where), entities: Object.values(defaultEntities) };
  const orm = await MikroORM.init(options);
  await orm.getSchemaGenerator().createSchema();
  await orm.close();
  return MikroOrmAdapter(options);
}

async function openUpstash(name, { rest, name: prefix }) {
  const [{ UpstashRedisAdapter }, { Redis }] = await load(name, "@upstash/redis");
  const client = new Redis({ url: rest, token: "none", enableTelemetry: false, responseEncoding: false });
  return UpstashRedisAdapter(client, { baseKeyPrefix: `${prefix}:` });
}

async function openPouchDb(name) {
  const [{ PouchDBAdapter }, { default: PouchDB }, { default: memory }, { default: find }] = await load(
    name,
    "pouchdb",
    "pouchdb-adapter-memory",
    "pouchdb-find",
  );
  PouchDB.plugin(memory).plugin(find);
  const pouchdb = new PouchDB(crypto.randomUUID(), { adapter: "memory" });
  const indexes = {
    nextAuthUserByEmail: ["email"],
    nextAuthAccountByProviderId: ["provider", "providerAccountId"],
    nextAuthSessionByToken: ["sessionToken"],
    nextAuthVerificationRequestByToken: ["identifier", "token"],
  };
  for (const [index, fields] of Object.entries(indexes)) {
    await pouchdb.createIndex({ index: { name: index, ddoc: index, fields } });
  }
  return PouchDBAdapter({ pouchdb });
}

async function openDynamoDb(name) {
  const [{ DynamoDBAdapter }, { default: dynalite }, { DynamoDB }, { DynamoDBDocument }] = await load(
    name,
    "dynalite",
    "@aws-sdk/client-dynamodb",
    "@aws-sdk/lib-dynamodb",
  );
  const server = dynalite({ createTableMs: 0 });
  await new Promise((resolve) => server.listen(0, resolve));
  const client = new DynamoDB({
    endpoint: `http://127.0.0.1:${server.address().port}`,
    region: "eu-central-1",
    credentials: { accessKeyId: "none", secretAccessKey: "none" },
  });
  const key = (partition, sort) => [
    { AttributeName: partition, KeyType: "HASH" },
    { AttributeName: sort, KeyType: "RANGE" },
  ];
  await client.createTable({
    TableName: "next-auth",
    BillingMode: "PAY_PER_REQUEST",
    KeySchema: key("pk", "sk"),
    AttributeDefinitions: ["pk", "sk", "GSI1PK", "GSI1SK"].map((AttributeName) => ({
      AttributeName,
      AttributeType: "S",
    })),
    GlobalSecondaryIndexes: [{
      IndexName: "GSI1",
      KeySchema: key("GSI1PK", "GSI1SK"),
      Projection: { ProjectionType: "ALL" },
    }],
  });
  const marshallOptions = {
    convertEmptyValues: true,
    removeUndefinedValues: true,
    convertClassInstanceToMap: true,
  };
  return DynamoDBAdapter(DynamoDBDocument.from(client, { marshallOptions }));
}
