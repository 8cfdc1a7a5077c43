/**
 * `deno task test`: runs all stages, or those that are named: `deno task test unit npm`. `deno task test nightly` runs what
 * only the nightly run tests.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { ourselves } from "./report.ts";
import { runStages } from "./run_stages.ts";
import { leftOut } from "./short.ts";
import { racesStage, readNightlyStages, readStages, type Stage } from "./stages.ts";
import { runStep, type Step } from "./step.ts";

const HELP = `deno task test                 what everybody runs; with CI=true, all stages
deno task test <stage> …       some of them, whole
deno task test nightly         what only the nightly run tests
deno task test nightly <stage> … some of its stages
deno task test races           what concerns one account at the same time, in each database
  --seed <n>     the random choices of races, to make them again. Default: others each time
  --repeat <n>   n times, until a run fails
  --load         beside programs that keep each processor busy
  --verbose      prints the whole output of each stage`;

/** The longest time of a timer, in milliseconds: 24 days. */
const LONGEST = 2 ** 31 - 1;

if (import.meta.main) Deno.exit(await main(Deno.args));

async function main(args: readonly string[]): Promise<number> {
  const chosen = await choose(args);
  if (!chosen) return 1;
  const { stages, isHelp, ...options } = chosen;
  if (isHelp) {
    console.log(HELP);
    return 0;
  }
  const code = await runTimes(stages, options);
  if (isShort(options)) console.log(leftOut(ourselves()));
  return code;
}

/** Reads the command line, and finds its stages. Prints a message and returns `undefined` if an argument is wrong. */
async function choose(
  args: readonly string[],
): Promise<Arguments & { readonly stages: readonly Stage[] } | undefined> {
  try {
    const read = readArguments(args);
    return { ...read, stages: await chosenStages(read) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(`${error.message}\n\n${HELP}`);
    return;
  }
}

/** How often stages run, and how. */
interface TimesOptions {
  readonly runs: number;
  readonly hasLoad: boolean;
  readonly isVerbose: boolean;
}

/** The arguments of the command line. */
export interface Arguments extends TimesOptions {
  /** Stages, as they are written. */
  readonly names: readonly string[];
  /** The seed of races. */
  readonly seed: string | undefined;
  readonly isHelp: boolean;
}

/** Reads the command line. @throws {TypeError} if an option is unknown or wrong. */
export function readArguments(args: readonly string[]): Arguments {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      repeat: { type: "string", default: "1" },
      seed: { type: "string" },
      load: { type: "boolean", default: false },
      verbose: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const runs = Number(values.repeat);
  if (!Number.isInteger(runs) || runs < 1) {
    throw new TypeError(`Cannot repeat a run "${values.repeat}" times: --repeat takes a whole number from 1`);
  }
  if (values.seed !== undefined && (positionals[0] !== "races" || !/^\d{1,15}$/.test(values.seed))) {
    throw new TypeError(`Cannot use --seed ${values.seed}: write \`races --seed 7\`, with a whole number`);
  }
  return {
    names: positionals,
    seed: values.seed,
    runs,
    hasLoad: values.load,
    isVerbose: values.verbose,
    isHelp: values.help,
  };
}

async function runTimes(
  stages: readonly Stage[],
  { runs, hasLoad, isVerbose }: TimesOptions,
): Promise<number> {
  const stopLoad = hasLoad ? startLoad() : undefined;
  let code = 0;
  for (let run = 1; run <= runs && code === 0; run++) {
    if (runs > 1) console.log(`\nRun ${run} of ${runs}`);
    code = await runStages(stages, { isVerbose });
  }
  await stopLoad?.();
  return code;
}

async function chosenStages({ names, seed }: Pick<Arguments, "names" | "seed">): Promise<readonly Stage[]> {
  const [first, ...rest] = names;
  if (first === "races") return pickStages([racesStage(seed ?? String(Date.now()))], names);
  return first === "nightly"
    ? pickStages(await readNightlyStages(), rest)
    : pickStages(await readStages({ isShort: isShort({ names }) }), names);
}

/** Whether a run takes only a part of the slow stages: what everybody runs, on no build server. */
function isShort({ names }: { readonly names: readonly string[] }): boolean {
  return names.length === 0 && !Deno.env.get("CI");
}

/** The stages with these names; without names all of them. @throws {TypeError} if there is none with a name. */
export function pickStages(stages: readonly Stage[], names: readonly string[]): readonly Stage[] {
  const unknown = names.find((name) => !stages.some((stage) => stage.name === name));
  if (unknown !== undefined) {
    const all = stages.map(({ name }) => name).join(", ");
    throw new TypeError(`Cannot run the stage "${unknown}": there are ${all}`);
  }
  return names.length ? stages.filter(({ name }) => names.includes(name)) : stages;
}

/** Keeps each processor busy, until it is stopped or Ctrl-C ends all steps. @returns Stops it. */
function startLoad(): () => Promise<unknown> {
  const { promise: late, resolve: stop } = Promise.withResolvers<void>();
  const step: Step = { run: [Deno.execPath(), "eval", "for (;;);"], limit: LONGEST };
  const runs = Array.from(
    { length: navigator.hardwareConcurrency },
    () => runStep(step, { late }),
  );
  return () => {
    stop();
    return Promise.all(runs);
  };
}
