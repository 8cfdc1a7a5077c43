/**
 * The cost that all answers to a password have in common: for an unknown user, and for each stored hash.
 *
 * @module
 */

import { type Cost, isOffered, type ScryptCost } from "../../crypto/password_cost.ts";
import { costOf, parametersOf, parseHash, type StoredHash, workOf } from "../../crypto/stored_hash.ts";
import { setNewest } from "../../values/newest.ts";
import type { Setup } from "../../setup/setup.ts";
import type { PasswordProvider } from "./types.ts";

/**
 * By newest secret and provider, whose config may be made for each request: the cost of the costliest hash that this process has
 * met, if that is more than the config says.
 */
const costliest = new Map<string, Cost>();

/** How many are remembered. Secrets can change while a process runs. */
const MOST = 64;

/**
 * Returns the cost up to which a hash is filled up: that of the config or, once a hash that costs more was met, that of this
 * hash. Its own answer took longer then, and told that its user exists: no later one does.
 *
 * @param hash The stored hash, in PHC format; `null` without one.
 */
export function commonCost(
  hash: string | null,
  { id, cost }: Pick<PasswordProvider, "id" | "cost">,
  { secrets, logger }: Pick<Setup, "secrets" | "logger">,
): Cost {
  const key = JSON.stringify([id, secrets[0]]);
  const configured = costOf(cost ?? {});
  const met = costliest.get(key);
  const known = met && workOf(met) > workOf(configured) ? met : configured;
  const stored = hash === null ? null : readOrNull(hash);
  if (!stored || workOf(stored.cost, stored.hash.length) <= workOf(known)) return known;
  const raised = costThatCovers(stored, configured);
  setNewest(costliest, [key, raised], MOST);
  const [found, own, line] = [parametersOf(stored.cost), parametersOf(configured), written(raised)];
  logger.warn(
    `costly-password-hash: provider "${id}" has compared a password with a hash of ${found}, which costs more than its \`cost\` ` +
      `of ${own}: the time of that answer told that its user exists. From now on, all answers of this process take as long. For ` +
      `those of the next one, write \`Password({ cost: ${line} })\``,
  );
  return raised;
}

/** Nothing is computed for a hash that is refused: its user gets the work of an unknown one. */
function readOrNull(hash: string): StoredHash | null {
  try {
    return parseHash(hash);
  } catch {
    return null;
  }
}

/**
 * A cost of at least the same work, which a config may have: that of the hash itself, unless new hashes would need less memory
 * than today's, or more than there is.
 */
function costThatCovers({ cost, hash }: StoredHash, configured: Cost): Cost {
  const usual = costOf({ algorithm: "scrypt" }) as ScryptCost;
  const base = configured.algorithm === "scrypt" ? configured : usual;
  const isStrong = cost.algorithm === "scrypt" && blockOf(cost) >= blockOf(base);
  const work = workOf(cost, hash.length);
  const filled = [base, usual].map((each) => ({ ...each, p: Math.ceil(work / blockOf(each)) }));
  return [...isStrong ? [cost] : [], ...filled].find(isOffered) ?? usual;
}

/** The rounds of one block, on which the memory depends as well. */
function blockOf({ ln, r }: ScryptCost): number {
  return 2 ** ln * r;
}

/** As a config has it, without what is the default. */
function written(cost: Cost): string {
  if (cost.algorithm !== "scrypt") {
    return `{ algorithm: "${cost.algorithm}", iterations: ${cost.iterations} }`;
  }
  const { ln, r, p } = cost;
  return `{ ln: ${ln}${r === 8 ? "" : `, r: ${r}`}${p === 1 ? "" : `, p: ${p}`} }`;
}
