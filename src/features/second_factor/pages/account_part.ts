/**
 * The part of the account page about the second factor.
 *
 * @module
 */

import type { AccountSecondFactor, RememberedDevice } from "../../../shapes/second_factor.ts";
import {
  button,
  dated,
  devicePicture,
  form,
  hidden,
  listRow,
  opener,
  part,
  type PartPage,
  pill,
  question,
  rowList,
  textFor,
} from "../../../pages/account_parts.ts";
import { CODES, PHONE } from "../../../pages/account_signs.ts";
import { DEVICES, SECURITY } from "../../../pages/account_tabs.ts";
import type { AccountPart } from "../../../pages/account_types.ts";
import { dayText } from "../../../pages/date_text.ts";
import { deviceName } from "../../../pages/device_name.ts";
import { fill, fillText } from "../../../messages/fill.ts";
import { type Html, markup } from "../../../markup/html.ts";
import { appName, linkTarget } from "../../../pages/layout.ts";
import { drawSign, PERSON_KEY } from "../../../pages/mark.ts";
import type { SecondFactorPageBase } from "./types.ts";

/** The account page, as far as this part needs it. The forms post to `action`. */
interface FactorPartPage extends Omit<PartPage, "locale">, SecondFactorPageBase {
  /** URL of the page that turns it on, or sets another app up. */
  readonly setupUrl: string;
  /** Whether the application asks this user for a second factor, so that it cannot be turned off. */
  readonly isRequired: boolean;
}

/** So many recovery codes are few. */
const FEW = 2;

/** Returns the part, and what the page says after a change. */
export function secondFactorPart(data: AccountSecondFactor, page: FactorPartPage): AccountPart {
  const { secondFactor: messages } = page.locale.messages;
  const { isOn, devices, recoveryCodesLeft } = data;
  return {
    advice: isOn && recoveryCodesLeft <= FEW
      ? [{
        ...{ id: `recovery-codes-${recoveryCodesLeft}`, rank: 1, sign: CODES, text: messages.fewLeft },
        title: [messages.recoveryCodes, pill(leftOf(data, page), "warn")],
        action: markup`<a class="button small" href="${
          page.urlOf(SECURITY.id)
        }#second-factor">${messages.newCodes}</a>`,
      }]
      : [],
    cards: [
      { tab: SECURITY, html: isOn ? onPart(data, page) : offPart(page) },
      ...isOn && devices.length > 0 ? [{ tab: DEVICES, html: devicesPart(devices, page) }] : [],
    ],
    done: { ...messages.done },
    errors: { ...messages.errors },
  };
}

function offPart(page: FactorPartPage): Html {
  const { secondFactor: messages } = page.locale.messages;
  return part({
    id: "second-factor",
    heading: messages.heading,
    text: messages.offText,
    actions: setupLink(messages.turnOn, page),
  }, []);
}

function onPart(data: AccountSecondFactor, page: FactorPartPage): Html {
  const { enabledAt, hasApp, hasPasskeys, recoveryCodesLeft, recoveryCodesId } = data;
  const { secondFactor: messages, account } = page.locale.messages;
  const left = leftOf(data, page);
  const hasFew = recoveryCodesLeft <= FEW;
  const rows = [
    listRow(messages.app, {
      picture: drawSign(PHONE),
      details: [hasApp && messages.lostApp],
      actions: setupLink(hasApp ? messages.changeApp : messages.addApp, page),
    }),
    ...hasPasskeys
      ? [listRow(account.passkeys, { picture: drawSign(PERSON_KEY), details: [messages.passkeysToo] })]
      : [],
    listRow(messages.recoveryCodes, {
      picture: drawSign(CODES),
      state: hasFew && pill(left, "warn"),
      details: [!hasFew && left],
      actions: [
        opener("codes", messages.newCodes),
        question("codes", {
          heading: messages.newCodes,
          texts: [messages.newCodesEffect],
          press: messages.newCodes,
        }, { action: "codes", fields: hidden("replaces", recoveryCodesId), page }),
      ],
    }),
  ];
  return part({
    id: "second-factor",
    heading: messages.heading,
    text: dated(messages.since, enabledAt, page, dayText),
    actions: !page.isRequired && [
      opener("off", messages.turnOff, "bad"),
      question("off", {
        heading: messages.turnOffNow,
        texts: [messages.turnOffEffect],
        press: messages.turnOffNow,
      }, { action: "off", page }),
    ],
  }, [
    page.isRequired && markup`<p class="note">${fill(messages.requiredNote, { app: appName(page) })}</p>`,
    rowList(rows, account.showAll),
  ]);
}

function leftOf({ recoveryCodesLeft }: AccountSecondFactor, { locale }: FactorPartPage): string {
  return fillText(locale.messages.secondFactor.codesLeft, { count: String(recoveryCodesLeft) });
}

function setupLink(text: string, { setupUrl, origin }: FactorPartPage): Html {
  return markup`<a class="button plain small" href="${linkTarget(setupUrl, origin)}">${text}</a>`;
}

function devicesPart(devices: readonly RememberedDevice[], page: FactorPartPage): Html {
  const { secondFactor: messages, account } = page.locale.messages;
  const names = devices.map(({ device }) => nameOf(device, page));
  return part({ id: "remembered-devices", heading: messages.devices }, [
    rowList(devices.map((each) => deviceRow(each, names, page)), account.showAll),
  ]);
}

function deviceRow(
  { id, device, createdAt, expires, isCurrent }: RememberedDevice,
  names: readonly string[],
  page: FactorPartPage,
): Html {
  const { secondFactor: messages, account } = page.locale.messages;
  const name = nameOf(device, page);
  return listRow(name, {
    picture: devicePicture(device),
    state: isCurrent && pill(account.thisSession, "good"),
    details: [
      dated(account.added, createdAt, page, textFor(name, names)),
      dated(messages.until, expires, page),
    ],
    actions: form("forget", page, [
      hidden("id", id),
      button(messages.forget, fillText(messages.forgetNamed, { name })),
    ]),
  });
}

function nameOf(
  device: RememberedDevice["device"],
  { locale: { messages: { account, general } } }: FactorPartPage,
): string {
  return device ? deviceName(device, general) : account.unknownDevice;
}
