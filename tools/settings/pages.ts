/**
 * The pages of the settings: which types they describe, in which order.
 *
 * @module
 */

import { CONFIG_PAGE } from "./page_of_config.ts";
import { INTEGRATIONS_PAGE } from "./page_of_integrations.ts";
import { PROVIDER_PAGES } from "./pages_of_providers.ts";
import type { Page } from "./render.ts";

const ADAPTERS: Page = {
  file: "adapters.md",
  title: "Adapters",
  introduction:
    "The options of the adapters, which store users and sessions. The options come after the client of your " +
    'database: `Postgres(pool, { prefix: "app_auth_" })`. `Memory()` has none. ' +
    "[The tables](../schema.md) are on a page of their own. An adapter of Auth.js works as well: `adapter` of the config " +
    "takes every object with its methods.",
  sections: [
    {
      type: "src/adapters/sql/types.ts SqlOptions",
      generics: { Fields: "UserFields" },
      heading: "Postgres, MySQL and SQLite",
      introduction:
        "`Postgres(client, options)`, `MySql(client, options)` and `Sqlite(db, options)`. Call `migrate()` of " +
        "the adapter before the first sign-in, or give your migration tool the text of `schema()`.",
      prefix: "Postgres: ",
      example: "sql",
      around: "Postgres(pool, { … })",
    },
    {
      type: "src/adapters/redis/redis.ts RedisOptions",
      heading: "Redis",
      introduction: "`Redis(client, options)`.",
      prefix: "Redis: ",
      example: "redis",
      around: "Redis(client, { … })",
    },
    {
      type: "src/adapters/deno_kv/deno_kv.ts DenoKvOptions",
      heading: "Deno KV",
      introduction: "`DenoKv(kv, options)`.",
      prefix: "DenoKv: ",
      example: "denoKv",
      around: "DenoKv(kv, { … })",
    },
  ],
};

const RECORDS: Page = {
  file: "records.md",
  title: "Users, accounts and sessions",
  introduction:
    "The fields of the objects that callbacks, events and adapters receive. Your application adds fields of its " +
    'own by augmentation: `declare module "@latchkey/auth" { interface Session { role?: string } }`.',
  sections: [
    { type: "src/values/types.ts User", heading: "User" },
    { type: "src/values/types.ts Account", heading: "Account" },
    { type: "src/values/types.ts TokenSet", heading: "TokenSet" },
    { type: "src/values/types.ts Profile", heading: "Profile" },
    { type: "src/values/types.ts Session", heading: "Session" },
    {
      type: "src/values/types.ts JWT",
      heading: "JWT",
      introduction:
        "The claims of a session token, with the strategy `jwt`. Times are seconds since the epoch.",
    },
    {
      type: "src/model/_provider_oauth.ts ProviderUser",
      heading: "ProviderUser",
      introduction: "A user, as `profile()` of a provider returns it. Further fields are yours.",
    },
    {
      type: "src/adapters/contract/types.ts AdapterUser",
      heading: "AdapterUser",
      introduction: "A user in the database.",
    },
    {
      type: "src/adapters/contract/records.ts AdapterSession",
      heading: "AdapterSession",
      introduction: "A session in the database.",
    },
  ],
};

const TESTING: Page = {
  file: "testing.md",
  title: "Testing tools",
  introduction: "The options of `testPlatform()`, `testBrowser()`, `fakeProvider()` and `testSession()` of " +
    "`@latchkey/auth/testing`, with which a test signs in without a network and without a clock.",
  sections: [
    {
      type: "src/testing/platform.ts TestPlatformOptions",
      heading: "testPlatform()",
      prefix: "testPlatform: ",
      example: "testPlatformOptions",
      around: "testPlatform({ … })",
    },
    {
      type: "src/testing/browser/types.ts BrowserOptions",
      heading: "testBrowser()",
      prefix: "testBrowser: ",
      example: "testBrowserOptions",
      around: "testBrowser(sites, { … })",
    },
    {
      type: "src/testing/provider/types.ts FakeProviderOptions",
      heading: "fakeProvider()",
      prefix: "fakeProvider: ",
      example: "fakeProviderOptions",
      around: "fakeProvider({ … })",
    },
    {
      type: "src/testing/session.ts TestSessionOptions",
      heading: "testSession()",
      prefix: "testSession: ",
      example: "testSessionOptions",
      around: "await testSession(user, config, { … })",
    },
  ],
};

/** The pages that are made from types, in the order of the index. */
export const PAGES: readonly Page[] = [
  CONFIG_PAGE,
  ...PROVIDER_PAGES,
  ADAPTERS,
  INTEGRATIONS_PAGE,
  TESTING,
  RECORDS,
];
