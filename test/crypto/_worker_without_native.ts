/**
 * A thread whose `process` gives out no built-in modules, like a runtime that has none.
 *
 * @module
 */

import process from "node:process";
import { parentPort, workerData } from "node:worker_threads";

Object.defineProperty(process, "getBuiltinModule", { value: undefined });
// Loaded here, as `crypto/native.ts` looks when it is loaded.
const { go } = await import("./_ways.ts");
parentPort!.postMessage(await go(workerData));
