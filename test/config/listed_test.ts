/** What applications list in the place of a provider: the error names the place, and what to write. @module */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthConfig } from "../../mod.ts";
import { setupOf } from "../../src/config/setup.ts";
import { warningsOf } from "../../src/config/warnings.ts";
import { ConfigError } from "../../src/errors/errors.ts";
import { mount } from "../../src/integrations/mount/integration.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import * as github from "../../src/providers/github.ts";
import { Mailgun } from "../../src/providers/mailgun.ts";
import { Nodemailer } from "../../src/providers/nodemailer.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const OWN = Credentials({ credentials: {}, authorize: () => null });

/** A config with a good provider before the entry. */
function configWith(entry: unknown): AuthConfig {
  const providers = [OWN, entry] as AuthConfig["providers"];
  return { providers, secret: "s".repeat(40), trustHost: true, platform: testPlatform() };
}

class GitHubStrategy {
  id = 1;
}

const GITHUB =
  /is the text ".+"\. Write its function, as in `import \{ GitHub \} from "@latchkey\/auth\/providers\/github"`/;

const ENTRIES: readonly (readonly [what: string, entry: unknown, message: RegExp])[] = [
  ["its id", "github", GITHUB],
  ["its name", "GitHub", GITHUB],
  ["another case", "GITHUB", GITHUB],
  ["a URL", "https://idp.example/secret", /is text\. Write its function/],
  ["nothing", "", /is text\. Write/],
  ["undefined", undefined, /is undefined\. Look for a name that its module does not export/],
  ["null", null, /is null\./],
  ["false", false, /is false\. .*`\.\.\.\(condition \? \[GitHub\] : \[\]\)`/],
  ["a number", 1, /is number\./],
  ["a class", GitHubStrategy, /is a class\. .*`GitHubStrategy\(\{ … \}\)`/],
  ["a promise", import("../../src/providers/github.ts"), /is a promise\. List its function/],
  ["a module", github, /is a module\. Import its function: `import \{ GitHub \}/],
  [
    "a module of a bundler",
    { default: github.GitHub },
    /is a module\. Import its function: `import \{ GitHub \}/,
  ],
  ["a list", [github.GitHub], /is a list\. Write `\.\.\.` before it/],
  ["options", { clientId: "hidden", clientSecret: "hidden" }, /is an object without one\. Call the function/],
  ["a function that needs options", Nodemailer, /`Nodemailer\(\{ … \}\)`/],
  ["another that needs options", Mailgun, /`Mailgun\(\{ … \}\)`|Cannot set up "mailgun"/],
  [
    "a function that returns nothing",
    () => {},
    /is a function that returned undefined\. Return the provider/,
  ],
  ["a function that returns a function", () => github.GitHub, /is a function that returned a function\./],
];

for (const [what, entry, message] of ENTRIES) {
  test(`a provider that is listed as ${what} is refused, with its place and what to write`, () => {
    for (
      const read of [
        (config: AuthConfig) => setupOf(config, "https"),
        (config: AuthConfig) => mount(config, {}),
      ]
    ) {
      assert.throws(() => read(configWith(entry)), (error: Error) => {
        assert.match(error.message, message);
        if (error instanceof ConfigError) assert.match(error.message, /an `id`: `providers\[1\]` is /);
        assert.doesNotMatch(error.message, /hidden|secret/);
        return true;
      });
    }
    assert.doesNotThrow(() => warningsOf(configWith(entry)));
  });
}
