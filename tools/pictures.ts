/**
 * `deno run --lock=deno.lock -A tools/pictures.ts`: writes the pictures of the sign-in page in README.md, `docs/images`.
 * It needs an installed Chromium: `CHROME_PATH` names another one.
 *
 * @module
 */

import { mkdir } from "node:fs/promises";
import { chromium } from "npm:playwright-core@1.65.1";
import { Auth } from "../mod.ts";
import { Memory } from "../src/adapters/memory.ts";
import type { AuthConfig } from "../src/model/auth_config.ts";
import { Apple } from "../src/providers/apple.ts";
import { GitHub } from "../src/providers/github.ts";
import { Google } from "../src/providers/google.ts";
import { Passkey } from "../src/providers/passkey.ts";
import { Resend } from "../src/providers/resend.ts";
import { root } from "./exports.ts";

const credentials = { clientId: "a-client", clientSecret: "a-secret" };

/** An application with all that the page can show at once. */
const config: AuthConfig = {
  secret: "a-secret-of-forty-characters-for-pictures",
  trustHost: true,
  adapter: Memory(),
  providers: [
    Resend({ apiKey: "a-key", from: "Acme <hello@acme.example>" }),
    Passkey(),
    GitHub(credentials),
    Google(credentials),
    Apple(credentials),
  ],
  theme: { name: "Acme", brandColor: "#4f46e5", links: { terms: "/terms", privacy: "/privacy" } },
  logger: { warn() {} },
};

await takePictures();

async function takePictures(): Promise<void> {
  const folder = new URL("docs/images/", root);
  await mkdir(folder, { recursive: true });
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    (request) => Auth(request, config),
  );
  const browser = await chromium.launch({
    executablePath: Deno.env.get("CHROME_PATH") ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({
      colorScheme,
      locale: "en",
      deviceScaleFactor: 2,
      viewport: { width: 480, height: 620 },
    });
    const page = await context.newPage();
    await page.goto(`http://localhost:${server.addr.port}/auth/signin`);
    await page.screenshot({ path: new URL(`sign_in_${colorScheme}.png`, folder).pathname });
  }
  await browser.close();
  await server.shutdown();
}
