/**
 * A table of what happens around a sign-in: each flow runs on this library and on `@auth/core`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Application, Library, SharedConfig } from "./_libraries.ts";
import { afterTests } from "../../_after.ts";

/** Opens an application. `provider` has what differs from the default. */
export type Open = (config?: Omit<SharedConfig, "provider"> & { readonly provider?: object }) => Application;

/** Something that users or providers do. */
export interface Flow {
  readonly name: string;
  /** Whether it ends well with this library. */
  readonly ours: boolean;
  /** Whether it ends well with `@auth/core`. */
  readonly theirs: boolean;
  /** Why ours fails where theirs does not, on purpose. */
  readonly deliberate?: string;
  /** What ours lacks so far. The flow runs, and does not fail the test. */
  readonly todo?: string;
  /** Runs it. Throws an `AssertionError` if it does not end well. */
  run(open: Open, library: Library): Promise<void>;
}

/** Declares a test for each flow, and prints the table after them. */
export function testFlows(
  title: string,
  flows: readonly Flow[],
  open: (library: Library, flow: Flow) => Open,
) {
  const lines: string[] = [];
  for (const flow of flows) {
    test(`${title} ends as its table says: ${flow.name}`, async () => {
      const ours = await problemOf("latchkey", flow, open);
      const theirs = await problemOf("auth.js", flow, open);
      const fault = faultOf(flow, ours, theirs);
      const note = fault
        ? `todo, ${flow.todo}: ${fault}`
        : flow.todo
        ? `works now, remove its mark: ${flow.todo}`
        : flow.deliberate && `deliberate: ${flow.deliberate}`;
      const cells = [ours, theirs].map((problem) => (problem === null ? "works" : "fails").padEnd(7));
      lines.push(`  ${cells.join("")}${flow.name}${note ? ` (${note})` : ""}`);
      if (fault && !flow.todo) assert.fail(fault);
    });
  }
  afterTests(() => console.log([`\n${title}: ours, @auth/core, flow`, ...lines].join("\n")));
}

async function problemOf(
  library: Library,
  flow: Flow,
  open: (library: Library, flow: Flow) => Open,
): Promise<string | null> {
  try {
    await flow.run(open(library, flow), library);
    return null;
  } catch (error) {
    // Anything else is a fault of the test.
    if (!(error instanceof assert.AssertionError)) throw error;
    return error.message;
  }
}

function faultOf(flow: Flow, ours: string | null, theirs: string | null): string | null {
  if (ours !== null && theirs === null && !flow.deliberate) return `worse than @auth/core: ${ours}`;
  if ((ours === null) !== flow.ours) return `ours: ${ours ?? "works, and the table says that it fails"}`;
  if ((theirs === null) !== flow.theirs) {
    return `@auth/core: ${theirs ?? "works, and the table says that it fails"}`;
  }
  return null;
}
