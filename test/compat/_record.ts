/**
 * The record of `@auth/core` in `test/compat/recorded`. Its version and those of the packages around it are pinned, so that
 * it does the same in each run: a run installs and starts our library only, and compares it with the record. The nightly run
 * starts theirs as well, and compares it with the record. `UPDATE_GOLDEN=1` writes the record, and needs all databases.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { afterTests } from "../_after.ts";
import { isNightly } from "../_nightly.ts";
import { installTree, PEER, type Side, type Wanted } from "./_trees.ts";

/** Something of each side that runs. @throws {Error} for a side that does not run. */
export type BySide<T> = (side: Side) => T;

/** The record of a test file. */
export interface TheirRecord {
  /** The names of an area's results. */
  namesOf(area: string): readonly string[];
  /**
   * Reads a result of theirs.
   *
   * @param result Its area and its name.
   * @param compute Computes it where theirs runs.
   * @throws {Error} if it is not what the record says.
   */
  recall(result: readonly [area: string, name: string], compute: () => Promise<string>): Promise<string>;
}

/** Area → name → result. */
type Results = Record<string, Record<string, string>>;

/** A file of `test/compat/recorded`. */
interface Recorded {
  /** Package → version. */
  readonly versions: Readonly<Record<string, string>>;
  /** Each name once, with all areas that have the same result by that name. */
  readonly groups: readonly { readonly areas: readonly string[]; readonly results: Results[string] }[];
}

/** Whether this run writes the record. */
export const isRecording: boolean = Deno.env.get("UPDATE_GOLDEN") !== undefined;

/** The sides that run here, ours first. */
export const SIDES_HERE: readonly Side[] = isNightly || isRecording ? ["ours", "theirs"] : ["ours"];

/** Does something on each side that runs here, at once. */
export async function onSides<T>(act: (side: Side) => Promise<T>): Promise<BySide<T>> {
  const entries = SIDES_HERE.map(async (side) => [side, { value: await act(side) }] as const);
  const results = new Map(await Promise.all(entries));
  return (side) => {
    const found = results.get(side);
    assert.ok(found, `"${side}" does not run here`);
    return found.value;
  };
}

/** Installs the tree of each side that runs here. @returns Their folders. */
export async function installSides(wanted: Wanted): Promise<BySide<string>> {
  return await onSides((side) => installTree(wanted, side));
}

/** Opens a record. @param name Its file. @param wanted The packages that theirs runs with. */
export async function openRecord(name: string, wanted: Omit<Wanted, "name">): Promise<TheirRecord> {
  const versions = { "@auth/core": PEER, ...wanted.packages, ...wanted.only?.theirs };
  const file = new URL(`recorded/${name}.json`, import.meta.url);
  const results = isRecording ? recordLater(file, versions) : await readRecord(file, versions);
  return {
    namesOf: (area) => Object.keys(results[area] ?? {}),
    async recall([area, name], compute) {
      if (isRecording) return (results[area] ??= {})[name] = await compute();
      const recorded = results[area]?.[name];
      assert.ok(recorded !== undefined, `The record has no "${name}" of "${area}": ${WRITE}`);
      if (isNightly) assert.equal(await compute(), recorded, `The record differs from theirs: ${WRITE}`);
      return recorded;
    },
  };
}

const WRITE = "run it with UPDATE_GOLDEN=1, and read what has changed";

async function readRecord(file: URL, versions: Recorded["versions"]): Promise<Results> {
  const recorded: Recorded = JSON.parse(await readFile(file, "utf8"));
  assert.deepEqual(recorded.versions, versions, `The record is of other versions: ${WRITE}`);
  const all: Results = {};
  for (const { areas, results } of recorded.groups) {
    for (const area of areas) all[area] = { ...all[area], ...results };
  }
  return all;
}

/** An empty record, which is written after the tests. */
function recordLater(file: URL, versions: Recorded["versions"]): Results {
  const results: Results = {};
  afterTests(async () => {
    const recorded: Recorded = { versions, groups: groupsOf(results) };
    await mkdir(new URL(".", file), { recursive: true });
    await writeFile(file, `${JSON.stringify(recorded, null, 2)}\n`);
  });
  return results;
}

function groupsOf(results: Results): Recorded["groups"] {
  const rows = Object.entries(results).flatMap(([area, named]) =>
    Object.entries(named).map(([name, result]) => ({ area, name, result }))
  );
  const byRow = Map.groupBy(rows, ({ name, result }) => JSON.stringify([name, result]));
  const byAreas = Map.groupBy(byRow.values(), (same) => JSON.stringify(same.map(({ area }) => area)));
  return [...byAreas].map(([areas, groups]) => ({
    areas: JSON.parse(areas),
    results: Object.fromEntries(groups.map(([{ name, result } = assert.fail()]) => [name, result])),
  }));
}
