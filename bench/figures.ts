/**
 * Figures that need no turns: allocation, requests, import, size. Each is a number for ours and one for theirs.
 *
 * @module
 */

import { bundleSizes, moduleSizes } from "./bundle_size.ts";
import type { Figure } from "./figure.ts";
import { nextRoutes } from "./next_app.ts";
import { allocations, type Subject, subjectOf } from "./plan.ts";
import { type Effort, median } from "./turns.ts";
import { type Pace, runScript, startWorker } from "./worker.ts";

/** The figures, by their names for `--only`. */
export const figures: Readonly<
  Record<string, (directory: string, effort: Effort) => Promise<readonly Figure[]>>
> = {
  "express load": expressLoad,
  allocation,
  requests,
  import: importing,
  size,
  client,
  next: nextRoutes,
};

const MB = 1024 * 1024;
const PACKAGES = { ours: "@latchkey/auth", theirs: "@auth/core" };

/** Nothing is collected while less than this is allocated. */
const LARGE_YOUNG_GENERATION = ["--min-semi-space-size=128", "--max-semi-space-size=128"];

/** Requests per second that a process answers on one core, while a client in another process sends as many as it can. */
async function expressLoad(directory: string, { rounds, ...pace }: Effort): Promise<readonly Figure[]> {
  const subjects = ["latchkey", "bare"] as const;
  const workers = await Promise.all(
    subjects.map((library) => startWorker({ directory }, { ...subjectOf(library, "express page"), ...pace })),
  );
  const rates: number[][] = [[], []];
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [n, worker] of workers.entries()) rates[n]!.push(await worker.ask("rate"));
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
  const [ours, theirs] = rates.map(median) as [number, number];
  return [{
    label: "Express under load: with a session, beside a bare route",
    unit: "1/s",
    ours,
    theirs,
    least: 0.8,
  }];
}

async function allocation(directory: string, pace: Pace): Promise<readonly Figure[]> {
  const found: Figure[] = [];
  for (const { label, operation, must } of allocations) {
    const bytes = (library: Subject["library"]): Promise<number> =>
      askOnce(directory, { ...subjectOf(library, operation), ...pace }, "allocate", LARGE_YOUNG_GENERATION);
    const ours = await bytes("latchkey") / 1000;
    const theirs = await bytes("authjs") / 1000;
    found.push({ label: `allocated, ${label}`, unit: "kB", ours, theirs, must });
  }
  return found;
}

async function requests(directory: string, pace: Pace): Promise<readonly Figure[]> {
  const count = (library: Subject["library"]): Promise<number> =>
    askOnce(directory, { ...subjectOf(library, "oidc callback"), ...pace, warmUp: 0 }, "requests");
  const ours = await count("latchkey");
  const theirs = await count("authjs");
  return [{ label: "requests sent, warm OIDC login", unit: "", ours, theirs, must: 1 }];
}

async function importing(directory: string, { warmUp }: Pace): Promise<readonly Figure[]> {
  type Import = { readonly passed: number; readonly cpu: number; readonly memory: number };
  const ours: Import[] = [];
  const theirs: Import[] = [];
  const times = warmUp < 500 ? 3 : 11; // A short run has no time for more.
  for (let time = 0; time < times; time++) {
    ours.push(await runScript(directory, ["worker/import_time.mjs", PACKAGES.ours]));
    theirs.push(await runScript(directory, ["worker/import_time.mjs", PACKAGES.theirs]));
  }
  const figure = (label: string, unit: string, of: (time: Import) => number, must?: number): Figure => (
    { label, unit, ours: median(ours.map(of)), theirs: median(theirs.map(of)), must }
  );
  return [
    figure("import, time passed", "ms", ({ passed }) => passed, 15),
    figure("import, CPU time", "ms", ({ cpu }) => cpu),
    figure("import, resident memory", "MB", ({ memory }) => memory / MB, 4),
  ];
}

async function size(directory: string): Promise<readonly Figure[]> {
  const ours = await bundleSizes(directory, PACKAGES.ours);
  const theirs = await bundleSizes(directory, PACKAGES.theirs);
  if (ours.markAtOnce + ours.markOnPage === 0) {
    throw new Error("Cannot find the mark of GitHub in the bundle");
  }
  const label = "min+gzip, core + GitHub + jwt";
  return [
    { label, unit: "kB", ours: ours.whole, theirs: theirs.whole, must: 25 },
    {
      label: "  loaded for a session check",
      unit: "kB",
      ours: ours.initial,
      theirs: theirs.initial,
      must: 13,
    },
    { label: "  loaded to sign in with OAuth", unit: "kB", ours: ours.oauth, theirs: theirs.oauth, must: 28 },
    { label: "mark of GitHub, at a session check", unit: "kB", ours: ours.markAtOnce, theirs: NaN, must: 0 },
    { label: "  on the sign-in page", unit: "kB", ours: ours.markOnPage, theirs: NaN, must: 0.6 },
  ];
}

/** The modules for browsers. `@auth/core` has none. */
async function client(directory: string): Promise<readonly Figure[]> {
  const limits = { "./client": 3, "./react": 3.6, "./next/client": 3.6, "./sveltekit/client": 3.1 };
  const found: Figure[] = [];
  let passkeys = 0;
  for (const [path, must] of Object.entries(limits)) {
    const { initial, later } = await moduleSizes(directory, PACKAGES.ours + path.slice(1));
    found.push({ label: `min+gzip, ${path}`, unit: "kB", ours: initial, theirs: NaN, must });
    passkeys = later;
  }
  return [...found, { label: "  loaded to use a passkey", unit: "kB", ours: passkeys, theirs: NaN }];
}

async function askOnce(
  directory: string,
  subject: Subject & Pace,
  command: "allocate" | "requests",
  flags: readonly string[] = [],
): Promise<number> {
  const worker = await startWorker({ directory }, subject, flags);
  try {
    return await worker.ask(command);
  } finally {
    await worker.stop();
  }
}
