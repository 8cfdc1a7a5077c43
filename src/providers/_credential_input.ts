/**
 * An input of a built-in form, for providers of type `credentials` and `webauthn`.
 *
 * @module
 */

/** An input of the built-in form: attributes of an `input` element. */
export interface CredentialInput {
  /** Label. Default: the name of the field. */
  readonly label?: string;
  /** Default `text`. */
  readonly type?: string;
  /** Shown while the field is empty. */
  readonly placeholder?: string;
  /** Value of the `autocomplete` attribute: `username`, `current-password`, … */
  readonly autocomplete?: string;
  /** Initial value. */
  readonly value?: string;
  /** Whether the browser requires a value. Default `false`. */
  readonly required?: boolean;
}
