/**
 * The parts of the sign-in page that depend on the visit: the text typed before, the error, and the mark "last used".
 *
 * @module
 */

import { fillText } from "../../messages/fill.ts";
import type { AlertMessage, Locale } from "../../messages/types.ts";
import { markup, type Part } from "../../markup/html.ts";
import { alert, alertMessage } from "../alert.ts";
import type { PageForm, SignInVisit } from "../types.ts";
import { lastUsed } from "./choices.ts";
import { attribute, errorElement, invalidBy } from "./input.ts";
import { isKept } from "./other.ts";
import type { OtherForm, Plan } from "./plan.ts";

/** A visit without the values of hidden fields. */
export type VisitFacts = Omit<SignInVisit, "csrfToken" | "callbackUrl" | "locales">;

interface PageParts {
  readonly locale: Locale;
  readonly plan: Plan;
}

/** Fills the fields: with the text typed before, else the address of the query, else the value of the provider. */
export function typedValues(
  { failedForm, email }: VisitFacts,
  { address, others }: Plan,
): Record<string, Part> {
  const typed = failedForm?.values ?? {};
  const [name, field] = address?.field ?? ["email", undefined];
  const values: Record<string, Part> = {
    address: attribute("value", typed[name] ?? (name === "email" ? email : null) ?? field?.value),
  };
  for (const [index, form] of others.entries()) {
    for (const [at, [name, field]] of Object.entries(form.fields).entries()) {
      if (!isKept(name, field)) continue;
      const own = failedForm?.provider === form.id ? typed[name] : null;
      values[`value${index}_${at}`] = attribute(
        "value",
        own ?? (name === "email" ? email : null) ?? field.value,
      );
    }
  }
  return values;
}

/** The failure: at the field that it is about, else at the top. */
export function errorParts(
  visit: VisitFacts,
  { locale, plan }: PageParts,
): Record<string, Part> {
  const { error } = visit;
  if (!error) return {};
  const { address, others } = plan;
  const message = alertOf(error, visit, locale);
  const text = `${message.what} ${message.now}`;
  if (MAIL_ERRORS.has(error) && address?.mails.length) {
    return { addressInvalid: invalidBy(FIELD_ERROR), addressError: errorElement(FIELD_ERROR, text) };
  }
  const failed = error === "CredentialsSignin" ? formThatFailed(visit, plan) : null;
  if (failed && failed === address?.password?.form) {
    return {
      open: " open",
      passwordInvalid: invalidBy(FIELD_ERROR),
      passwordError: errorElement(FIELD_ERROR, text),
    };
  }
  const index = others.findIndex((form) => form === failed);
  if (index >= 0) {
    return {
      [`open${index}`]: markup` open`,
      [`invalid${index}`]: invalidBy(FIELD_ERROR),
      [`error${index}`]: errorElement(FIELD_ERROR, text),
    };
  }
  return { alert: alert(message) };
}

/** The form whose credentials were wrong; `null` if it is not known. */
function formThatFailed({ failedForm }: VisitFacts, { address, others }: Plan): OtherForm | null {
  const asked = [
    ...address?.password ? [address.password.form] : [],
    ...others.filter(({ form }) => form === "fields"),
  ];
  return asked.find(({ id }) => id === failedForm?.provider) ??
    (asked.length === 1 ? asked[0] ?? null : null);
}

/** Failures of the address for a mail. */
const MAIL_ERRORS: ReadonlySet<string> = new Set(["EmailSignInError", "InvalidEmail"]);

/** The id of the error at a field. There is one at most. */
const FIELD_ERROR = "error";

/** The message about the failure, which names the providers a user signs in with if they are known. */
function alertOf(
  error: string,
  { ways, provider }: VisitFacts,
  { language, messages }: Locale,
): AlertMessage {
  const { UserNotVerifiedWithWays: { what, now }, ReconnectRequiredWithName: named, ...known } =
    messages.signInErrors;
  const list = new Intl.ListFormat(language, { type: "disjunction" }).format(ways);
  const withNames = {
    ...known,
    ...(ways.length && { UserNotVerified: { what, now: fillText(now, { ways: list }) } }),
    ...(provider && {
      ReconnectRequired: { what: fillText(named.what, { provider }), now: fillText(named.now, { provider }) },
    }),
  };
  return alertMessage(error, { messages: withNames, unknown: messages.general.unknownError });
}

/** The mark at the way that was last used, if it is not one of the buttons. */
export function lastUsedMarks(
  last: string | null,
  { plan, locale }: PageParts,
): Record<string, Part> {
  if (last === null) return {};
  const { address, passkeys, others } = plan;
  const isLast = ({ id }: PageForm) => id === last;
  const mark = lastUsed(locale.messages.signIn);
  const [passkey, other] = [passkeys.findIndex(isLast), others.findIndex(isLast)];
  const usesAddress = address && (address.mails.some(isLast) || address.password?.form.id === last);
  return {
    ...(usesAddress && { lastAddress: mark }),
    ...(passkey >= 0 && { [`lastPasskey${passkey}`]: mark }),
    ...(other >= 0 && { [`last${other}`]: mark }),
  };
}
