/**
 * Checks the types of an application with those of its framework.
 *
 * @module
 */

import { test } from "node:test";
import { run } from "../_run.ts";

/**
 * Defines a test that runs TypeScript 5.9.3 in the folder of an application.
 *
 * @param projects Its `tsconfig.json`, and others if files extend the same types of the framework differently.
 */
export function checkTypes(framework: string, folder: string, projects = ["tsconfig.json"]): void {
  test(`The types of ${framework} and of its integration fit together`, async () => {
    for (const project of projects) {
      await run(folder, "node", ["node_modules/typescript/bin/tsc", "-p", project]);
    }
  });
}
