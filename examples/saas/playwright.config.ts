import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { defineConfig } from "@playwright/test";

const { CHROME_PATH, PORT = "8010" } = process.env;
const baseURL = `http://localhost:${PORT}`;

// Tests read and change the database, too.
process.env.DATABASE ??= join(mkdtempSync(join(tmpdir(), "saas-")), "saas.sqlite");

export default defineConfig({
  testDir: "tests",
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: { baseURL, launchOptions: CHROME_PATH ? { executablePath: CHROME_PATH } : {} },
  webServer: {
    command: `next start --port ${PORT}`,
    url: baseURL,
    env: {
      AUTH_SECRET: randomBytes(32).toString("base64"),
      AUTH_URL: baseURL,
      INBOX: "local",
      MAIL_SERVER: "",
    },
  },
});
