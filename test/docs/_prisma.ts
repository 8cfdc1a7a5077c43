/**
 * The packages of Prisma that a page of `docs/` imports: enough for the compiler. `test/compat/adapters_test.ts` runs the
 * published packages.
 *
 * @module
 */

import { Memory } from "@latchkey/auth/adapters/memory";
import type { Adapter } from "@latchkey/auth/adapters";

/** `@prisma/adapter-pg`. */
export class PrismaPg {
  /** Where the database is. */
  readonly options: { readonly connectionString: string | undefined };
  constructor(options: PrismaPg["options"] | Pool) {
    this.options = options as PrismaPg["options"];
  }
}

/** A pool of `pg`. */
type Pool = { readonly totalCount: number };

/** What a page writes into `prisma.config.ts`. */
interface PrismaConfig {
  readonly schema: string;
  readonly datasource: { readonly url: string };
  readonly experimental?: { readonly externalTables?: boolean };
  readonly tables?: { readonly external?: readonly string[] };
  readonly migrations?: { readonly path?: string; readonly initShadowDb?: string };
}

/** `prisma/config`. */
export function defineConfig<C extends PrismaConfig>(config: C): C {
  return config;
}

// deno-lint-ignore no-explicit-any -- applications of the nightly run have the types of their schema
type Row = any;

/** The functions of a model that pages call. */
interface Model {
  count(query: object): Promise<number>;
  create(query: object): Promise<Row>;
  deleteMany(query: object): Promise<{ readonly count: number }>;
  findFirst(query: object): Promise<Row>;
  findMany(query: object): Promise<Row[]>;
  findUnique(query: object): Promise<Row>;
  update(query: object): Promise<Row>;
  updateMany(query: object): Promise<{ readonly count: number }>;
  updateManyAndReturn(query: object): Promise<Row[]>;
}

/** Types of rows that `prisma generate` writes. */
export declare namespace Prisma {
  type AccountCreateWithoutUserInput = Row;
  type AccountUncheckedCreateInput = Row;
  /** With the fields of the schema of `docs/recipes/databases.md`: a column with a default is not `null`. */
  interface UserCreateInput {
    readonly id?: string | undefined;
    readonly name?: string | null | undefined;
    readonly email?: string | null | undefined;
    readonly emailVerified?: Date | string | null | undefined;
    readonly image?: string | null | undefined;
    readonly role?: string | undefined;
    readonly accounts?: Row;
    readonly authenticators?: Row;
  }
}

/** The client that `prisma generate` writes. */
export class PrismaClient {
  declare readonly organization: Model;
  declare readonly member: Model;
  declare readonly post: Model;
  declare readonly user: Omit<Model, "create"> & {
    create(query: { readonly data: Prisma.UserCreateInput }): Promise<Row>;
  };
  declare readonly account: Model;
  declare readonly authenticator: Model;
  declare readonly session: Model;
  declare readonly $executeRaw: (
    text: TemplateStringsArray,
    ...values: readonly unknown[]
  ) => Promise<number>;
  declare readonly $queryRaw: (text: TemplateStringsArray, ...values: readonly unknown[]) => Promise<Row>;
  declare readonly $transaction: <T>(run: (tx: PrismaClient) => Promise<T>) => Promise<T>;
  /** The adapter of its database. */
  readonly options: { readonly adapter: PrismaPg };
  constructor(options: PrismaClient["options"]) {
    this.options = options;
  }
}

/** `@auth/prisma-adapter`. */
export function PrismaAdapter(client: PrismaClient): Adapter {
  if (!(client.options.adapter instanceof PrismaPg)) {
    throw new TypeError("A client needs the adapter of its database");
  }
  return Memory();
}
