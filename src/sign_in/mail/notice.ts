/**
 * Emails that tell a user what has happened to their account. They have no code, and their link signs no one in.
 *
 * @module
 */

import { findNoticeMailer } from "../capability.ts";
import { parseDevice } from "../../http/device.ts";
import { waitFor } from "../../platform/going_on.ts";
import { fillText } from "../../messages/fill.ts";
import { sendMail, withoutForm } from "./send.ts";
import type { MailWords, Notice } from "../../setup/notice.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Incoming } from "../../http/types.ts";
import { type PageName, toAddress, toPage } from "../../http/urls.ts";
import { hasProven } from "../standing.ts";
import { wayName } from "../../pages/way_name.ts";

/** How long an answer waits for an email that is on its way, in milliseconds. The mail goes on. */
const WAIT = 3000;

/** Sends an email to the address that a user has proven, if a provider of mail can. A failure is logged. */
export async function sendNotice(
  {
    purpose,
    userId,
    way,
    to,
    words,
    intent,
    isOfStaff,
    page = "account",
    option,
    url,
    former,
    isCounted = false,
  }: Notice,
  received: Incoming,
  setup: Setup,
): Promise<void> {
  const { securityMails, providers, store, logger, platform, limits } = setup;
  const provider = findNoticeMailer(providers);
  // A new device has an option of its name.
  const wanted = option ?? (way === undefined ? "newDevice" : "ways");
  if (!provider || securityMails === false || securityMails[wanted] === false) return;
  const incoming = withoutForm(received, intent?.locales);
  const send = async (): Promise<void> => {
    const address = former ?? await provenAddress(userId, store);
    if (!address) return;
    if (!isCounted && !await limits.allowsNotice({ purpose, userId })) {
      return logger.warn(
        `notice-dropped: user "${userId}" was sent five mails about "${purpose}" within an hour, and gets no more in it`,
      );
    }
    const isOff = setup.off?.has("account");
    const mail = {
      purpose,
      identifier: to ?? address,
      token: "",
      url: url ?? linkOf(page, incoming, setup),
      // The account page as well, which shows what else has changed.
      ...(page !== "account" || url) && !isOff && !former && { otherUrl: linkOf("account", incoming, setup) },
      expires: new Date(platform.now()),
    };
    await sendMail(mail, {
      incoming,
      provider,
      device: isOfStaff ? null : parseDevice(incoming.headers.get("user-agent")),
      words: way === undefined ? words : wayWords(way, purpose, setup),
    }, setup);
  };
  await waitFor(send().catch(logger.error), WAIT, platform);
}

/** The address of a user, if they have proven it. */
async function provenAddress(userId: string, store: Setup["store"]): Promise<string | null> {
  const user = await store?.getUser(userId);
  return user?.email && await hasProven(user, store) ? user.email : null;
}

/** The messages of an email with the name of a way to sign in: its id, if the config does not have it any more. */
function wayWords(id: string, purpose: Notice["purpose"], setup: Setup): MailWords {
  const provider = setup.providers.get(id);
  return ({ messages }) => {
    const words = messages.securityMails[purpose === "wayAdded" ? purpose : "wayRemoved"];
    const way = provider ? wayName(provider, setup, messages) : id;
    return Promise.resolve({ ...words, intro: fillText(words.intro, { way }) });
  };
}

/** A page of the application, or the part of the account page that says what to do, if there is one. */
function linkOf(page: PageName, incoming: Incoming, setup: Setup): string {
  if (page === "account" && setup.off?.has("account")) return setup.home ?? incoming.origin;
  if (page !== "account" || setup.pages.account) return toPage(page, {}, incoming, setup);
  return toAddress(`${setup.basePath}/account/secure`, {}, incoming);
}
