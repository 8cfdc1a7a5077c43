/**
 * Checks the config of passkeys.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { failProvider } from "../errors/checks.ts";
import {
  ConfigError,
  DuplicateConditionalUI,
  ExperimentalFeatureNotEnabled,
  MissingWebAuthnAutocomplete,
} from "../errors/errors.ts";
import type { SimpleWebAuthn } from "../model/provider.ts";
import type { SetupProvider, WebAuthnProvider } from "../setup/setup.ts";

/** The functions of the package that the library calls. */
const PACKAGE_FUNCTIONS = [
  "generateRegistrationOptions",
  "generateAuthenticationOptions",
  "verifyRegistrationResponse",
  "verifyAuthenticationResponse",
] as const satisfies readonly (keyof SimpleWebAuthn)[];

/**
 * Checks the providers of type `webauthn`.
 *
 * @throws {ExperimentalFeatureNotEnabled} if one is experimental, and `experimental.enableWebAuthn` is not `true`.
 * @throws {ConfigError} if `simpleWebAuthn` of a provider is not the package.
 * @throws {DuplicateConditionalUI} if two of them have `enableConditionalUI`.
 * @throws {MissingWebAuthnAutocomplete} if one has it, but no field with `autocomplete: "webauthn"`.
 * @throws {ConfigError} if one has `relayingParty.id`, and neither it nor the config says which origins may ask.
 */
export function assertWebAuthn(
  providers: ReadonlyMap<string, SetupProvider>,
  { experimental, url }: Pick<AuthConfig, "experimental" | "url">,
): void {
  const listed = [...providers.values()].filter((provider) => provider.type === "webauthn");
  const first = listed.find(isExperimental);
  if (first && experimental?.enableWebAuthn !== true) {
    failProvider(first, "set `experimental: { enableWebAuthn: true }`", ExperimentalFeatureNotEnabled);
  }
  for (const provider of listed) assertPackage(provider);
  if (url === undefined) listed.forEach(assertOrigin);
  assertConditionalUI(listed.filter(({ enableConditionalUI }) => enableConditionalUI));
}

/**
 * Returns whether a provider is experimental: one that looks up credentials by an address, as `WebAuthn` does. `Passkey`
 * relies on discoverable credentials.
 */
export function isExperimental({ discoverable }: Pick<WebAuthnProvider, "discoverable">): boolean {
  return discoverable !== true;
}

function assertPackage(provider: WebAuthnProvider): void {
  const { simpleWebAuthn } = provider;
  const missing = PACKAGE_FUNCTIONS.filter((name) => typeof simpleWebAuthn?.[name] !== "function");
  if (missing.length === 0) return;
  failProvider(
    provider,
    `its \`simpleWebAuthn\` is not the module @simplewebauthn/server, as it lacks ${
      missing.join(", ")
    }. Write \`import * as simpleWebAuthn from "@simplewebauthn/server"\`, or leave the option out`,
  );
}

/** With a fixed RP ID, an origin from the `Host` header would let every page below that domain ask for a passkey. */
function assertOrigin({ id, relayingParty, getRelayingParty }: WebAuthnProvider): void {
  if (getRelayingParty || relayingParty?.id === undefined || relayingParty.origin !== undefined) return;
  throw new ConfigError(
    `Cannot use provider "${id}" with only \`relayingParty.id\`: set AUTH_URL, or \`relayingParty.origin\` of the pages that ask`,
  );
}

function assertConditionalUI(offering: readonly WebAuthnProvider[]): void {
  const [first, second] = offering;
  if (first && second) {
    throw new DuplicateConditionalUI(
      `Cannot use providers "${first.id}" and "${second.id}": set \`enableConditionalUI: false\` for one of them`,
    );
  }
  const fields = Object.values(first?.formFields ?? {});
  if (first && !fields.some(({ autocomplete }) => autocomplete?.split(/\s+/).includes("webauthn"))) {
    failProvider(
      first,
      'write `autocomplete: "username webauthn"` in one of its `formFields`, or set `enableConditionalUI: false`',
      MissingWebAuthnAutocomplete,
    );
  }
}
