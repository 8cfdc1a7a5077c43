/**
 * `deno task bench`: what this library costs beside `@auth/core`, on Node, from packages, in one run.
 *
 * - `--quick`: shorter, to see that everything still runs; its figures are rough.
 * - `--only=name`: a part, as named in `plan.ts` or `figures.ts`; may be repeated.
 * - `--package=path.tgz`: another tarball of ours, of an earlier version for instance.
 *
 * CPU time (user and system, all threads) of one run; medians; a ratio is the median of the ratios of the rounds.
 * The exit code tells whether all answers were right, never whether a figure was good.
 *
 * @module
 */

import { type Figure, figures } from "./figures.ts";
import { install, PEER } from "./install.ts";
import { type Group, groups } from "./plan.ts";
import { alignTable, decimals, digits, type Table, verdict } from "./table.ts";
import { type Effort, type Measured, takeTurns } from "./turns.ts";
import { nodeVersion } from "./worker.ts";

const FULL: Effort = { rounds: 9, batch: 100, warmUp: 1000 };
const QUICK: Effort = { rounds: 3, batch: 30, warmUp: 100 };
const HEADS: Readonly<Record<Group["section"], readonly [string, string, string]>> = {
  "side by side": ["CPU time of one run", "ours", "theirs"],
  growth: ["Growth", "many", "one"],
  noise: ["Noise", "one", "other"],
};

await main(Deno.args);

async function main(args: readonly string[]): Promise<void> {
  const only = args.filter((arg) => arg.startsWith("--only=")).map((arg) => arg.slice(7));
  const wanted = (name: string): boolean => only.length === 0 || only.includes(name);
  const names = [...new Set(groups.map(({ name }) => name)), ...Object.keys(figures)];
  if (only.some((name) => !names.includes(name))) {
    throw new TypeError(`--only takes one of: ${names.join(", ")}`);
  }
  const effort = args.includes("--quick") ? QUICK : FULL;
  const directory = await install(args.find((arg) => arg.startsWith("--package="))?.slice(10));
  const start = performance.now();
  const title = `@latchkey/auth beside ${PEER} · Node ${await nodeVersion(directory)}`;
  console.log(title);

  const failures: string[] = [];
  const sections = new Map<Group["section"], Measured[]>();
  for (const group of groups.filter(({ name }) => wanted(name))) {
    const result = await takeTurns(directory, group, effort);
    for (const [key, reason] of Object.entries(result.failures)) {
      failures.push(`${group.name}, ${key}: ${reason}`);
    }
    sections.set(group.section, [...sections.get(group.section) ?? [], ...result.measured]);
    if (Deno.stderr.isTerminal()) await Deno.stderr.write(new TextEncoder().encode("."));
  }
  const others: Figure[] = [];
  for (const [name, find] of Object.entries(figures).filter(([name]) => wanted(name))) {
    try {
      others.push(...await find(directory, effort));
    } catch (error) {
      failures.push(`${name}: ${error}`);
    }
  }

  for (const [section, measured] of sections) {
    console.log(`\n${alignTable(comparisonTable(section, measured))}`);
    if (measured.some(isOutOfReach)) console.log("out of reach: the floor itself is above the goal");
  }
  if (others.length > 0) console.log(`\n${alignTable(figureTable(others))}`);
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`\n${seconds} s. Also in .work/bench/report.json.`);
  const report = {
    title,
    date: new Date().toISOString(),
    effort,
    ...Object.fromEntries(sections),
    others,
    failures,
  };
  await Deno.writeTextFile(`${directory}/report.json`, JSON.stringify(report, null, 2));
  for (const failure of failures) console.error(`WRONG ${failure}`);
  if (failures.length > 0) Deno.exit(1);
}

function comparisonTable(section: Group["section"], measured: readonly Measured[]): Table {
  const [label, first, second] = HEADS[section];
  const head = [label, `${first} µs`, `${second} µs`, "ratio", "must", ""];
  if (section !== "side by side") return [head, ...measured.map(comparisonCells)];
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

/** Whether the least that anybody can do costs more than the goal allows. */
function isOutOfReach({ timeOfFloor, timeAgainst, must = Infinity }: Measured): boolean {
  return timeOfFloor / timeAgainst > must;
}

function figureTable(others: readonly Figure[]): Table {
  return [
    ["Other figures", "", "ours", "theirs", "ratio", "must", ""],
    ...others.map(({ label, unit, ours, theirs, must }) => [
      label,
      unit,
      digits(ours),
      digits(theirs),
      decimals(ours / theirs),
      must === undefined ? "" : String(must),
      verdict(ours, must),
    ]),
  ];
}
