/**
 * `deno task bench`: what this library costs beside a floor and beside its peers, from packages, in one run.
 *
 * - `--quick`: shorter, to see that everything still runs; its figures are rough.
 * - `--only=name`: a part, as named in `plan.ts` or `figures.ts`; may be repeated.
 * - `--on=node24`: on this runtime in place of the Node on the path; may be repeated. `--on=all` is Node 20, 22, 24 and 26,
 *   Bun and Deno. A path is a Node. Without `--only`, it measures what depends on the runtime: servers and tokens.
 * - `--package=path.tgz`: another tarball of ours, of an earlier version for instance.
 *
 * CPU time (user and system, all threads) of one run, once the code is compiled; medians; a ratio is the median of the
 * ratios of the rounds. A floor is the same work on the same server with bare cryptography and no library, so a ratio to it
 * says what the library costs; a ratio to a bare server says how fast the server is.
 * The exit code is 1 if an answer was wrong. Goals that are missed do not change it.
 *
 * @module
 */

import type { Figure } from "./figure.ts";
import { figures } from "./figures.ts";
import { install, OTHER_PEER, PEER } from "./install.ts";
import { type Group, groups } from "./plan.ts";
import { alignTable, decimals, digits, type Table, verdict } from "./table.ts";
import { findRuntimes, nodeOnPath } from "./runtimes.ts";
import { type Effort, type Measured, takeTurns } from "./turns.ts";
import type { Place } from "./worker.ts";

const FULL: Effort = { rounds: 9, batch: 100, warmUp: 1000, leastRuns: 25_000 };
const QUICK: Effort = { rounds: 3, batch: 30, warmUp: 100, leastRuns: 500 };
const HEADS: Readonly<Record<Group["section"], readonly [string, string, string]>> = {
  "side by side": ["CPU time of one run", "ours", "theirs"],
  "over http": ["CPU time over node:http", "first", "second"],
  "through express": ["CPU time through Express", "first", "second"],
  growth: ["Growth", "many", "one"],
  noise: ["Noise", "one", "other"],
};

await main(Deno.args);

/** All results on one runtime. */
interface Report {
  /** The runtime. */
  readonly runtime: string;
  readonly sections: ReadonlyMap<Group["section"], readonly Measured[]>;
  readonly others: readonly Figure[];
  /** Where an answer was wrong, and how. */
  readonly failures: readonly string[];
}

async function main(args: readonly string[]): Promise<void> {
  const valuesOf = (name: string): string[] =>
    args.filter((arg) => arg.startsWith(`--${name}=`)).map((arg) => arg.slice(name.length + 3));
  const [only, on] = [valuesOf("only"), valuesOf("on")];
  const wanted = namesOf(only, on);
  const effort = args.includes("--quick") ? QUICK : FULL;
  const directory = await install(valuesOf("package")[0]);
  const start = performance.now();
  const runtimes = on.length > 0 ? await findRuntimes(on, `${directory}_runtimes`) : [await nodeOnPath()];
  console.log(`@latchkey/auth beside ${PEER} and ${OTHER_PEER}`);

  const reports: Report[] = [];
  for (const runtime of runtimes) {
    console.log(`\n== ${runtime.name}`);
    const report = await measureAll({ directory, runtime }, wanted, effort);
    print(report);
    reports.push(report);
  }
  console.log(`\n${Math.round((performance.now() - start) / 1000)} s. Also in .work/bench/report.json.`);
  await Deno.writeTextFile(`${directory}/report.json`, toJson(reports, effort));
  if (reports.some(({ failures }) => failures.length > 0)) Deno.exit(1);
}

function toJson(reports: readonly Report[], effort: Effort): string {
  const runtimes = reports.map(({ sections, ...rest }) => ({ ...rest, ...Object.fromEntries(sections) }));
  return JSON.stringify({ date: new Date().toISOString(), effort, runtimes }, null, 2);
}

