import { test } from "node:test";
import { install, obstacle } from "../runtimes/install.ts";
import { nodeBinary } from "../runtimes/runtimes.ts";
import { installApp, openApp, startApp } from "./_app.ts";
import { frameworkChecks } from "./_checks.ts";
import { updateCheck } from "./_own_code.ts";
import { checkTypes } from "./_types.ts";
import { checkMemberExample, checkOwnForm, GITHUB } from "./_member_example.ts";

const wanted = {
  name: "fastify",
  files: ["examples/fastify", "npm/frameworks/fastify"],
  run: ["node", "main.mjs"],
};
const folder = await installApp(wanted);

checkTypes("Fastify", folder, ["tsconfig.json", "tsconfig.login.json", "tsconfig.main.json"]);

for (const plugins of ["", "before", "after"]) {
  const app = await startApp({ ...wanted, env: { PLUGINS: plugins } }, folder);
  const others = plugins &&
    `, with cookie, formbody and helmet registered ${plugins} it`;
  frameworkChecks(`Fastify 5.12.8${others}`, app);
  updateCheck(app, `a route of Fastify${others}`, "/update");
}

if (obstacle !== null) console.log(`skipped: examples/fastify, as ${obstacle}`);

test("examples/fastify signs users in, unmodified", { skip: obstacle ?? false }, async () => {
  await install();
  const run = [nodeBinary("node24"), "main.ts"];
  await checkMemberExample(
    await openApp({ name: "fastify_example", files: ["examples/fastify"], run, env: GITHUB }),
  );
});

test("signIn() and signOut() of Fastify serve the form of docs/frameworks/fastify.md", {
  skip: obstacle ?? false,
}, async () => {
  await install();
  await checkOwnForm(await startApp({ ...wanted, run: [nodeBinary("node24"), "login.ts"] }, folder));
});
