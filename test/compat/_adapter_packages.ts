/**
 * The adapters of Auth.js that run here, and the databases' own packages.
 *
 * @module
 */

import type { Wanted } from "./_trees.ts";

/** What the trees for the adapters hold. */
export const ADAPTER_PACKAGES: Wanted = {
  name: "adapters",
  files: "adapters",
  // The adapters of next-auth 4 want next-auth 4 and older versions of what they stand on.
  peers: false,
  packages: {
    "@auth/d1-adapter": "1.11.3",
    "@auth/drizzle-adapter": "1.11.3",
    "@auth/dynamodb-adapter": "2.11.3",
    "@auth/kysely-adapter": "1.11.2",
    "@auth/mikro-orm-adapter": "2.10.0",
    "@auth/neon-adapter": "1.11.3",
    "@auth/pg-adapter": "1.11.3",
    "@auth/pouchdb-adapter": "1.0.10",
    "@auth/prisma-adapter": "2.11.3",
    "@auth/sequelize-adapter": "2.11.3",
    "@auth/typeorm-adapter": "2.11.3",
    "@auth/unstorage-adapter": "2.11.2",
    "@auth/upstash-redis-adapter": "2.11.3",
    "@aws-sdk/client-dynamodb": "3.936.0",
    "@aws-sdk/lib-dynamodb": "3.936.0",
    "@libsql/client": "0.18.0",
    "@mikro-orm/core": "5.9.8",
    "@mikro-orm/postgresql": "5.9.8",
    "@next-auth/dynamodb-adapter": "3.0.2",
    "@next-auth/mikro-orm-adapter": "3.0.1",
    "@next-auth/pouchdb-adapter": "1.0.0",
    "@next-auth/sequelize-adapter": "1.0.8",
    "@next-auth/typeorm-legacy-adapter": "2.0.2",
    "@next-auth/upstash-redis-adapter": "3.0.4",
    "@prisma/adapter-pg": "7.10.0",
    "@prisma/client": "7.10.0",
    "@upstash/redis": "1.35.7",
    "drizzle-orm": "0.45.4",
    "dynalite": "4.0.0",
    "ioredis": "5.11.1",
    "kysely": "0.28.18",
    "miniflare": "4.20260730.0",
    "mysql2": "3.24.5",
    "pg": "8.23.1",
    "pouchdb": "8.0.1",
    "pouchdb-adapter-memory": "8.0.1",
    "pouchdb-find": "8.0.1",
    "prisma": "7.10.0",
    "sequelize": "6.37.8",
    "typeorm": "0.3.20",
    "unstorage": "1.17.6",
  },
};

/** The adapters, each on the database that its name has, or on its most usual one. */
export const ADAPTERS: readonly string[] = [
  ...Object.keys(ADAPTER_PACKAGES.packages).filter((name) => /^@(next-)?auth\//.test(name)),
  "@auth/drizzle-adapter on MariaDB",
  "@auth/drizzle-adapter on SQLite",
  "@auth/unstorage-adapter on Redis",
];

/**
 * Those that repeat what others here prove, at night. The adapters of Auth.js stand here for those of next-auth 4 on the same
 * database, of which those of Sequelize and of PouchDB stay; that of Drizzle on SQLite stands for those on the
 * other databases with SQL.
 */
export const REPEATED: readonly string[] = [
  "@auth/d1-adapter",
  "@auth/drizzle-adapter on MariaDB",
  "@next-auth/dynamodb-adapter",
  "@next-auth/mikro-orm-adapter",
  "@next-auth/typeorm-legacy-adapter",
  "@next-auth/upstash-redis-adapter",
];
