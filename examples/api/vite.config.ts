import process from "node:process";
import { defineConfig } from "vite";

const { FRONT_END_URL = "http://localhost:5173", VITE_API_URL } = process.env;

export default defineConfig(({ command }) => {
  if (command === "build" && !VITE_API_URL) {
    throw new Error("Cannot build the front end: set VITE_API_URL to the address of the API");
  }
  return {
    root: "web",
    build: { outDir: "../dist", emptyOutDir: true },
    server: {
      // Another port would be another origin, which the API refuses.
      port: Number(new URL(FRONT_END_URL).port),
      strictPort: true,
      // Only files below `root`: the database lies beside it.
      fs: { allow: ["."] },
    },
  };
});