/** The parts that are wanted: those that are named, or all; with `--on` all that depend on the runtime. */
function namesOf(only: readonly string[], on: readonly string[]): ReadonlySet<string> {
  const names = new Set([...groups.map(({ name }) => name), ...Object.keys(figures)]);
  const unknown = only.find((name) => !names.has(name));
  if (unknown !== undefined) {
    throw new TypeError(`Cannot measure "${unknown}": there are ${[...names].join(", ")}`);
  }
  if (only.length > 0) return new Set(only);
  return on.length > 0
    ? new Set(groups.filter(({ everywhere }) => everywhere).map(({ name }) => name))
    : names;
}

async function measureAll(
  place: Required<Place>,
  wanted: ReadonlySet<string>,
  effort: Effort,
): Promise<Report> {
  const sections = new Map<Group["section"], readonly Measured[]>();
  const others: Figure[] = [];
  const failures: string[] = [];
  for (const group of groups.filter(({ name }) => wanted.has(name))) {
    const result = await takeTurns(place, group, effort);
    sections.set(group.section, [...sections.get(group.section) ?? [], ...result.measured]);
    failures.push(...Object.entries(result.failures).map(([key, why]) => `${group.name}, ${key}: ${why}`));
    if (Deno.stderr.isTerminal()) await Deno.stderr.write(new TextEncoder().encode("."));
  }
  for (const [name, find] of Object.entries(figures).filter(([name]) => wanted.has(name))) {
    await find(place.directory, effort).then(
      (found) => others.push(...found),
      (error) => failures.push(`${name}: ${error}`),
    );
  }
  return { runtime: place.runtime.name, sections, others, failures };
}

function print({ sections, others, failures }: Report): void {
  for (const [section, measured] of sections) {
    console.log(`\n${alignTable(comparisonTable(section, measured))}`);
    if (measured.some(isOutOfReach)) console.log("out of reach: the floor itself is above the goal");
  }
  if (others.length > 0) console.log(`\n${alignTable(figureTable(others))}`);
  for (const failure of failures) console.error(`\nWRONG ${failure}`);
}

function comparisonTable(section: Group["section"], measured: readonly Measured[]): Table {
  const [label, first, second] = HEADS[section];
  const head = [label, `${first} µs`, `${second} µs`, "ratio", "must", ""];
  if (section !== "side by side") return [head, ...measured.map(comparisonCells)];
  return [
    [...head, "floor µs", "ours ÷ floor", "must", ""],
    ...measured.map((row) => [...comparisonCells(row), ...floorCells(row)]),
  ];
}

function comparisonCells(row: Measured): readonly string[] {
  const { label, time, timeAgainst, ratio, must } = row;
  const judged = isOutOfReach(row) ? "out of reach" : verdict(ratio, must);
  return [label, digits(time), digits(timeAgainst), decimals(ratio), decimals(must), judged];
}

function floorCells({ time, timeOfFloor, mustOfFloor }: Measured): readonly string[] {
  const ratio = time / timeOfFloor;
  return [digits(timeOfFloor), decimals(ratio), decimals(mustOfFloor), verdict(ratio, mustOfFloor)];
}

/** Returns whether the same work without a library costs more than the goal allows. */
function isOutOfReach({ timeOfFloor, timeAgainst, must = Infinity }: Measured): boolean {
  return timeOfFloor / timeAgainst > must;
}

function figureTable(others: readonly Figure[]): Table {
  return [
    ["Other figures", "", "ours", "theirs", "ratio", "must", ""],
    ...others.map(({ label, unit, ours, theirs, must, least }) => [
      label,
      unit,
      digits(ours),
      digits(theirs),
      decimals(ours / theirs),
      must === undefined ? least === undefined ? "" : `≥ ${least}` : String(must),
      least === undefined ? verdict(ours, must) : verdict(least, ours / theirs),
    ]),
  ];
}
