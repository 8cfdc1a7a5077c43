/**
 * What a page imports from `drizzle-kit`: enough for the compiler.
 *
 * @module
 */

/** What a page writes into `drizzle.config.ts`. */
interface Config {
  readonly dialect: "postgresql";
  readonly schema: string;
  readonly tablesFilter?: readonly string[];
  readonly dbCredentials: { readonly url: string };
}

/** The config as it is. */
export function defineConfig(config: Config): Config {
  return config;
}
