import { defineConfig } from "astro/config";
import config from "./astro.config.mjs";

export default defineConfig({ ...config, outDir: "dist-based", base: "/docs" });
