export default defineNuxtConfig({
  compatibilityDate: "2026-07-01",
  telemetry: false,
  // No test reads source maps, or the sizes in the output: both take an eighth of the processor time of a build.
  sourcemap: false,
  // The target as the page says, for `await` at the top of server/auth.ts.
  nitro: { logging: { compressedSizes: false }, esbuild: { options: { target: "es2022" } } },
  routeRules: {
    "/cached": { swr: 60 },
    "/built": { prerender: true },
  },
});
