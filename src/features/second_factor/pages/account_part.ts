/**
 * The part of the account page about the second factor.
 *
 * @module
 */

import type { AccountSecondFactor, RememberedDevice } from "../../../shapes/second_factor.ts";
import { button, dated, form, hidden, listRow, part, type PartPage } from "../../../pages/account_parts.ts";
import type { AccountPart } from "../../../pages/account_types.ts";
import { deviceName } from "../../../pages/device_name.ts";
import { fill, fillText } from "../../../messages/fill.ts";
import { type Html, markup } from "../../../markup/html.ts";
import { appName, linkTarget, textLink } from "../../../pages/layout.ts";
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
  return {
    html: data.isOn ? onPart(data, page) : offPart(page),
    done: { ...messages.done },
    errors: { ...messages.errors },
  };
}

function offPart(page: FactorPartPage): Html {
  const { secondFactor: messages } = page.locale.messages;
  return part("second-factor", messages.heading, [
    markup`<p class="text">${messages.offText}</p>`,
    markup`<a class="button plain" href="${linkTarget(page.setupUrl, page.origin)}">${messages.turnOn}</a>`,
  ]);
}

function onPart(data: AccountSecondFactor, page: FactorPartPage): Html {
  const { enabledAt, hasApp, hasPasskeys, recoveryCodesLeft, recoveryCodesId, devices } = data;
  const { secondFactor: messages, account } = page.locale.messages;
  const hasFew = recoveryCodesLeft <= FEW;
  return markup`${
    part("second-factor", messages.heading, [
      hasFew && markup`<p class="notice">${messages.fewLeft}</p>`,
      markup`<ul class="rows">${
        listRow(dated(messages.since, enabledAt, page), {
          details: [],
          actions: !page.isRequired && steps("off", page, {
            open: messages.turnOff,
            effect: messages.turnOffEffect,
            press: messages.turnOffNow,
          }),
        })
      }${
        listRow(messages.app, {
          details: [],
          actions: textLink(page.setupUrl, hasApp ? messages.changeApp : messages.addApp, page),
        })
      }${hasPasskeys && listRow(account.passkeys, { details: [] })}${
        listRow(messages.recoveryCodes, {
          details: [fillText(messages.codesLeft, { count: String(recoveryCodesLeft) })],
          actions: steps("codes", page, {
            open: messages.newCodes,
            effect: messages.newCodesEffect,
            press: messages.newCodes,
            fields: hidden("replaces", recoveryCodesId),
          }),
        })
      }</ul>`,
      page.isRequired && markup`<p class="note">${fill(messages.requiredNote, { app: appName(page) })}</p>`,
    ])
  }${
    devices.length > 0 && part("remembered-devices", messages.devices, [
      markup`<ul class="rows">${devices.map((device) => deviceRow(device, page))}</ul>`,
    ])
  }`;
}

/** Two steps, so that no one makes a change by mistake: the first opens the second, also without a script. */
function steps(
  action: string,
  page: FactorPartPage,
  { open, effect, press, fields }: {
    readonly open: string;
    readonly effect: string;
    readonly press: string;
    readonly fields?: Html;
  },
): Html {
  return markup`<details class="remove"><summary>${open}</summary>
<p class="note">${effect}</p>
${form(action, page, [fields ?? null, markup`<button class="button plain">${press}</button>`])}</details>`;
}

function deviceRow(
  { id, device, createdAt, expires, isCurrent }: RememberedDevice,
  page: FactorPartPage,
): Html {
  const { secondFactor: messages, account } = page.locale.messages;
  const name = device ? deviceName(device, page.locale.messages.general) : account.unknownDevice;
  return listRow(name, {
    details: [
      isCurrent && markup`<span class="tag">${account.thisSession}</span>`,
      dated(account.added, createdAt, page),
      dated(messages.until, expires, page),
    ],
    actions: form("forget", page, [
      hidden("id", id),
      button(messages.forget, fillText(messages.forgetNamed, { name })),
    ]),
  });
}
