/**
 * `deno run --lock=deno.lock -A tools/pictures.ts`: writes the pictures of the pages and the mail, `docs/images`, for
 * README.md, the home page and `docs/pages.md`. It needs an installed Chromium: `CHROME_PATH` names another one.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { mkdir, writeFile } from "node:fs/promises";
import { type BrowserContext, chromium, type Page } from "npm:playwright-core@1.65.1";
import { Auth } from "../mod.ts";
import { createRecoveryCodes } from "../src/features/second_factor/recovery_codes.ts";
import { SecondFactor } from "../src/features/second_factor/second_factor.ts";
import { ADA, settings, storedUser } from "./acme.ts";
import { root } from "./exports.ts";

const FOLDER = new URL("docs/images/", root);

const COLOURS = ["light", "dark"] as const;
type Colour = typeof COLOURS[number];

/** The same with second factors. */
const strong = { ...settings, features: [...settings.features, SecondFactor()] };

/** Whether the application has second factors. */
let isStrong = false;

/** The mail that was sent last. */
let mail = { html: "", text: "" };

/** Stands in for the service that sends mails. */
function catchMails(): void {
  const real = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (!String(input).startsWith("https://api.resend.com/")) return real(input, init);
    mail = JSON.parse(String(init?.body));
    return Promise.resolve(Response.json({ id: "1" }));
  };
}

/** Where pictures are taken. */
interface Studio {
  /** The address of the application. */
  readonly url: string;
  /** Opens a browser of its own. */
  visit(options?: { readonly locale?: string; readonly width?: number }): Promise<Page>;
  /** Takes a picture. */
  take(page: Page, name: string): Promise<void>;
}

/** The pages in the order in which a user meets them. */
async function takePages({ url, visit, take }: Studio): Promise<void> {
  const page = await visit();
  await page.goto(`${url}/auth/signin?callbackUrl=/auth/account`);
  await take(page, "sign_in");
  await page.getByLabel("Email address").fill(ADA.email);
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  await take(page, "code");
  const [link = ""] = /http:\S+\/callback\/resend\S+/.exec(mail.text) ?? [];
  const letter = await visit({ width: 600 });
  // Where the application will be.
  const [here, there] = [new URL(url), new URL("https://app.acme.example")];
  const html = mail.html.replaceAll(here.origin, there.origin);
  await letter.setContent(html.replaceAll(encodeURIComponent(here.origin), encodeURIComponent(there.origin)));
  await take(letter, "mail");
  const elsewhere = await visit();
  await elsewhere.goto(link);
  await take(elsewhere, "confirmation");
  await page.goto(link);
  await page.waitForURL("**/auth/account");
  const narrow = page.viewportSize()!;
  await page.setViewportSize({ width: 1080, height: 480 });
  await take(page, "account_wide");
  await page.setViewportSize(narrow);
  await page.goto(`${url}/auth/account/security`);
  await take(page, "account");
  await page.goto(`${url}/auth/signin?link=true&callbackUrl=/auth/account`);
  await take(page, "link");
  await page.goto(`${url}/auth/signout`);
  await take(page, "sign_out");
  const stranger = await visit();
  await stranger.goto(`${url}/auth/signin?error=OAuthAccountNotLinked`);
  await take(stranger, "not_linked");
  await stranger.goto(`${url}/auth/error?error=AccessDenied`);
  await take(stranger, "error");
  for (const locale of ["ar", "de"]) {
    const reader = await visit({ locale });
    await reader.goto(`${url}/auth/signin`);
    await take(reader, `sign_in_${locale}`);
  }
}

/** Signs in by mail. */
async function signIn(page: Page, url: string, callbackUrl: string): Promise<void> {
  await page.goto(`${url}/auth/signin?callbackUrl=${callbackUrl}`);
  await page.getByLabel("Email address").fill(ADA.email);
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  const [link = ""] = /http:\S+\/callback\/resend\S+/.exec(mail.text) ?? [];
  await page.goto(link);
}

