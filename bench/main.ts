/**
 * `deno task bench`: what this library costs beside `@auth/core`, on Node, from packages, in one run.
 *
 * - `--quick`: shorter, to see that everything still runs; its figures are rough.
 * - `--only=name`: a part, as named in `plan.ts` or `figures.ts`; may be repeated.
 * - `--package=path.tgz`: another tarball of ours, of an earlier version for instance.
 *
 * CPU time (user and system, all threads) of one run, once the code is compiled; medians; a ratio is the median of the
 * ratios of the rounds. The floor is the same `Request` and `Response` with bare cryptography and no library.
 * The exit code is 1 if an answer was wrong. Goals that are missed do not change it.
 *
 * @module
 */

import type { Figure } from "./figure.ts";
import { figures } from "./figures.ts";
import { install, PEER } from "./install.ts";
import { type Group, groups } from "./plan.ts";
import { alignTable, decimals, digits, type Table, verdict } from "./table.ts";
import { type Effort, type Measured, takeTurns } from "./turns.ts";
import { nodeVersion } from "./worker.ts";

const FULL: Effort = { rounds: 9, batch: 100, warmUp: 1000 };
const QUICK: Effort = { rounds: 3, batch: 30, warmUp: 100 };
const HEADS: Readonly<Record<Group["section"], readonly [string, string, string]>> = {
  "side by side": ["CPU time of one run", "ours", "theirs"],
  "over http": ["CPU time over node:http", "ours", "bare server"],
  "through express": ["CPU time through Express", "ours", "@auth/express"],
  growth: ["Growth", "many", "one"],
  noise: ["Noise", "one", "other"],
};

await main(Deno.args);

/** All results. */
interface Report {
  readonly sections: ReadonlyMap<Group["section"], readonly Measured[]>;
  readonly others: readonly Figure[];
  /** Where an answer was wrong, and how. */
  readonly failures: readonly string[];
}

async function main(args: readonly string[]): Promise<void> {
  const valuesOf = (name: string): string[] =>
    args.filter((arg) => arg.startsWith(`--${name}=`)).map((arg) => arg.slice(name.length + 3));
  const wanted = namesOf(valuesOf("only"));
  const effort = args.includes("--quick") ? QUICK : FULL;
  const directory = await install(valuesOf("package")[0]);
  const start = performance.now();
  const title = `@latchkey/auth beside ${PEER} · Node ${await nodeVersion(directory)}`;
  console.log(title);

  const report = await measureAll(directory, wanted, effort);
  print(report);
  console.log(`\n${Math.round((performance.now() - start) / 1000)} s. Also in .work/bench/report.json.`);

  const { sections, ...rest } = report;
  const json = { title, date: new Date().toISOString(), effort, ...Object.fromEntries(sections), ...rest };
  await Deno.writeTextFile(`${directory}/report.json`, JSON.stringify(json, null, 2));
  if (report.failures.length > 0) Deno.exit(1);
}

/** The parts that are wanted: all unless some are named. */
function namesOf(only: readonly string[]): ReadonlySet<string> {
  const names = new Set([...groups.map(({ name }) => name), ...Object.keys(figures)]);
  const unknown = only.find((name) => !names.has(name));
  if (unknown === undefined) return only.length > 0 ? new Set(only) : names;
  throw new TypeError(`Cannot measure "${unknown}": there are ${[...names].join(", ")}`);
}

async function measureAll(directory: string, wanted: ReadonlySet<string>, effort: Effort): Promise<Report> {
  const sections = new Map<Group["section"], readonly Measured[]>();
  const others: Figure[] = [];
  const failures: string[] = [];
  for (const group of groups.filter(({ name }) => wanted.has(name))) {
    const result = await takeTurns(directory, group, effort);
    sections.set(group.section, [...sections.get(group.section) ?? [], ...result.measured]);
    failures.push(...Object.entries(result.failures).map(([key, why]) => `${group.name}, ${key}: ${why}`));
    if (Deno.stderr.isTerminal()) await Deno.stderr.write(new TextEncoder().encode("."));
  }
  for (const [name, find] of Object.entries(figures).filter(([name]) => wanted.has(name))) {
    await find(directory, effort).then(
      (found) => others.push(...found),
      (error) => failures.push(`${name}: ${error}`),
    );
  }
  return { sections, others, failures };
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
  if (section !== "side by side" && section !== "through express") {
    return [head, ...measured.map(comparisonCells)];
  }
  return [
    [...head, "floor µs", "ours ÷ floor"],
    ...measured.map((row) => [
      ...comparisonCells(row),
      digits(row.timeOfFloor),
      decimals(row.time / row.timeOfFloor),
    ]),
  ];
}

function comparisonCells(row: Measured): readonly string[] {
  const { label, time, timeAgainst, ratio, must } = row;
  const judged = isOutOfReach(row) ? "out of reach" : verdict(ratio, must);
  return [label, digits(time), digits(timeAgainst), decimals(ratio), decimals(must), judged];
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
