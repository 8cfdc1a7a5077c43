import { defineConfig } from "astro/config";
import config from "./astro.config.mjs";

export default defineConfig({
  ...config,
  outDir: "dist-checked",
  base: "/docs",
  // Astro's own check of forms, which must know the address that browsers use.
  security: { allowedDomains: [{ hostname: "app.example", protocol: "https" }] },
});
