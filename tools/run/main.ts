/**
 * `deno task test`: runs all stages, or those that are named: `deno task test unit npm`. `deno task test nightly` runs what
 * only the nightly run tests.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { runStages } from "./run_stages.ts";
import { readNightlyStages, readStages, type Stage } from "./stages.ts";

const HELP = `deno task test                 all stages
deno task test <stage> …       some of them
deno task test nightly         what only the nightly run tests
deno task test nightly <stage> … some of its stages
  --repeat <n>   n times, until a run fails
  --load         beside programs that keep each processor busy
  --verbose      prints the whole output of each stage`;

if (import.meta.main) Deno.exit(await main(Deno.args));

async function main(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      repeat: { type: "string", default: "1" },
      load: { type: "boolean", default: false },
      verbose: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return console.log(HELP), 0;
  const stages = await chosenStages(positionals);
  const stopLoad = values.load ? startLoad() : () => {};
  const runs = Number(values.repeat);
  let code = 0;
  for (let run = 1; run <= runs && code === 0; run++) {
    if (runs > 1) console.log(`\nRun ${run} of ${runs}`);
    code = await runStages(stages, { isVerbose: values.verbose });
  }
  stopLoad();
  return code;
}

async function chosenStages(names: readonly string[]): Promise<readonly Stage[]> {
  const [first, ...rest] = names;
  return first === "nightly"
    ? pickStages(await readNightlyStages(), rest)
    : pickStages(await readStages(), names);
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

/** Keeps each processor busy. @returns Ends it. */
function startLoad(): () => void {
  const children = Array.from(
    { length: navigator.hardwareConcurrency },
    () => new Deno.Command(Deno.execPath(), { args: ["eval", "for (;;);"] }).spawn(),
  );
  return () => children.forEach((child) => child.kill("SIGKILL"));
}
