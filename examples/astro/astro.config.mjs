import node from "@astrojs/node";
import { defineConfig } from "astro/config";

export default defineConfig({
  output: "server",
  adapter: node({ mode: "standalone" }),
  server: { port: 8000 },
  // AstroAuth makes this check in place of Astro, which does not know the address of the site behind a proxy.
  security: { checkOrigin: false },
});
