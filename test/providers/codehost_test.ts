import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { setupOf } from "../../src/config/setup.ts";
import { CodeHost, type CodeHostOptions, type CodeHostProfile } from "../../src/providers/codehost.ts";
import { GitHub } from "../../src/providers/github.ts";
import { GitLab } from "../../src/providers/gitlab.ts";
import { Webex } from "../../src/providers/webex.ts";
import { Zoho } from "../../src/providers/zoho.ts";
import type { Provider } from "../../src/model/provider.ts";
import { ADA, CLIENT, type ProviderCase, signIn } from "./_catalogue.ts";
import github from "./catalogue/github.ts";

const [ACCOUNT, ADDRESSES] = github.profile;

/** The user with these fields, and the answer to the request for the addresses. */
function withUser(fields: object, addresses: unknown): ProviderCase {
  const json = { ...ACCOUNT!.json, ...fields };
  return { ...github, profile: [{ ...ACCOUNT!, json }, { ...ADDRESSES!, json: addresses }] };
}

const listed = (email: string, verified: unknown, primary = false) => ({ email, primary, verified });

/** What is listed beside the address of the account, and what is known of it: `undefined` is nothing. */
const KNOWLEDGE: Readonly<
  Record<string, readonly [account: string | null, addresses: readonly object[], verified?: boolean]>
> = {
  "the public address is verified": [
    ADA.email,
    [listed("else@example.com", false), listed(ADA.email, true)],
    true,
  ],
  "the public address is not verified": [
    ADA.email,
    [listed("else@example.com", true, true), listed(ADA.email, false)],
    false,
  ],
  "the public address is verified in words only": [ADA.email, [listed(ADA.email, "yes")], false],
  "the public address is not listed": [ADA.email, [listed("else@example.com", true, true)]],
  "the public address differs in a letter that looks alike": [
    ADA.email,
    [listed("\u0430da@example.com", true)],
  ],
  "the primary address is not verified": [
    null,
    [listed("else@example.com", true), listed(ADA.email, false, true)],
    false,
  ],
  "there is no primary address, but a first one": [
    "",
    [listed(ADA.email, true), listed("else@example.com", true)],
    true,
  ],
};

for (const [what, [email, addresses, verified]] of Object.entries(KNOWLEDGE)) {
  test(`GitHub's list of addresses decides what is known of one: ${what}`, async () => {
    // What the user endpoint itself says about the address counts for nothing.
    const { user, profile, problems } = await signIn(withUser({ email, email_verified: true }, addresses));
    assert.deepEqual(problems, []);
    assert.deepEqual([profile?.email, profile?.email_verified], [ADA.email, verified]);
    assert.deepEqual([user?.email, user?.verified], [ADA.email, verified === true]);
  });
}

test("a code host without a list of addresses neither vouches for one nor denies it", () => {
  const { verifiedEmail } = CodeHost();
  assert(typeof verifiedEmail === "function");
  const profile = { email: ADA.email } as CodeHostProfile;
  assert.equal(verifiedEmail({ ...profile, email_verified: true }), ADA.email);
  assert.equal(verifiedEmail({ ...profile, email_verified: false }), null);
  assert.equal(verifiedEmail(profile), undefined);
});

test("a user of GitHub without a display name is called by the account name", async () => {
  for (const name of [null, ""]) {
    assert.equal((await signIn(withUser({ name }, []))).user?.name, "ada");
  }
});

test("a code host accepts only known options", () => {
  // @ts-expect-error -- no such option
  const misspelt: CodeHostOptions = { clientID: "id" };
  // @ts-expect-error -- the base URL is what makes it an enterprise server
  const empty: CodeHostOptions = { enterprise: {} };
  assert.notEqual(misspelt, empty);
});

/** Providers of servers that an empty variable should name, and the option to set. */
const NAMELESS: readonly (readonly [provider: Provider, option: string])[] = [
  ...[undefined!, "", " ", "/"].map((baseUrl) =>
    [CodeHost({ ...CLIENT, enterprise: { baseUrl } }), "baseUrl"] as const
  ),
  [GitHub({ ...CLIENT, enterprise: { baseUrl: "" } }), "baseUrl"],
  [GitLab({ ...CLIENT, baseUrl: "" }), "baseUrl"],
  [GitLab({ ...CLIENT, baseUrl: "", authorization: { params: { scope: "read_user" } } }), "baseUrl"],
  [Webex({ ...CLIENT, apiBaseUrl: "" }), "apiBaseUrl"],
  [Zoho({ ...CLIENT, domain: "" as "zoho.eu" }), "domain"],
];
for (const [index, [provider, option]] of NAMELESS.entries()) {
  test(`a server whose variable is missing or empty is never another one: the error says what to set, ${index}`, () => {
    const config = { providers: [provider], secret: "a secret for tests, of 32 characters or more" };
    assert.throws(
      () => setupOf({ ...config, url: "https://app.test" }, "https", { capabilities: ALL_CAPABILITIES }),
      {
        message: new RegExp(`Cannot use provider "\\w+": set \`${option}\`(?:\n|$)`),
      },
    );
  });
}
