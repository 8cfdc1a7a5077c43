/**
 * What passkeys ask of a config.
 *
 * @module
 */

import {
  DuplicateConditionalUI,
  ExperimentalFeatureNotEnabled,
  MissingAdapter,
  MissingWebAuthnAutocomplete,
} from "../errors.ts";
import type { LoggerInstance } from "../types.ts";
import type { SetupProvider, WebAuthnProvider } from "./providers.ts";
import type { AuthConfig } from "./types.ts";

/**
 * Checks the providers of type `webauthn`, and warns if there is one.
 *
 * @throws {ExperimentalFeatureNotEnabled} if they are not asked for under `experimental`.
 * @throws {MissingAdapter} without a database.
 * @throws {DuplicateConditionalUI} if two of them want the browser to offer passkeys.
 * @throws {MissingWebAuthnAutocomplete} if one does, and has no field for it.
 */
export function assertWebAuthn(
  providers: ReadonlyMap<string, SetupProvider>,
  { experimental, adapter }: Pick<AuthConfig, "experimental" | "adapter">,
  logger: LoggerInstance,
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
  assertConditionalUI(listed.filter(({ enableConditionalUI }) => enableConditionalUI));
  logger.warn("experimental-webauthn");
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
