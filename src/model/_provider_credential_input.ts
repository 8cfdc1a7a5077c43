/**
 * An input of a built-in form, for providers of type `credentials` and `webauthn`.
 *
 * @module
 */

/** An input of the built-in form: attributes of an `input` element. */
export interface CredentialInput {
  /**
   * Label. Default, with type `email` or `password`: the word for it in the language of the page; else the name of the
   * field.
   */
  readonly label?: string;
  /** Type of the `input` element. Default `text`. */
  readonly type?: string;
  /** Shown while the field is empty. Default, with type `email`: an example of an address. */
  readonly placeholder?: string;
  /**
   * Value of the `autocomplete` attribute, such as `username` or `current-password`. Default: `current-password` with type
   * `password`, and `username` for a field of that name.
   */
  readonly autocomplete?: string;
  /** Initial value. Default: none. */
  readonly value?: string;
  /** Whether the browser requires a value. Default `false`. */
  readonly required?: boolean;
}
