import assert from "node:assert/strict";
import { test } from "node:test";
import { VECTORS } from "../crypto/hashes/_vectors.ts";
import { bundleWorker, startWorkers } from "./workerd.ts";

const { betterAuth, django, firebase } = VECTORS;
const CHOSEN = { better_auth: betterAuth[0]!, django: django[2]!, firebase: firebase[0]! };

const NO_SCRYPT = /^Configuration: Cannot verify hashes of .*: this runtime has no scrypt; .*`nodejs_compat`/;

for (const flags of [["nodejs_compat"], []]) {
  test(`a worker of Cloudflare with the flags [${flags}] verifies hashes of other products, or says what it lacks`, async () => {
    const script = await bundleWorker(new URL("server/password_hashes.js", import.meta.url).pathname);
    const { port, stop } = await startWorkers([{ script, compatibilityFlags: flags }]);
    try {
      for (const [kind, vector] of Object.entries(CHOSEN)) {
        const body = JSON.stringify({ kind, ...vector });
        const answers = await (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body })).json();
        if (flags.length || kind === "django") assert.deepEqual(answers, ["supported", true], kind);
        else for (const answer of answers) assert.match(answer, NO_SCRYPT);
      }
    } finally {
      await stop();
    }
  });
}
