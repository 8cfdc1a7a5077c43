/**
 * Runs the worker, and starts it again when a mutant has ended it.
 *
 * @module
 */

import { createInterface } from "node:readline";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { root } from "../exports.ts";
import type { Bundle } from "./bundle.ts";
import type { Report } from "./worker.ts";

/** The fate of a mutant. */
export type Fate = Exclude<Report, { readonly kind: "begun" | "broken" }>;

/** Milliseconds without a report, after which the worker hangs: a test takes milliseconds. */
const LONGEST_SILENCE = 300_000;

/** How often a worker is started that a signal ends before its first report: the runtime itself has failed. */
const STARTS = 3;

/**
 * Runs the tests of a bundle with each of its mutants.
 *
 * @throws {Error} when a test fails without a mutant.
 */
export async function runMutants({ folder, mutants }: Bundle): Promise<ReadonlyMap<string, Fate>> {
  const fates = new Map<string, Fate>();
  for (let starts = 1;; starts++) {
    const left = mutants.map(({ id }) => id).filter((id) => !fates.has(id));
    if (!left.length) return fates;
    const { begun, errors, signal } = await runWorker([`${folder}/plan.json`, ...left], fates);
    if (begun === undefined) {
      if (signal !== null && !errors && starts < STARTS) continue;
      throw new Error(`Cannot run the tests of ${folder} (${signal ?? "no signal"}):\n${errors}`);
    }
    // The tests waited for something that does not happen, or ended the process.
    if (!fates.has(begun)) fates.set(begun, { kind: "killed", id: begun, test: "(the process ended)" });
  }
}

async function runWorker(
  args: readonly string[],
  fates: Map<string, Fate>,
): Promise<{
  readonly begun: string | undefined;
  readonly errors: string;
  /** What ended the process; `null` if it has ended itself. */
  readonly signal: NodeJS.Signals | null;
}> {
  const program = ["run", "-A", "--no-check", "--unstable-kv", "--lock=deno.lock"];
  const worker = spawn(Deno.execPath(), [...program, "tools/mutants/worker.ts", ...args], {
    cwd: fileURLToPath(root),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  worker.stderr.on("data", (text) => errors += text);
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    worker.on("close", (_code, signal) => resolve(signal))
  );
  let begun: string | undefined;
  const end = () => worker.kill("SIGKILL");
  let silence = setTimeout(end, LONGEST_SILENCE);
  for await (const line of createInterface(worker.stdout)) {
    clearTimeout(silence);
    silence = setTimeout(end, LONGEST_SILENCE);
    const report: Report = JSON.parse(line);
    if (report.kind === "broken") errors += `${report.test}\n${report.error}`;
    else if (report.kind === "begun") begun = report.id;
    else fates.set(report.id, report);
  }
  clearTimeout(silence);
  return { begun, errors, signal: await ended };
}
