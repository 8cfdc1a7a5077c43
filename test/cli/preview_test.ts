import assert from "node:assert/strict";
import { test } from "node:test";
import { LANGUAGE_TAGS } from "../../src/messages/tags.ts";
import { ENV, run } from "./_command.ts";

const BRAND = new URL("../../src/entries/brand.ts", import.meta.url);
const ACCOUNT = new URL("../../src/entries/account_page.ts", import.meta.url);

const SECOND_FACTOR = new URL("../../src/entries/second_factor.ts", import.meta.url);

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** An application whose database, callbacks and mails fail: a preview uses none of them. */
const FILES = {
  "public/logo.svg": LOGO,
  "auth.ts": `import { Memory } from "@latchkey/auth/adapters/memory";
    import { GitHub } from "@latchkey/auth/providers/github";
    import { Resend } from "@latchkey/auth/providers/resend";
    import { AccountPage } from "${ACCOUNT}";
    import { Brand } from "${BRAND}";
    const fail = () => { console.error("the preview called the application"); throw new Error("called"); };
    const adapter = new Proxy(Memory(), { get: (target, name) => typeof target[name] === "function" ? fail : target[name] });
    export const config = {
      adapter,
      providers: [Resend({ from: "Acme <a@acme.example>", sendVerificationRequest: fail }), GitHub],
      features: [AccountPage()],
      callbacks: { signIn: fail, session: fail, redirect: fail },
      events: { signIn: fail },
      limits: fail,
      pages: { signIn: "/login", account: "/me" },
      theme: Brand({ name: "Acme </script>", logo: "/logo.svg", logoDark: "/dark.svg", brandColor: "yellow", background: "#777", css: "h1{color:red}" }),
    };`,
};

/** What the file of a preview has for its script. */
function dataOf(
  file: string,
): { readonly sheets: readonly string[]; readonly pages: Record<string, Record<string, string>> } {
  return JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(file)![1]!);
}

test("preview writes a file with all pages of the application in each language, and calls nothing of it", async () => {
  const { code, out, errors, read } = await run(["preview"], { files: FILES, env: ENV });
  assert.equal(errors, "");
  assert.equal(code, 0, out);
  const file = read("latchkey-preview.html")!;
  const { sheets, pages } = dataOf(file);
  assert.deepEqual(Object.keys(pages).sort(), [...LANGUAGE_TAGS].sort());
  const titles = Object.keys(pages.en!);
  for (const title of ["Sign in", "Access denied", "Check your email", "Account, devices", "Sign out"]) {
    assert.ok(titles.includes(title), title);
  }
  assert.ok(!titles.includes("Sign up"));
  assert.ok(out.startsWith(`Wrote latchkey-preview.html: ${titles.length} pages in 17 languages.`), out);
  for (const html of Object.values(pages.ar!)) {
    assert.match(html, /<html lang="ar" dir="rtl">.*<style>\d+<\/style>/s);
    assert.ok(html.includes(`data:image/svg+xml;base64,${btoa(LOGO)}`));
    assert.ok(html.includes("https://app.example/dark.svg"), "a picture that no folder has");
  }
  assert.match(pages.en!["Account"]!, /Ada Lovelace/);
  assert.match(pages.en!["Sign in"]!, /formaction="https:\/\/app\.example\/auth\/signin\/github"/);
  assert.ok(
    sheets.length > 1 && sheets.length < titles.length &&
      sheets.every((sheet) => sheet.endsWith("h1{color:red}")),
  );
  assert.ok(!file.includes(ENV.AUTH_SECRET));
  assert.equal(file.split("</script>").length, 3);
  const [script] = /(?<=<script>).*?(?=<\/script>)/s.exec(file)!;
  assert.doesNotThrow(() => new Function(script!));
});

test("preview shows the pages of a user whose config requires a second factor, and no page under another title", async () => {
  const required = FILES["auth.ts"].replace(
    "[AccountPage()]",
    "[AccountPage(), SecondFactor({ required: true })]",
  );
  const files = { ...FILES, "auth.ts": `import { SecondFactor } from "${SECOND_FACTOR}";\n${required}` };
  const { code, out, read } = await run(["preview"], { files, env: ENV });
  assert.equal(code, 0, out);
  const { pages } = dataOf(read("latchkey-preview.html")!);
  const headings = Object.fromEntries(
    Object.entries(pages.en!).map(([title, html]) => [title, /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]]),
  );
  assert.equal(headings["Second factor"], "Turn on two-step verification");
  assert.equal(headings["Account, devices"], "Devices");
  assert.equal(headings["Add a way to sign in"], "Add a way to sign in");
  assert.equal(headings["Sign out"], "Sign out?");
});

test("preview lists the colours that it corrected, as they were asked for and as they are shown", async () => {
  const { out, read } = await run(["preview", "auth.ts", "--out", "look.html"], { files: FILES, env: ENV });
  assert.match(out, /^theme\.brandColor yellow is shown as #\w{6} for links on light pages$/m);
  assert.match(out, /^theme\.brandColor yellow is shown as #\w{6} for borders and rings on light pages$/m);
  assert.doesNotMatch(out, /brandColor yellow is shown as #\w{6} for links on dark pages/);
  assert.match(out, /^theme\.background #777 is shown as #\w{6} for below text on dark pages$/m);
  assert.match(
    read("look.html")!,
    /<code>theme\.brandColor<\/code><\/td><td>links, light<\/td>.*<code>yellow<\/code>/,
  );
  const plain = await run(["preview"], {
    files: {
      "auth.ts":
        'export const config = { providers: [], languages: ["de"], theme: { brandColor: "#0b5394", buttonText: "navy" } };',
    },
  });
  assert.match(plain.out, /^Wrote latchkey-preview\.html: \d+ pages in 1 language\. Open it in a browser\n/);
  assert.match(plain.out, /^theme\.buttonText navy is shown as #ffffff for buttons on light pages$/m);
  assert.doesNotMatch(plain.out, /brandColor \S+ is shown as \S+ for \S+ on light pages/);
});

test("preview says why there is none, and writes no file", async () => {
  for (
    const [files, reason] of [
      [{}, /^Cannot preview the pages: There is no config/],
      [
        { "auth.ts": 'export const config = { providers: [], theme: { radius: "8%" } };' },
        /^Cannot preview the pages: Cannot use `theme\.radius`: "8%" must be/,
      ],
      [
        { "auth.ts": "export const config = { providers: [], theme: { radius: process.env.AUTH_SECRET } };" },
        /^Cannot preview the pages: Cannot use `theme\.radius`: (?!.*pxG4w1QeT7zLk9Bn)/s,
      ],
    ] as const
  ) {
    const { code, out, read } = await run(["preview"], { files, env: ENV });
    assert.equal(code, 1);
    assert.match(out, reason);
    assert.equal(read("latchkey-preview.html"), undefined);
  }
});
