/**
 * A fresh process that imports core, one provider and `./jwt` of the package named by its argument, and writes what
 * that took: milliseconds passed, milliseconds of CPU time, bytes of resident memory.
 *
 * @module
 */

import process from "node:process";

const specifier = process.argv[2];
const memory = process.memoryUsage.rss();
const cpu = process.cpuUsage();
const start = performance.now();
await import(specifier);
await import(`${specifier}/providers/github`);
await import(`${specifier}/jwt`);
const passed = performance.now() - start;
const { user, system } = process.cpuUsage(cpu);
const grown = process.memoryUsage.rss() - memory;
process.stdout.write(JSON.stringify({ passed, cpu: (user + system) / 1000, memory: grown }));
