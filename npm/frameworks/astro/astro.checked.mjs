import { defineConfig } from "astro/config";
import config from "./astro.config.mjs";

// Astro's own check of forms, which must know the address that browsers use.
export default defineConfig({
  ...config,
  outDir: "dist-checked",
  security: { allowedDomains: [{ hostname: "app.example", protocol: "https" }] },
});
