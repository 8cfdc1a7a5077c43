/**
 * How long each stage took when it was green the last time, on this machine: `.work/times.json`.
 *
 * @module
 */

import { root } from "../exports.ts";
import type { Pasts } from "./progress.ts";
import type { Done } from "./report.ts";

const FILE = new URL(".work/times.json", root);

/** Reads the times of the last runs. */
export async function readPasts(): Promise<Pasts> {
  try {
    return JSON.parse(await Deno.readTextFile(FILE));
  } catch {
    // No run before this one.
    return {};
  }
}

/** Adds the times of the stages that were green. */
export async function writePasts(done: readonly Done[]): Promise<void> {
  const green = done.filter(({ result }) => !result.failed);
  const times = green.map(({ name, seconds, result }) => [name, { seconds, tests: result.passed }] as const);
  const all = { ...await readPasts(), ...Object.fromEntries(times) };
  await Deno.writeTextFile(FILE, JSON.stringify(all, null, 2));
}
