/**
 * What passkeys ask of a config.
 *
 * @module
 */

import {
  ConfigError,
  DuplicateConditionalUI,
  ExperimentalFeatureNotEnabled,
  MissingAdapter,
  MissingWebAuthnAutocomplete,
} from "../errors.ts";
import type { SimpleWebAuthn } from "../providers/types.ts";
import type { SetupProvider, WebAuthnProvider } from "./providers.ts";
import type { AuthConfig } from "./types.ts";

/** What is called of the package. */
const FUNCTIONS = [
  "generateRegistrationOptions",
  "generateAuthenticationOptions",
  "verifyRegistrationResponse",
  "verifyAuthenticationResponse",
] as const satisfies readonly (keyof SimpleWebAuthn)[];

/**
 * Checks the providers of type `webauthn`.
 *
 * @throws {ExperimentalFeatureNotEnabled} if they are not asked for under `experimental`.
 * @throws {MissingAdapter} without a database.
 * @throws {ConfigError} if a provider has another object for the package.
 * @throws {DuplicateConditionalUI} if two of them want the browser to offer passkeys.
 * @throws {MissingWebAuthnAutocomplete} if one does, and has no field for it.
 * @throws {ConfigError} if one names the domain of its passkeys, and nothing says which origins may ask for them.
 */
export function assertWebAuthn(
  providers: ReadonlyMap<string, SetupProvider>,
  { experimental, adapter, url }: Pick<AuthConfig, "experimental" | "adapter" | "url">,
): void {
  const listed = [...providers.values()].filter((provider) => provider.type === "webauthn");
  const [first] = listed;
  if (!first) return;
  if (experimental?.enableWebAuthn !== true) {
    throw new ExperimentalFeatureNotEnabled(
      `Cannot use provider "${first.id}": set \`experimental: { enableWebAuthn: true }\``,
    );
  }
  if (!adapter) {
    throw new MissingAdapter(`Cannot sign in with "${first.id}": its keys are kept in an \`adapter\``);
  }
  for (const provider of listed) assertFunctions(provider);
  if (url === undefined) listed.forEach(assertOrigin);
  assertConditionalUI(listed.filter(({ enableConditionalUI }) => enableConditionalUI));
}

function assertFunctions({ id, simpleWebAuthn }: WebAuthnProvider): void {
  const missing = FUNCTIONS.filter((name) => typeof simpleWebAuthn?.[name] !== "function");
  if (missing.length === 0) return;
  throw new ConfigError(
    `Cannot use provider "${id}": its \`simpleWebAuthn\` is not the module @simplewebauthn/server, as it lacks ${
      missing.join(", ")
    }. Write \`import * as simpleWebAuthn from "@simplewebauthn/server"\`, or leave the option out`,
  );
}

/** With an id that does not follow the `Host` header, an origin that does would let every page below that domain ask. */
function assertOrigin({ id, relayingParty, getRelayingParty }: WebAuthnProvider): void {
  if (getRelayingParty || relayingParty?.id === undefined || relayingParty.origin !== undefined) return;
  throw new ConfigError(
    `Cannot use provider "${id}" with \`relayingParty.id\` alone: set AUTH_URL (\`url\` in the config), or ` +
      '`relayingParty: { origin: "https://…" }` with the origins of the pages that may ask for a passkey',
  );
}

function assertConditionalUI(offering: readonly WebAuthnProvider[]): void {
  const [first, second] = offering;
  if (second) {
    throw new DuplicateConditionalUI(
      `Cannot use providers "${
        first!.id
      }" and "${second.id}": set \`enableConditionalUI: false\` for one of them`,
    );
  }
  const fields = Object.values(first?.formFields ?? {});
  if (first && !fields.some(({ autocomplete }) => autocomplete?.split(/\s+/).includes("webauthn"))) {
    throw new MissingWebAuthnAutocomplete(
      `Cannot use provider "${first.id}": write \`autocomplete: "username webauthn"\` in one of its \`formFields\`, ` +
        "or set `enableConditionalUI: false`",
    );
  }
}
