import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import { config, signedIn } from "./_application.ts";

test("DenoAuth() is a handler for Deno.serve, and passes on the connection info", async () => {
  const handler = DenoAuth(config, async (_request, auth, info: Deno.ServeHandlerInfo) => {
    const session = await auth();
    return Response.json([session?.user.name, info.remoteAddr.transport]);
  });
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, handler);
  const url = `http://127.0.0.1:${server.addr.port}`;
  const response = await fetch(url, { headers: { cookie: await signedIn() } });
  assert.deepEqual(await response.json(), ["Ada", "tcp"]);
  assert.equal(response.headers.getSetCookie().length, 1);
  assert.equal(await (await fetch(`${url}/auth/session`)).json(), null);
  await server.shutdown();
});

test("DenoAuth() reads the variables that Deno lets it read", async () => {
  const env = {
    AUTH_SECRET: "a-secret-of-more-than-32-characters",
    AUTH_TRUST_HOST: "true",
  };
  assert.equal(await mountWith(["--allow-env"], env), "ok");
  assert.equal(await mountWith(["--allow-env=AUTH_SECRET,AUTH_TRUST_HOST"], env), "ok");
  assert.match(await mountWith(["--allow-env=AUTH_SECRET"], env), /UntrustedHost/);
  assert.match(await mountWith([], env), /MissingSecret/);
});

test("DenoAuth() says which variables it may not read, and how to allow it", async () => {
  const env = { AUTH_SECRET: "a-secret-of-more-than-32-characters", AUTH_URL: "https://app.example" };
  const flag = (name: string) =>
    new RegExp(`Deno may not read ${name}: run it with --allow-env, or .*--allow-env=${name}`);
  assert.match(await mountWith([], env), flag("AUTH_SECRET"));
  const withSecret = await mountWith(["--allow-env=AUTH_SECRET"], env);
  assert.match(withSecret, /Deno may not read AUTH_URL, AUTH_TRUST_HOST: run it with --allow-env\b/);
  assert.doesNotMatch(withSecret, /may not read AUTH_SECRET/);
  const github = `[{ id: "git-hub", type: "oauth", issuer: "https://github.com" }]`;
  const withUrl = await mountWith(["--allow-env=AUTH_SECRET,AUTH_URL"], env, github);
  assert.match(withUrl, /^InvalidEndpoints: .*Deno may not read AUTH_GIT_HUB_ID\b/);
  assert.doesNotMatch(await mountWith(["--allow-env"], {}), /may not read/);
});

/** Mounts in a process of its own, as permissions are those of a process. */
async function mountWith(
  permissions: string[],
  env: Record<string, string>,
  providers = "[]",
): Promise<string> {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const program = `import { DenoAuth } from "@latchkey/auth/deno";
    try {
      DenoAuth({ providers: ${providers} }, () => new Response());
      console.log("ok");
    } catch (error) {
      console.log(error.name + ": " + error.message);
    }`;
  const file = await Deno.makeTempFile({ suffix: ".js" });
  await Deno.writeTextFile(file, program);
  const args = ["run", "--no-prompt", "--config", `${root}deno.json`, ...permissions, file];
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, env }).output();
  await Deno.remove(file);
  return new TextDecoder().decode(stdout).trim() || new TextDecoder().decode(stderr);
}
