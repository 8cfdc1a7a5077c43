/**
 * Tests of random inputs. If one fails, it names the seed, and `SEED=… deno task t <file>` makes the same choices again.
 *
 * The seed is 1, so that a push fails for what it changes alone; in the nightly run it is the day, such as 20261122. An
 * input that has failed once becomes a row of a test of its own, which each run tries.
 *
 * @module
 */

import process from "node:process";
import { isNightly } from "./_nightly.ts";
import { createRandom, type Random } from "./_random.ts";

/** The seed of this run. */
const SEED: number = readSeed();

/** Makes the body of a test of random inputs. Each part of a test that has several makes other choices. */
export function seeded(
  run: (random: Random) => void | Promise<void>,
  { part = 0 }: { readonly part?: number } = {},
): () => Promise<void> {
  return async () => {
    try {
      await run(createRandom(Math.imul(SEED, 10_007) + part));
    } catch (error) {
      const again = `${isNightly ? "NIGHTLY=true " : ""}SEED=${SEED}`;
      throw new Error(`failed with random inputs: repeat them with ${again}`, { cause: error });
    }
  };
}

function readSeed(): number {
  const given = process.env.SEED ??
    (isNightly ? new Date().toISOString().slice(0, 10).replaceAll("-", "") : "1");
  if (!/^\d{1,15}$/.test(given)) throw new TypeError(`Cannot use SEED "${given}": write a whole number`);
  // The log of a run that never ends, or that is killed, names the seed too.
  if (given !== "1") console.log(`SEED=${given}`);
  return Number(given);
}
