/**
 * What `deno task test` runs of the slow stages where `CI` is not set: a real browser, a server of each kind, the packed
 * tarball on Node and on Workers, and an application of the newest Next, Express and Hono. With `CI=true`, or when a stage is
 * named, all of it runs.
 *
 * @module
 */

/** Stage → what the short run takes of it: files of tests. A stage that has no row runs whole, less {@link LONG}. */
export const SHORT: Readonly<Record<string, readonly string[]>> = {
  browser: [
    "test/e2e/passkey_test.ts",
    "test/e2e/sign_in_test.ts",
  ],
  compat: [],
  databases: [
    "test/databases/account_test.ts",
    "test/databases/mail_test.ts",
    "test/databases/races_test.ts",
    "test/databases/takeover_test.ts",
  ],
  frameworks: [
    "test/frameworks/bundles_test.ts",
    "test/frameworks/express_test.ts",
    "test/frameworks/hono_test.ts",
    "test/frameworks/next_test.ts",
  ],
  guides: [],
  runtimes: [
    "test/runtimes/examples_test.ts",
    "test/runtimes/runtimes_test.ts",
  ],
};

/** Stage → files of tests that the short run leaves out: what is slow by itself, and what tests how this repository is worked on. */
export const LONG: Readonly<Record<string, readonly string[]>> = {
  unit: [
    "test/adapters/libsql_busy_test.ts",
    "test/crypto/hashes/argon2id_test.ts",
    "test/crypto/hashes/bcrypt_test.ts",
    "test/crypto/hashes/better_auth_test.ts",
    "test/crypto/hashes/django_test.ts",
    "test/crypto/hashes/wordpress_test.ts",
    "test/crypto/hashes_test.ts",
    "test/crypto/password_cost_test.ts",
    "test/crypto/password_pool_test.ts",
    "test/flows/activity_log_test.ts",
    "test/flows/beside_sessions_test.ts",
    "test/flows/ended_requests_test.ts",
    "test/flows/ids_used_again_own_test.ts",
    "test/flows/kept_passwords_test.ts",
    "test/flows/limits_memory_test.ts",
    "test/flows/null_answers_test.ts",
    "test/flows/one_answer_test.ts",
    "test/flows/password_work_test.ts",
    "test/flows/recorded_test.ts",
    "test/flows/takeover_test.ts",
    "test/flows/thrown_test.ts",
    "test/integrations/calls_beside_changes_test.ts",
    "test/integrations/data_export_test.ts",
    "test/integrations/order_of_changes_test.ts",
    "test/integrations/proxied_paths_test.ts",
    "test/integrations/second_factor_ways_test.ts",
    "test/integrations/sent_paths_test.ts",
    "test/integrations/waits_test.ts",
    "test/limits/memory_test.ts",
    "test/recipe_test.ts",
    "test/run/step_test.ts",
  ],
};

/**
 * The names of files that the short run leaves out of the quick stages: they try the same flows anew with each fault, in each order,
 * or from each state. The databases have a file of races in the short run, too.
 */
const REPEATED = /[_/](?:faults|fuzz|outage|races|walk)_test\.ts$/;

/** The environment of the tests in a short run: `test/_short.ts` reads it. */
export const SHORT_ENV: Readonly<Record<string, string>> = { SHORT: "true" };

/** The files of a stage that the short run takes. */
export function shortened(stage: string, files: readonly string[]): readonly string[] {
  const [chosen, long] = [SHORT[stage], LONG[stage]];
  return files.filter((file) =>
    chosen ? chosen.includes(file) : !long?.includes(file) && !REPEATED.test(file)
  );
}

/** The line that says what a short run leaves out, and how to run it. @param command What starts this program. */
export function leftOut(command: string): string {
  const whole = Object.keys(SHORT).filter((stage) => SHORT[stage]!.length === 0);
  const parts = [...Object.keys(SHORT).filter((stage) => SHORT[stage]!.length > 0), ...Object.keys(LONG)];
  return `left out: ${list(whole)}, and parts of ${
    list(parts)
  }. CI=true ${command} task test runs everything`;
}

function list(names: readonly string[]): string {
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
