import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { setupOf } from "../../src/config/setup.ts";
import { sectionsOf } from "../../src/features/account_page/sections.ts";
import { ENGLISH } from "../../src/messages/en.ts";
import { GitHub } from "../../src/providers/github.ts";

type Section = Awaited<ReturnType<typeof sectionsOf>>[number];
type Part = Parameters<NonNullable<Section["toPart"]>>;

const URL = "https://app.example.com";

const PAGE = {
  locale: ENGLISH,
  theme: {},
  origin: URL,
  now: 0,
  csrfToken: "token",
  action: `${URL}/auth/account`,
  accountUrl: `${URL}/auth/account`,
  urlOf: (tab: string) => `${URL}/auth/account/${tab}`,
  data: {
    user: { name: "Ada", email: null, image: null },
    isFresh: false,
    mail: null,
    password: null,
    accounts: [
      { id: "1", provider: "github", name: "GitHub", label: null, createdAt: null, isRemovable: true },
    ],
    passkeys: [],
    sessions: [],
    unavailable: {},
  },
} satisfies Part[0];

test("The account page says that the user signs in again before a change, not if a second factor is asked", async () => {
  const providers = [GitHub({ clientId: "id", clientSecret: "secret" })];
  const config = { providers, url: URL, secret: "a secret of more than 32 characters" };
  const setup = setupOf(config, "https", { capabilities: ALL_CAPABILITIES });
  const [ways] = await sectionsOf(setup);
  const isTold = async (owner: { readonly isFresh: boolean; readonly factors: readonly object[] }) => {
    const incoming = { query: new URLSearchParams() };
    const request = { owner: { user: null, ...owner }, incoming } as unknown as Part[1];
    const { cards = [] } = await ways!.toPart!(PAGE, request, setup);
    return String(cards[0]?.html).replaceAll("&#39;", "'").includes(ENGLISH.messages.account.notFresh);
  };
  assert.equal(await isTold({ isFresh: false, factors: [] }), true);
  assert.equal(await isTold({ isFresh: false, factors: [{ isOn: false }] }), true);
  assert.equal(await isTold({ isFresh: false, factors: [{ isOn: true }] }), false);
  assert.equal(await isTold({ isFresh: true, factors: [] }), false);
});