/** The pages of the second factor. */
async function takeSecondFactor({ url, visit, take }: Studio): Promise<void> {
  // A narrower page has the link that opens an app in place of the QR code.
  const page = await visit({ width: 520 });
  await signIn(page, url, "/auth/second-factor-setup");
  await page.getByRole("heading", { name: "Turn on" }).waitFor();
  await take(page, "second_factor_setup");
  const codes = createRecoveryCodes((length) => crypto.getRandomValues(new Uint8Array(length)));
  await adapter.rows.store("secondFactors", {
    userId: ADA.id,
    version: 1,
    enabledAt: new Date(),
    totpSecret: "sealed",
    totpStep: 0,
    recoveryCodes: codes.join(" "),
    devices: null,
  }, null);
  const again = await visit();
  await signIn(again, url, "/auth/account");
  await again.getByRole("heading", { name: "Verify that it's you" }).waitFor();
  await take(again, "second_factor");
}

/** Sign-in and account side by side: the product in one picture. */
async function takeProduct(
  { visit }: Studio,
  colour: Colour,
  images: ReadonlyMap<string, string>,
): Promise<Page> {
  const page = await visit({ width: 1440 });
  const frame = (name: string, caption: string) =>
    `<figure><div><img src="data:image/png;base64,${
      images.get(name)
    }"></div><figcaption>${caption}</figcaption></figure>`;
  const [ground, card, text] = colour === "light"
    ? ["#e8eafc", "#fff", "#3f3f46"]
    : ["#24263a", "#17181c", "#c9c9d1"];
  await page.setContent(`<style>
    body { margin: 0; padding: 72px 72px 52px; background: ${ground}; color: ${text}; font: 500 23px system-ui, sans-serif }
    main { display: grid; grid-template-columns: 1fr 1fr; gap: 56px }
    figure { margin: 0; text-align: center }
    figure div { height: 800px; overflow: hidden; border-radius: 24px; background: ${card};
      box-shadow: 0 1px 2px #0002, 0 18px 48px -12px #0004 }
    img { display: block; width: 100% }
    figcaption { margin-top: 20px }
    </style><main>${frame("sign_in", "Sign in")}${frame("account", "Account")}</main>`);
  return page;
}

await mkdir(new URL("pages/", FOLDER), { recursive: true });
catchMails();
let adapter = await storedUser();
const server = Deno.serve(
  { port: 0, hostname: "127.0.0.1", onListen() {} },
  (request) => Auth(request, { ...isStrong ? strong : settings, adapter }),
);
const browser = await chromium.launch({
  executablePath: Deno.env.get("CHROME_PATH") ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const colour of COLOURS) {
  adapter = await storedUser();
  const contexts: BrowserContext[] = [];
  const images = new Map<string, string>();
  const studio: Studio = {
    url: `http://localhost:${server.addr.port}`,
    async visit({ locale = "en", width = 480 } = {}) {
      const viewport = { width, height: 480 };
      const context = await browser.newContext({
        colorScheme: colour,
        locale,
        deviceScaleFactor: 2,
        viewport,
      });
      contexts.push(context);
      return await context.newPage();
    },
    async take(page, name) {
      // A ring round a field, or a blinking cursor, is of the moment.
      await page.evaluate("document.activeElement?.blur()");
      images.set(name, (await page.screenshot({ fullPage: true })).toString("base64"));
      await writeWebp(page, new URL(`pages/${name}_${colour}.webp`, FOLDER));
    },
  };
  isStrong = false;
  await takePages(studio);
  isStrong = true;
  await takeSecondFactor(studio);
  await writeWebp(await takeProduct(studio, colour, images), new URL(`product_${colour}.webp`, FOLDER));
  await Promise.all(contexts.map((context) => context.close()));
}
await browser.close();
await server.shutdown();

/** Writes what a page shows as WebP, which takes a quarter of the bytes of PNG. */
async function writeWebp(page: Page, file: URL): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const height = await page.evaluate("document.documentElement.scrollHeight") as number;
  const clip = { x: 0, y: 0, width: page.viewportSize()!.width, height, scale: 1 };
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: 88,
    captureBeyondViewport: true,
    clip,
  });
  await writeFile(file, Buffer.from(data, "base64"));
}
