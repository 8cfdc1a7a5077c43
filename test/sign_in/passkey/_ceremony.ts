/**
 * Ceremonies without a server: an authenticator, a provider, a database, and the answers of a browser.
 *
 * @module
 */

import { type AnswerJson, createAuthenticator, type Lies } from "../../flows/_authenticator.ts";
import { type Ceremony, toSubject } from "../../../src/sign_in/passkey/ceremony.ts";
import type { Identity } from "../../../src/model/identity.ts";
import { parseRequest } from "../../../src/http/incoming.ts";
import { NO_INTENT } from "../../../src/model/intent.ts";
import { Memory } from "../../../src/adapters/memory/memory.ts";
import type { WebAuthnConfig } from "../../../src/model/provider.ts";
import type { WebAuthnProvider } from "../../../src/setup/setup.ts";
import { bindAdapter, type PasskeyStore } from "../../../src/model/store.ts";
import type { Adapter } from "../../../src/adapters/contract/types.ts";
import { parsePasskeyAnswer, verifyPasskeyAnswer } from "../../../src/sign_in/passkey/verify.ts";
import { WebAuthn } from "../../../src/providers/webauthn.ts";

/** The site. */
export const SITE = "https://app.test";

/** Ada, as she is stored. */
export const ADA = { id: "ada", name: "Ada", email: "ada@example.com", emailVerified: null };

/** The time of all answers. */
export const NOW = Date.UTC(2030, 0, 1);

/** A browser that {@linkcode openCeremonies} uses by default. */
export const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

const CHALLENGE = "Y2hhbGxlbmdl";

const HANDLE = "aGFuZGxl";

type Authentication = Extract<Ceremony, { readonly action: "authenticate" }>;

/** What a test changes. */
export interface CeremonyOptions {
  /** Fields of the provider. */
  readonly provider?: Partial<WebAuthnConfig>;
  /** The database. Default: in memory, with all methods. */
  readonly adapter?: Adapter;
  /** Default: {@linkcode FIREFOX}. */
  readonly userAgent?: string;
}

/** A request with these fields, as JSON; `undefined` for one without a body. */
export async function posted(fields: unknown, userAgent: string = FIREFOX) {
  const init = fields === undefined ? {} : {
    body: JSON.stringify(fields),
    headers: { "content-type": "application/json", "user-agent": userAgent },
  };
  return await parseRequest(
    new Request(`${SITE}/auth/callback/passkey`, { method: "POST", ...init }),
    "/auth",
  );
}

/** Opens a world with Ada, who has no passkey yet, and an authenticator. */
export function openCeremonies({ provider: more, adapter = Memory(), userAgent }: CeremonyOptions = {}) {
  const authenticator = createAuthenticator(SITE);
  const store = bindAdapter(adapter) as PasskeyStore;
  const provider = { ...WebAuthn({ id: "passkey" }), ...more, store } as unknown as WebAuthnProvider;
  const verify = async (ceremony: Ceremony | null, answer: AnswerJson): Promise<Identity> => {
    const { action } = ceremony ?? { action: "authenticate" };
    const incoming = await posted({ action, data: JSON.stringify(answer) }, userAgent);
    return await verifyPasskeyAnswer(parsePasskeyAnswer(incoming), {
      ceremony,
      incoming,
      provider,
      platform: { now: () => NOW },
    });
  };
  const begin = { provider: "passkey", challenge: CHALLENGE, intent: NO_INTENT } as const;
  const self = {
    authenticator,
    adapter,
    verify,
    /** Registers a passkey for Ada, and stores nothing. @param change Changes the answer of the browser. */
    async register(lies: Lies = {}, change = (answer: AnswerJson) => answer): Promise<Identity> {
      const user = { id: HANDLE, name: ADA.email, displayName: ADA.name };
      const options = { challenge: CHALLENGE, rp: { id: "app.test", name: "App" }, user };
      const ceremony = {
        ...begin,
        action: "register",
        userId: ADA.id,
        user: ADA,
        userHandle: HANDLE,
      } as const;
      return await verify(ceremony, change(await authenticator.create(options, lies)));
    },
    /** The same, and stores Ada and the passkey. */
    async store(lies: Lies = {}): Promise<void> {
      const { authenticator: passkey, account } = await self.register(lies);
      await adapter.createUser!(ADA);
      await adapter.linkAccount!({ userId: ADA.id, ...account } as never);
      await adapter.createAuthenticator!({ ...passkey!, userId: ADA.id });
    },
    /** Signs in. @param change Changes the ceremony. */
    async signIn(lies: Lies = {}, change: Partial<Authentication> = {}): Promise<Identity> {
      const ceremony = { ...begin, action: "authenticate", subject: null, ...change } as const;
      return await verify(
        ceremony,
        await authenticator.get({ challenge: CHALLENGE, rpId: "app.test" }, lies),
      );
    },
    /** The passkey, as it is stored. */
    stored: async () => (await adapter.listAuthenticatorsByUserId!(ADA.id))[0]!,
  };
  return self;
}

/** The ceremony of a browser that was asked for the passkeys of a user. */
export async function askedFor(userId: string): Promise<Partial<Authentication>> {
  return { subject: await toSubject(userId) };
}

/** What an answer with this reason throws. */
export function refusal(reason: string) {
  return { type: "WebAuthnVerificationError", message: `Cannot accept the passkey: ${reason}` };
}
