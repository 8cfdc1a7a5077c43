import node from "@astrojs/node";
import { defineConfig } from "astro/config";

export default defineConfig({
  output: "server",
  adapter: node({ mode: "standalone" }),
  server: { port: 8000 },
  // AstroAuth checks where forms come from: behind a proxy, Astro itself does not know the application's address.
  security: { checkOrigin: false },
});
