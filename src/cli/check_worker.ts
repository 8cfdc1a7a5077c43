/**
 * Checks the settings of a worker: static files must not answer the pages of the library.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Finding } from "./report.ts";

/** Answers a page that no file is for, in place of the worker: the name and the values of Cloudflare. */
const ANSWERED = /\bnot_found_handling["']?\s*[:=]\s*["'](?:single-page-application|404-page)["']/;

/** Which paths get to the worker first. Text decides, so only what is certain is reported. */
const WORKER_FIRST = /\brun_worker_first\b/;

/** Returns what is wrong with the file of settings; nothing without one. @param path Path of the file. */
export async function workerFindings(path: string | null, basePath: string): Promise<readonly Finding[]> {
  const text = path === null ? "" : (await readFile(path, "utf8")).replace(/^\s*(?:\/\/|#).*$/gm, "");
  if (path === null || !ANSWERED.test(text) || WORKER_FIRST.test(text)) return [];
  return [{
    name: "assets",
    status: "wrong",
    text: `${
      basename(path)
    } has \`not_found_handling\`: a browser that opens a page of the library gets a static file`,
    advice:
      `Write \`run_worker_first = ["${basePath}/*"]\` beside it, with each other path that the worker answers`,
  }];
}
