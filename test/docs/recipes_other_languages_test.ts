/**
 * The programs of `docs/recipes/other_languages.md`, in their languages, beside an application on a port.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import { encode } from "../../src/model/jwt.ts";
import { freePort } from "../_free_port.ts";
import { startProgram } from "../runtimes/process.ts";

const secret = "a-secret-of-forty-characters-0000000000000";
const cookie = "latchkey.session-token";

/** File of the page → how it starts, and how to ask whether the machine has the language. */
const LANGUAGES: Readonly<Record<string, { readonly run: readonly string[]; readonly asks: string }>> = {
  "main.py": { run: ["python3", "main.py"], asks: "--version" },
  "main.go": { run: ["go", "run", "main.go"], asks: "version" },
};

const page = await readFile(new URL("../../docs/recipes/other_languages.md", import.meta.url), "utf8");

for (const [file, { run: [program, ...args], asks }] of Object.entries(LANGUAGES)) {
  test(`docs/recipes/other_languages.md: ${file} knows who is signed in, and refuses in doubt`, async (t) => {
    if (!await succeeds(program!, asks)) {
      console.log(`skip: ${file} of docs/recipes/other_languages.md: ${program} is not installed`);
      return t.skip(`${program} is not installed`);
    }
    const code = new RegExp(`^\`\`\`\\w+ ${file}\\n(.*?)^\`\`\`$`, "ms").exec(page)![1]!;
    const folder = fileURLToPath(new URL(`../../.work/languages/${file}/`, import.meta.url));
    await mkdir(folder, { recursive: true });
    await writeFile(`${folder}/${file}`, code);
    const app = Deno.serve(
      { port: 0, onListen() {} },
      DenoAuth({ providers: [], secret, trustHost: true, session: { updateAge: 0 } }, () => new Response()),
    );
    const port = freePort();
    const env = { APP_URL: `http://localhost:${app.addr.port}`, PORT: String(port) };
    const api = startProgram({ program: program!, args, env, cwd: folder, ends: "group" });
    const ask = async (value?: string) => {
      const headers: HeadersInit = value ? { cookie: `theme=dark; ${cookie}=${value}` } : {};
      const response = await fetch(`http://localhost:${port}/`, { headers });
      return {
        status: response.status,
        body: await response.json(),
        cookies: response.headers.getSetCookie(),
      };
    };
    await api.listens(port);
    const token = { sub: "1", name: "Ada", email: "ada@example.com" };
    const known = await ask(await encode({ token, secret, salt: cookie }));
    assert.deepEqual([known.status, known.body], [200, { hello: "Ada" }]);
    assert.ok(known.cookies.some((line) => line.startsWith(`${cookie}=`)), "the session is prolonged");
    const nameless = { ...token, name: null };
    assert.deepEqual((await ask(await encode({ token: nameless, secret, salt: cookie }))).body, {
      hello: "ada@example.com",
    });
    const forged = await encode({ token, secret: secret.toUpperCase(), salt: cookie });
    for (const value of [undefined, "none", forged]) assert.equal((await ask(value)).status, 401);
    await app.shutdown();
    assert.equal((await ask(await encode({ token, secret, salt: cookie }))).status, 503);
    await api.stop();
  });
}

async function succeeds(program: string, asks: string): Promise<boolean> {
  try {
    return (await new Deno.Command(program, { args: [asks], stdout: "null", stderr: "null" }).output())
      .success;
  } catch {
    return false;
  }
}
