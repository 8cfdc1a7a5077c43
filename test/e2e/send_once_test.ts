import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { Auth, type AuthConfig } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { blocksOf } from "../docs/_blocks.ts";
import { afterTests } from "../_after.ts";
import { testInBrowser } from "./chromium.ts";
import { addAuthenticator, heading, visit } from "./visitor.ts";

/** The pages that show a script which sends a form once, and the files that have it. */
const PAGES = ["sign_in_page", "password_forms", "second_factor_forms", "organizations"];
const FILES = ["send_once.ts", "src/SendOnce.svelte"];

await testInBrowser("the script of the recipes that sends a form once", async (browser, test) => {
  for (const file of FILES) {
    const [script, ...others] = new Set(await scriptsIn(file));
    const posts: string[] = [];
    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      application(script!, posts),
    );
    afterTests(() => server.shutdown());
    const url = `http://localhost:${server.addr.port}`;

    test(`each page has the same ${file}`, () => {
      assert.ok(script);
      assert.deepEqual(others, []);
      return Promise.resolve();
    });

    test(`${file} leaves the other buttons alive when a passkey was cancelled`, async () => {
      const visitor = await visit(browser);
      const page = await visitor.open(`${url}/login`);
      // It has no passkey, so the browser refuses as if the person had cancelled.
      await addAuthenticator(page);
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await page.getByRole("alert").waitFor();
      await page.getByRole("button", { name: "Continue" }).click();
      await page.waitForURL(`${url}/done`);
      assert.equal(await heading(page), "Done");
      await visitor.leave();
    });

    test(`${file} sends a form once`, async () => {
      const visitor = await visit(browser);
      const page = await visitor.open(`${url}/login`);
      posts.length = 0;
      await page.evaluate("for (let n = 0; n < 3; n++) document.querySelector('#own button').click()");
      await page.waitForURL(`${url}/done`);
      assert.deepEqual(posts, ["/done"]);
      await visitor.leave();
    });
  }
});

/** What each copy of a file does in the page, as a script of HTML. */
async function scriptsIn(file: string): Promise<readonly string[]> {
  const texts = await Promise.all(
    PAGES.map((name) => readFile(new URL(`../../docs/recipes/${name}.md`, import.meta.url), "utf8")),
  );
  const blocks = texts.flatMap((text) => blocksOf(text).filter((block) => block.file === file));
  return blocks.map(({ text }) =>
    file.endsWith(".svelte") ? withoutSvelte(text) : /= `([^`]*)`/.exec(text)![1]!
  );
}

/** A component of Svelte as a script: without its types, and with its listeners. */
function withoutSvelte(component: string): string {
  const [, script] = /<script lang="ts">(.*)<\/script>/s.exec(component)!;
  const listeners = [...component.matchAll(/ on(\w+)=\{(\w+)\}/g)];
  const added = listeners.map(([, type, listener]) => `addEventListener("${type}", ${listener});`);
  return `<script>{${script!.replaceAll(/: \w+Event\)/g, ")")}${added.join("")}}</script>`;
}

/** An application with a sign-in page of its own: passkeys, and another form. */
function application(script: string, posts: string[]): (request: Request) => Promise<Response> {
  const config: AuthConfig = {
    providers: [Passkey()],
    adapter: Memory(),
    secret: "a-secret-of-forty-characters-for-tests-0",
    trustHost: true,
    logger: { warn: () => {}, error: () => {} },
  };
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/auth/")) return await Auth(request, config);
    if (request.method === "POST") posts.push(pathname);
    if (pathname === "/favicon.ico") return new Response(null, { status: 204 });
    const html = pathname === "/login" ? login(script) : "<h1>Done</h1>";
    return new Response(html, { headers: { "content-type": "text/html" } });
  };
}

function login(script: string): string {
  return `<!doctype html>
<title>Sign in</title>
<form method="post" action="/auth/callback/passkey" data-passkey="/auth/webauthn-options/passkey" hidden>
  <button name="action" value="authenticate">Sign in with a passkey</button>
</form>
<form method="post" action="/done" id="own"><button>Continue</button></form>
${script}
<script src="/auth/webauthn-script" defer></script>`;
}
