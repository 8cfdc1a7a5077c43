/**
 * The Node that builds applications of frameworks, and the site of the documentation.
 *
 * @module
 */

import { isNightly } from "../_nightly.ts";
import { install, obstacle } from "./install.ts";
import { nodeBinary } from "./runtimes.ts";

/**
 * Node 24 builds in three quarters of the processor time that Node 20 takes. The nightly run builds with the Node of this
 * computer, which starts what is built in each run.
 */
export async function builder(): Promise<string> {
  if (isNightly || obstacle !== null) return "node";
  await install();
  return nodeBinary("node24");
}
