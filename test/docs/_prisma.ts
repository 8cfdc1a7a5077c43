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
  constructor(options: PrismaPg["options"]) {
    this.options = options;
  }
}

/** `prisma/config`. */
export function defineConfig<C extends { schema: string; datasource: { url: string } }>(config: C): C {
  return config;
}

/** The client that `prisma generate` writes. */
export class PrismaClient {
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
