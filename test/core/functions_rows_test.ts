import assert from "node:assert/strict";
import { test } from "node:test";
import { allEndpoints } from "../../src/http/endpoints.ts";
import { accountPages } from "../../src/features/account_page/capability.ts";
import { dataExport } from "../../src/features/data_export/capability.ts";
import { mail } from "../../src/sign_in/mail/capability.ts";
import { keptPasswords } from "../../src/features/passwords/capability.ts";
import { activityLog } from "../../src/features/activity_log/capability.ts";
import { emailChange } from "../../src/features/email_change/capability.ts";
import { profile } from "../../src/features/profile/capability.ts";
import { providerLogouts } from "../../src/features/provider_logout/capability.ts";
import { accessTokens } from "../../src/features/provider_tokens/capability.ts";
import { anonymousUsers } from "../../src/features/anonymous_users/capability.ts";
import { accountDeletion } from "../../src/features/account_deletion/capability.ts";
import { trustedOrigins } from "../../src/features/trusted_origins/capability.ts";
import { challenge } from "../../src/features/challenge/capability.ts";
import { signUp } from "../../src/features/sign_up/capability.ts";
import { userNames } from "../../src/features/user_names/capability.ts";
import { webhooks } from "../../src/features/webhooks/capability.ts";
import { administration } from "../../src/features/administration/capability.ts";
import { secondFactors } from "../../src/features/second_factor/capability.ts";
import type { Capability } from "../../src/setup/setup.ts";
import { FEATURES } from "../../src/shapes/lists.ts";
import { FUNCTIONS } from "../../src/shapes/shapes.ts";

const OF_FEATURES: readonly Capability[] = [
  accountPages,
  activityLog,
  dataExport,
  profile,
  userNames,
  signUp,
  emailChange,
  trustedOrigins,
  challenge,
  webhooks,
  anonymousUsers,
  accessTokens,
  providerLogouts,
  secondFactors,
  administration,
  accountDeletion,
];
const NAMED = [keptPasswords, mail, ...OF_FEATURES];

type Functions = Capability["calls"] | Capability["outside"];

/** The names that have a function. Where a function of the name brings them: those of `names` that it does not refuse. */
async function broughtOf(functions: Functions, names: readonly string[]): Promise<readonly string[]> {
  if (typeof functions !== "function") return Object.keys(functions ?? {}).toSorted();
  const known = [];
  for (const name of [...names, "nothing"]) {
    const call = functions(name) as (...given: unknown[]) => Promise<unknown>;
    const refused = await call({}, {}, {}).catch(({ message }) => /no function has this name/.test(message));
    if (refused !== true) known.push(name);
  }
  return known;
}

test("each feature stands in FEATURES, and its capability has the name", () => {
  assert.deepEqual(OF_FEATURES.map(({ name }) => name), FEATURES);
});

for (const { name = "", calls, outside } of NAMED) {
  test(`the row of FUNCTIONS has what the capability ${name} brings`, async () => {
    const { calls: inRequest = [], outside: inScripts = [] } = FUNCTIONS[name] ?? {};
    assert.deepEqual(inRequest.toSorted(), await broughtOf(calls, inRequest.toSorted()));
    assert.deepEqual(inScripts.toSorted(), await broughtOf(outside, inScripts.toSorted()));
  });
}

test("each row of FUNCTIONS belongs to a capability, and its forms to endpoints", () => {
  for (const [name, { forms = {} }] of Object.entries(FUNCTIONS)) {
    assert(NAMED.some((each) => each.name === name), name);
    for (const { action, hasProvider } of Object.values(forms)) {
      const path = `POST ${action}${hasProvider ? "/:provider" : ""}`;
      assert((allEndpoints() as readonly string[]).includes(path), path);
    }
  }
});
