import { defineConfig } from "vitest/config";

export default defineConfig({
  // Type checks and package linters are programs of their own, and two at a time are enough for two cores. Each needs
  // some seconds of a core: the limit ends what hangs, also on a machine with other work.
  test: { include: ["*.test.ts"], testTimeout: 300_000, maxWorkers: 2, maxConcurrency: 2 },
});
