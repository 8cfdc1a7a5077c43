import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "npm:playwright-core@1.65.1";
import { NodeAuth } from "../../src/integrations/node/node.ts";
import { Apple } from "../../src/providers/apple.ts";
import { GitHub } from "../../src/providers/github.ts";
import { Google } from "../../src/providers/google.ts";
import { MicrosoftEntraID } from "../../src/providers/microsoft_entra_id.ts";
import type { Mark } from "../../src/model/provider.ts";
import { testInBrowser } from "./chromium.ts";
import { visit } from "./visitor.ts";
import { photographAll } from "./_windows.ts";
import { afterTests } from "../_after.ts";

const CLIENT = { clientId: "id", clientSecret: "secret" };
const SHAPE = { viewBox: "0 0 24 24", paths: [{ d: "M2 2h20v20H2z" }] };

await testInBrowser("the marks of the sign-in page", async (browser, test) => {
  const url = await serve();

  test("each mark has a colour that can be seen, on light and dark pages", async () => {
    const visitor = await visit(browser);
    const page = await visitor.open(url);
    await photographAll(page, "marks");
    await page.emulateMedia({ colorScheme: "light" });
    const text = await colorOf(page, "h1");
    assert.deepEqual(await fills(page), {
      Google: ["rgb(234, 67, 53)", "rgb(66, 133, 244)", "rgb(251, 188, 5)", "rgb(52, 168, 83)"],
      Apple: [text],
      "Microsoft": ["rgb(242, 80, 34)", "rgb(127, 186, 0)", "rgb(0, 164, 239)", "rgb(255, 185, 0)"],
      GitHub: ["rgb(24, 23, 23)"],
      Black: ["rgb(0, 0, 0)"],
      White: [text],
    });
    await page.emulateMedia({ colorScheme: "dark" });
    const onDark = await colorOf(page, "h1");
    assert.notEqual(onDark, text);
    const { Apple, GitHub, Black, White } = await fills(page);
    assert.deepEqual({ Apple, GitHub, Black, White }, {
      Apple: [onDark],
      GitHub: [onDark],
      Black: [onDark],
      White: ["rgb(255, 255, 255)"],
    });
    // The browser complains of what the policy does not let through.
    await visitor.leave();
  });

  test("a mark has the colour of the text in forced colours", async () => {
    const visitor = await visit(browser, { forcedColors: "active", colorScheme: "dark" });
    const page = await visitor.open(url);
    const text = await colorOf(page, ".choice");
    const { Apple, GitHub, Black, White } = await fills(page);
    assert.deepEqual({ Apple, GitHub, Black, White }, {
      Apple: [text],
      GitHub: [text],
      Black: [text],
      White: [text],
    });
    await visitor.leave();
  });
});

/** Serves a sign-in page. Returns its URL. */
async function serve(): Promise<string> {
  const own = (name: string, color: string) => ({
    ...GitHub(CLIENT),
    id: name,
    name,
    style: { mark: () => Promise.resolve({ default: { ...SHAPE, color } satisfies Mark }) },
  });
  const auth = NodeAuth({
    providers: [
      Google(CLIENT),
      Apple(CLIENT),
      MicrosoftEntraID(CLIENT),
      GitHub(CLIENT),
      own("Black", "black"),
      own("White", "#fff"),
    ],
    secret: "a-secret-of-forty-characters-for-tests-0",
    trustHost: true,
    useSecureCookies: false,
  });
  const server = createServer(async (request, response) => {
    // A browser with a window asks for the application's icon.
    if (request.url === "/favicon.ico") response.writeHead(204).end();
    else await auth(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, "localhost", listening));
  afterTests(() => void server.close());
  return `http://localhost:${(server.address() as AddressInfo).port}/auth/signin`;
}

/** The computed colours of the paths of each mark, by the name of its provider. */
async function fills(page: Page): Promise<Record<string, readonly string[]>> {
  return await page.evaluate(`Object.fromEntries([...document.querySelectorAll(".choice")].map((button) => [
    button.textContent.replace(/^.* with /s, ""),
    [...button.querySelectorAll("path")].map((path) => getComputedStyle(path).fill),
  ]))`);
}

async function colorOf(page: Page, selector: string): Promise<string> {
  return await page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).color`);
}
