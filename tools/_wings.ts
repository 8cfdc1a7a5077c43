/**
 * The wings: rooms with a folder for each framework or database.
 *
 * @module
 */

/**
 * Each folder of a wing, from the lowest, and the folders that it stands on: a file imports from these and from its own
 * folder.
 */
export const WINGS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  integrations: {
    mount: [],
    astro: ["mount"],
    fetch: ["mount"],
    next: ["mount"],
    node: ["mount"],
    sveltekit: ["mount"],
    express: ["mount", "node"],
    fastify: ["mount", "node"],
    hono: ["mount", "fetch", "node"],
    nuxt: ["mount", "node"],
  },
  adapters: {
    contract: [],
    deno_kv: ["contract"],
    memory: ["contract"],
    redis: ["contract"],
    sql: ["contract"],
    mysql: ["contract", "sql"],
    postgres: ["contract", "sql"],
    sqlite: ["contract", "sql"],
  },
};

/** What other rooms may import from a wing: the module of a folder that has its name, types of the contract, kinds of rows. */
const SHOWN = /^src\/\w+\/(?:(\w+)\/\1|contract\/(?:types|row_kinds?))\.ts$/;

/** Returns why a file must not import another, if a wing forbids it. Both are in the same room, or may know each other. */
export function whyNotInWing(path: string, target: string): string | undefined {
  const [own, other] = [standsOn(path), standsOn(target)];
  if (own === null) return `${path} lies in no folder of its wing`;
  if (other === null) return `${target} lies in no folder of its wing`;
  if (!other) return undefined;
  if (roomOf(path) !== roomOf(target)) return SHOWN.test(target) ? undefined : "it is private to its wing";
  const [from, to] = [folderIn(path), folderIn(target)];
  return from === to || own?.includes(to) ? undefined : `${from} does not stand on ${to}`;
}

/** `session` for `src/session/jwt.ts`, `features/passwords` for `src/features/passwords/store.ts`, `mod` for `mod.ts`. */
export function roomOf(path: string): string {
  return path.replace(/^src\//, "").replace(/^((?:features\/)?\w+)(?:\/.*|\.ts)$/, "$1");
}

/** What the folder of a file stands on: `undefined` outside of the wings, `null` if its wing does not list the folder. */
function standsOn(path: string): readonly string[] | null | undefined {
  const wing = WINGS[roomOf(path)];
  return wing && (wing[folderIn(path)] ?? null);
}

/** `sql` for `src/adapters/sql/schema.ts`. */
function folderIn(path: string): string {
  return path.split("/")[2]!;
}
