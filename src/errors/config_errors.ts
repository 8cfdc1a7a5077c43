/**
 * The errors of a config that cannot work.
 *
 * @module
 */

import { AuthError, own } from "./auth_error.ts";

/** The config cannot work. The message says how to fix it, and has a second line with the link to more about it. */
export class ConfigError extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type: string = "Configuration";
  /** Its public type. */ protected static override readonly publicType = "Configuration";
}

/** A provider lacks an endpoint, or one is not usable. */
export class InvalidEndpoints extends ConfigError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "InvalidEndpoints";
  /** Its type. */ declare readonly type: typeof InvalidEndpoints.type;
}

/** The secret is missing, or shorter than 32 characters. */
export class MissingSecret extends ConfigError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "MissingSecret";
  /** Its type. */ declare readonly type: typeof MissingSecret.type;
}

/** The config does not allow the library to trust the request's host. */
export class UntrustedHost extends ConfigError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "UntrustedHost";
  /** Its type. */ declare readonly type: typeof UntrustedHost.type;
}

/** A provider, or stored sessions, need an adapter. */
export class MissingAdapter extends ConfigError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "MissingAdapter";
  /** Its type. */ declare readonly type: typeof MissingAdapter.type;
}

/** The adapter lacks required methods. The message names them. */
export class MissingAdapterMethods extends ConfigError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "MissingAdapterMethods";
  /** Its type. */ declare readonly type: typeof MissingAdapterMethods.type;
}

/** A credentials provider has no `authorize`. */
export class MissingAuthorize extends ConfigError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "MissingAuthorize";
  /** Its type. */ declare readonly type: typeof MissingAuthorize.type;
}

/** Several providers enable conditional UI. Only one may. */
export class DuplicateConditionalUI extends ConfigError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "DuplicateConditionalUI";
  /** Its type. */ declare readonly type: typeof DuplicateConditionalUI.type;
}

/** The config uses a feature that must be enabled under `experimental`. */
export class ExperimentalFeatureNotEnabled extends ConfigError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "ExperimentalFeatureNotEnabled";
  /** Its type. */ declare readonly type: typeof ExperimentalFeatureNotEnabled.type;
}

/** A provider enables conditional UI, but no field of its form has `webauthn` in its `autocomplete`. */
export class MissingWebAuthnAutocomplete extends ConfigError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "MissingWebAuthnAutocomplete";
  /** Its type. */ declare readonly type: typeof MissingWebAuthnAutocomplete.type;
}

/** A stored value was sealed with a secret that `secret` of the config no longer has. Nothing is skipped because of it. */
export class OldSecretMissing extends ConfigError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "OldSecretMissing";
  /** Its type. */ declare readonly type: typeof OldSecretMissing.type;
}
