import adapter from "@sveltejs/adapter-node";
import { sveltekit } from "@sveltejs/kit/vite";
import { defineConfig, loadEnv } from "vite";

export default defineConfig(({ mode }) => {
  // Kit compares the `Origin` of forms with it, and needs it while it builds.
  const { AUTH_URL } = loadEnv(mode, ".", "AUTH_");
  return {
    plugins: [sveltekit({ adapter: adapter(), paths: { origin: AUTH_URL } })],
    server: { port: 8000 },
  };
});
