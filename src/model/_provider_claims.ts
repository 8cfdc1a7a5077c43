/**
 * Claims of OpenID Connect, which the profiles of its providers share.
 *
 * @module
 */

/** What a provider sends about a user. It may send more than its type lists. */
export interface OpenProfile {
  /** Other claims or fields. */
  // deno-lint-ignore no-explicit-any -- used without casts, as with Auth.js
  readonly [field: string]: any;
}

/**
 * The standard claims about a user (OpenID Connect Core §5.1). A provider sends those that it knows, that the scopes
 * cover (§5.4) and that the user agrees to.
 */
export interface StandardClaims {
  /** Id of the user at the provider. It never changes, and belongs to no other user. */
  readonly sub: string;
  /** Full name. Needs the scope `profile`, like all claims up to `updated_at`. */
  readonly name?: string;
  /** Given name or names. */
  readonly given_name?: string;
  /** Middle name or names. */
  readonly middle_name?: string;
  /** Family name or names. */
  readonly family_name?: string;
  /** Casual name, such as `Ada` for `Augusta Ada`. */
  readonly nickname?: string;
  /** Name by which the user wants to be called, often the user name. It can change, and need not be unique. */
  readonly preferred_username?: string;
  /** URL of the user's page. */
  readonly profile?: string;
  /** URL of the user's picture. */
  readonly picture?: string;
  /** URL of the user's web page or blog. */
  readonly website?: string;
  /** Gender: `female`, `male` or another text. */
  readonly gender?: string;
  /** Date of birth, as `YYYY-MM-DD`, with the year `0000` if it is left out, or `YYYY`. */
  readonly birthdate?: string;
  /** Time zone, such as `Europe/London`. */
  readonly zoneinfo?: string;
  /** Locale, such as `en-US`. Some providers write `en_US`. */
  readonly locale?: string;
  /** When the data of the user were last changed: seconds since the epoch. */
  readonly updated_at?: number;
  /** Email address. Needs the scope `email`. It can change, and need not be unique. */
  readonly email?: string;
  /** Whether the provider has verified that the user controlled the address. Needs the scope `email`. */
  readonly email_verified?: boolean;
  /** Phone number, such as `+441234567890`. Needs the scope `phone`. */
  readonly phone_number?: string;
  /** Whether the provider has verified that the user controlled the number. Needs the scope `phone`. */
  readonly phone_number_verified?: boolean;
  /** Postal address. Needs the scope `address`. */
  readonly address?: {
    /** The whole address, for a label, with line feeds. */
    readonly formatted?: string;
    /** Street, number and box, with line feeds. */
    readonly street_address?: string;
    /** City. */
    readonly locality?: string;
    /** State, province or prefecture. */
    readonly region?: string;
    /** Postal code. */
    readonly postal_code?: string;
    /** Name of the country. */
    readonly country?: string;
  };
}
