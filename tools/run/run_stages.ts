/**
 * Runs stages side by side, shows how far they are, and adds up what they counted.
 *
 * @module
 */

import { root } from "../exports.ts";
import { runLanes } from "./lanes.ts";
import { Progress } from "./progress.ts";
import { readPasts, writePasts } from "./pasts.ts";
import { type Done, printBegin, printEnd, printSummary, showLine } from "./report.ts";
import { BUILD, type Stage } from "./stages.ts";
import { type Result, runStep, type Step, sum } from "./step.ts";

/** How stages run. */
export interface RunOptions {
  /** Whether the whole output of each stage is printed. It is in `.work/log` anyway. */
  readonly isVerbose?: boolean;
  /** Whether these are parts of stages, whose times say nothing of the next run. */
  readonly isPart?: boolean;
}

/** How many stages run at the same time. Each waits now and then, or has a program that uses one processor. */
const LANES = Math.min(4, navigator.hardwareConcurrency + 1);

const LOGS = new URL(".work/log/", root);

/** Runs stages. @returns The exit code: 1 if a test failed. */
export async function runStages(
  stages: readonly Stage[],
  { isVerbose = false, isPart = false }: RunOptions = {},
): Promise<number> {
  const start = performance.now();
  await Deno.mkdir(LOGS, { recursive: true });
  const pasts = isPart ? {} : await readPasts();
  const progress = new Progress(pasts);
  const stopLine = showLine(() => progress.line());
  const shared = new Map<Step, Promise<Result>>();
  const done = await runLanes(stages, {
    lanes: LANES,
    async run(stage) {
      printBegin(stage.name, pasts[stage.name]);
      progress.begin(stage.name);
      const log = await Deno.create(new URL(`${stage.name.replaceAll(" ", "_")}.txt`, LOGS));
      const onOutput = (part: string) => {
        log.writeSync(new TextEncoder().encode(part));
        if (isVerbose) console.log(part);
        progress.read(stage.name, part);
      };
      const result = await runStage(stage, { shared, onOutput });
      log.close();
      progress.end(stage.name);
      printEnd(result);
      return result;
    },
  });
  stopLine();
  if (!isPart) await writePasts(done);
  printSummary(done, (performance.now() - start) / 1000);
  return done.some(({ result }) => result.failed) ? 1 : 0;
}

interface StageOptions {
  /** Steps that several stages have, and that run once. */
  readonly shared: Map<Step, Promise<Result>>;
  readonly onOutput: (part: string) => void;
}

async function runStage({ name, steps }: Stage, { shared, onOutput }: StageOptions): Promise<Done> {
  const start = performance.now();
  const results: Result[] = [];
  for (const step of steps) {
    const isRepeated = shared.has(step);
    if (step === BUILD && !isRepeated) shared.set(step, runStep(step, { onOutput }));
    const result = await (shared.get(step) ?? runStep(step, { onOutput }));
    // It is counted once, unless it stops this stage too.
    if (!isRepeated || result.failed) results.push(result);
    // The next steps need it.
    if (result.failed && !step.counts) break;
  }
  return { name, result: sum(results), seconds: (performance.now() - start) / 1000 };
}
