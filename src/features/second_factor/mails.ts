/**
 * Emails about the second factor.
 *
 * @module
 */

import { withSecondFactorWords } from "./locale.ts";
import type { MailWords, Notice } from "../../setup/notice.ts";
import type { Setup } from "../../setup/setup.ts";
import type { SecondFactorWords } from "../../messages/types.ts";

/** The event that an email tells the user about. */
type SecondFactorNotice = Exclude<keyof SecondFactorWords["secondFactorMails"], "enrol">;

/** Returns an email for `notify()`. */
export function toNotice(
  purpose: SecondFactorNotice,
  userId: string,
  setup: Pick<Setup, "languages" | "messages" | "off">,
): Notice {
  const isOfStaff = purpose === "secondFactorReset";
  return {
    purpose,
    userId,
    option: "secondFactor",
    isOfStaff,
    words: mailWords(purpose, setup),
    // The account page leads there. Without it, the email does.
    ...setup.off?.has("account") && { page: "secondFactorSetup" },
  };
}

/** Returns the messages of an email for `sendMail()`. */
export function mailWords(
  purpose: keyof SecondFactorWords["secondFactorMails"],
  setup: Pick<Setup, "languages" | "messages">,
): MailWords {
  return async (locale) => (await withSecondFactorWords(locale, setup)).messages.secondFactorMails[purpose];
}
