import assert from "node:assert/strict";
import { openPasswords } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";

testForms(
  "a request asks the application once for the address of its client, however much it counts",
  async () => {
    const paths: string[] = [];
    const world = openPasswords({
      limits: {
        address: (request) => {
          paths.push(`${request.method} ${new URL(request.url).pathname}`);
          return "8.8.8.8";
        },
      },
    });
    await world.register();
    // The code counts as an attempt, then mails and passwords that were tried for the address count no more.
    assert.ok(paths.includes("POST /auth/callback/password"), paths.join("\n"));
    assert.deepEqual(paths, [...new Set(paths)]);
  },
);
