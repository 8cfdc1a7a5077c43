/**
 * The form for the address, which mail, password and passkeys share.
 *
 * Where scripts run, it asks for the address first, and for the password in a second step: see `STEPS` of `style.ts` and
 * `form_script.ts`. Where they do not, it shows both, with a button for the password and one for the mail.
 *
 * @module
 */

import { fill } from "../../messages/fill.ts";
import { hole, type Html, markup, type Part } from "../../markup/html.ts";
import { attribute, inputElement } from "./input.ts";
import type { AddressPlan, Field } from "./plan.ts";
import type { SignInMessages } from "../../messages/types.ts";

/** The id of the form: the passkeys' forms take the address from there. */
export const ADDRESS_FORM = "address";

/**
 * Writes the form. Its holes: `address`, `addressInvalid`, `addressError`, `passwordInvalid`, `passwordError`, `open`,
 * `lastAddress`, and `first` for the mark of the field that has the focus at first.
 *
 * @param forgotPassword Where users reset a password.
 */
export function addressForm(plan: AddressPlan, messages: SignInMessages, forgotPassword: Part): Html {
  const { password, mails } = plan;
  const hasSteps = password !== null && mails.length > 0;
  const action = (password?.form ?? mails[0])?.action;
  return markup`
<form class="form${hasSteps && hole("open")}" id="${ADDRESS_FORM}" method="post" action="${action}"${
    hasSteps && markup` data-steps`
  }>
${hole("fields")}
${firstField(plan, messages)}
${
    password && markup`${password.hidden.map((field) => hiddenField(field, messages))}<div class="step">
${passwordField(password.field, { messages, forgotPassword, hasSteps })}</div>
<button class="button${hasSteps && markup` second`}">${messages.submit}</button>`
  }
${hasSteps && markup`<button class="button first">${messages.continue}</button>`}
${
    mails.map(({ action, name }, index) => {
      const text = mails.length > 1 ? fill(messages.sendMailWith, { provider: name }) : messages.sendMail;
      const isMain = index === 0 && !password;
      return markup`<button class="button${!isMain && markup` plain`}${hasSteps && markup` second`}"${
        !isMain && markup` formaction="${action}"`
      }>${text}</button>`;
    })
  }
</form>`;
}

/** An address, unless a password is for another name of a user. */
function firstField(
  { field, password, autofill, isFixed }: AddressPlan,
  messages: SignInMessages,
): Html {
  const [name, own]: Field = field ?? ["email", { type: "email" }];
  const usual = own.autocomplete ?? (password || autofill ? "username" : "email");
  return inputElement({
    ...own,
    id: "address-name",
    name,
    aside: hole("lastAddress"),
    // The token for passkeys is the last one (HTML, autofill detail tokens).
    autocomplete: autofill && !/\bwebauthn\b/.test(usual) ? `${usual} webauthn` : usual,
    required: true,
    isFixed,
    value: [hole("address"), hole("first")],
    invalid: hole("addressInvalid"),
    error: hole("addressError"),
    messages,
  });
}

function passwordField(
  [name, field]: Field,
  { messages, forgotPassword, hasSteps }: {
    readonly messages: SignInMessages;
    readonly forgotPassword: Part;
    readonly hasSteps: boolean;
  },
): Html {
  return inputElement({
    ...field,
    id: "address-password",
    name,
    value: attribute("value", field.value),
    // In the first step no one sees it, and a browser does not send a form with an empty field that it cannot show.
    required: !hasSteps && field.required === true,
    invalid: hole("passwordInvalid"),
    error: hole("passwordError"),
    after: forgotPassword &&
      markup`<a class="beside" href="${forgotPassword}">${messages.forgotPassword}</a>`,
    messages,
  });
}

function hiddenField([name, field]: Field, messages: SignInMessages): Html {
  const value = attribute("value", field.value);
  return inputElement({ ...field, id: `address-${name}`, name, value, messages });
}
