export default defineNuxtConfig({
  compatibilityDate: "2026-07-01",
  telemetry: false,
  // No test reads source maps, or the sizes in the output: both take an eighth of the processor time of a build.
  sourcemap: false,
  nitro: { logging: { compressedSizes: false } },
  routeRules: {
    "/cached": { swr: 60 },
    "/built": { prerender: true },
  },
});
