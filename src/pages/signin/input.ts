/**
 * A field of a form, with its label and its error.
 *
 * @module
 */

import { type Html, markup, type Part } from "../../markup/html.ts";
import type { CredentialInput } from "../../model/provider.ts";
import type { SignInMessages } from "../../messages/types.ts";

/** A field. */
interface Input extends Omit<CredentialInput, "value"> {
  /** Id of the element, which differs from those of all other fields. */
  readonly id: string;
  /** Name. */
  readonly name: string;
  /** The text in it, or attributes, or a hole for them. */
  readonly value?: Part;
  /** Attributes of a field with an error, or a hole for them. */
  readonly invalid?: Part;
  /** The error, or a hole for it. */
  readonly error?: Part;
  /** Whether the user cannot change the value. */
  readonly isFixed?: boolean;
  /** Beside the label. */
  readonly aside?: Part;
  /** Behind the field. */
  readonly after?: Part;
  /** Labels where the field has none, and the name of the button that shows a password. */
  readonly messages: SignInMessages;
}

/** Writes a field with its label. One of type `hidden` has none. */
export function inputElement(input: Input): Html {
  const { id, name, type = "text", value, required, messages } = input;
  const { placeholder = type === "email" ? messages.addressExample : undefined } = input;
  const element = markup`<input id="${id}" name="${name}" type="${type}"${
    typeof value === "string" ? attribute("value", value) : value
  }${attribute("placeholder", placeholder)}${attribute("autocomplete", autocompleteOf(input))}${
    type === "email" && markup` inputmode="email"`
  }${
    /^(text|email|password)$/.test(type) && input.autocomplete !== "name" &&
    markup` autocapitalize="none" spellcheck="false"`
  }${type === "password" && attribute("data-show", messages.showPassword)}${required && markup` required`}${
    input.isFixed && markup` readonly`
  }${input.invalid}>`;
  if (type === "hidden") return element;
  return markup`<div class="line"><label for="${id}">${fieldLabel(input)}</label>${input.aside}
<div class="field">${element}</div>${input.after}${input.error}</div>
`;
}

/** Writes an attribute; nothing for an empty value. */
export function attribute(name: string, value: string | null | undefined): Part {
  return value && markup` ${name}="${value}"`;
}

/** The attributes of a field whose error stands beside it: it has the focus, and a screen reader reads the error. */
export function invalidBy(errorId: string): Html {
  return markup` aria-invalid="true" aria-describedby="${errorId}" autofocus`;
}

/** The error of a field, in one or two sentences. Between those of Japanese and Chinese is no blank. */
export function errorElement(id: string, text: string): Html {
  return markup`<p class="error" id="${id}">${text.replace("。 ", "。")}</p>`;
}

/** The fields that most forms have need no label of the application. */
function fieldLabel({ name, type, label, messages }: Input): string {
  if (label !== undefined) return label;
  if (type === "email") return messages.address;
  return type === "password" ? messages.password : name;
}

/** Password managers find name and password by this attribute. Where the application gives none, the field says enough. */
function autocompleteOf({ autocomplete, type = "text", name }: Input): string | undefined {
  if (autocomplete !== undefined) return autocomplete;
  if (type === "password") return "current-password";
  return type === "text" && /^(user|user_?name|login)$/i.test(name) ? "username" : undefined;
}
