import process from "node:process";
import adapter from "@sveltejs/adapter-node";
import { sveltekit } from "@sveltejs/kit/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [
    sveltekit({
      adapter: adapter({ out: process.env.BASE_PATH ? "build_base" : "build" }),
      paths: {
        origin: "https://app.example",
        base: process.env.BASE_PATH ? "/base" : "",
      },
      csrf: { trustedOrigins: ["https://appleid.apple.com"] },
      // Here, the library checks forms in place of Kit.
      ...process.env.BASE_PATH && {
        csrf: { trustedOrigins: ["*"] },
      },
    }),
  ],
  logLevel: "warn",
});
