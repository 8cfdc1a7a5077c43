import { spawn } from "node:child_process";
import process from "node:process";
import { expect, test } from "@playwright/test";

const NOTHING = { AUTH_SECRET: "", AUTH_URL: "", INBOX: "", MAIL_FROM: "", MAIL_SERVER: "" };
const PRODUCTION = {
  AUTH_SECRET: "a secret for tests, of 32 characters or more",
  AUTH_URL: "https://example.com",
  MAIL_FROM: "Acme <hello@example.com>",
  MAIL_SERVER: "smtp://localhost:9",
};

/** Starts what is built, on any free port. */
function start(settings: Readonly<Record<string, string>>) {
  const env = { ...process.env, ...NOTHING, ...settings };
  return spawn(process.execPath, ["node_modules/next/dist/bin/next", "start", "--port", "0"], {
    env,
    timeout: 30_000,
  });
}

for (
  const [what, settings, missing] of [
    ["settings", {}, ["AUTH_SECRET", "AUTH_URL", "MAIL_SERVER", "MAIL_FROM"]],
    ["a mail server", { ...PRODUCTION, MAIL_SERVER: "" }, ["MAIL_SERVER"]],
    ["a sender", { ...PRODUCTION, MAIL_FROM: "" }, ["MAIL_FROM"]],
    ["a mail server, with an inbox on the web", { ...PRODUCTION, MAIL_SERVER: "", INBOX: "local" }, [
      "MAIL_SERVER",
    ]],
  ] as const
) {
  test(`the server does not start in production without ${what}`, async () => {
    const server = start(settings);
    let printed = "";
    server.stderr.on("data", (text) => printed += text);
    const [code] = await new Promise<unknown[]>((resolve) =>
      server.on("close", (...ended) => resolve(ended))
    );
    expect(code).toBe(1);
    for (const setting of missing) expect(printed).toContain(`- ${setting}`);
  });
}

test("there is no inbox in production", async ({ request }) => {
  const server = start({ ...PRODUCTION, INBOX: "local" });
  const url = await new Promise<string>((resolve) => {
    server.stdout.on("data", (text) => {
      const [found] = /http:\/\/localhost:\d+/.exec(String(text)) ?? [];
      if (found) resolve(found);
    });
  });
  expect((await request.get(`${url}/inbox`)).status()).toBe(404);
  expect(await (await request.get(url)).text()).not.toContain("inbox");
  server.kill();
});
