/**
 * The form of credentials on the sign-in page.
 *
 * @module
 */

import { hole, markup } from "../../markup/html.ts";
import type { CredentialsProvider, Setup } from "../../setup/setup.ts";
import { inputElement } from "../../pages/signin/input.ts";
import { layOut } from "../../pages/signin/forms.ts";
import { type FieldsForm, visibleFields } from "../../pages/signin/plan.ts";
import type { Field } from "../../pages/types.ts";
import { callbackUrlOf } from "../../http/urls.ts";

/** The fields of the provider. Without any, the form is a button alone, for guests for example. */
export function form(
  { id, name, credentials: fields }: CredentialsProvider,
  origin: string,
  setup: Pick<Setup, "basePath">,
): FieldsForm {
  const visible = visibleFields(fields);
  return {
    form: "fields",
    id,
    name,
    action: callbackUrlOf(id, origin, setup),
    layOut: visible.length ? layOut : null,
    fields,
    step: passwordStep(fields, visible),
  };
}

/** The password behind the name of a user, if the form asks for these two alone. */
function passwordStep(
  fields: CredentialsProvider["credentials"],
  [first, second, ...more]: readonly Field[],
): FieldsForm["step"] {
  if (!first || !second || more.length || !/^(text|email|tel)$/.test(first[1].type ?? "text")) return null;
  const [name, password] = second;
  if (password.type !== "password") return null;
  const hidden = Object.entries(fields).filter(([, { type }]) => type === "hidden");
  return {
    first,
    draw: (messages, { forgotPassword }, hasSteps, above) =>
      markup`${
        hidden.map(([name, field]) => inputElement({ ...field, id: `address-${name}`, name, messages }))
      }<div class="step">
${
        inputElement({
          ...password,
          id: "address-password",
          name,
          // In the first step no one sees it, and a browser does not send a form with an empty field that it cannot show.
          required: !hasSteps && password.required === true,
          invalid: hole("stepInvalid"),
          error: hole("stepError"),
          after: forgotPassword &&
            markup`<a class="beside" href="${forgotPassword}">${messages.forgotPassword}</a>`,
          messages,
        })
      }</div>
${above}<button class="button${hasSteps && markup` second`}">${messages.submit}</button>`,
  };
}
