import { defineConfig } from "vitest/config";

export default defineConfig({
  // Type checks and package linters are programs of their own, and two at a time are enough for two cores.
  test: { include: ["*.test.ts"], testTimeout: 60_000, maxWorkers: 2, maxConcurrency: 2 },
});
