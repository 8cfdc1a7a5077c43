/**
 * The part about second factors of the account page and of `GET account-data`.
 *
 * @module
 */

import type { AccountSecondFactor } from "../../shapes/second_factor.ts";
import { secondFactorPart } from "./pages/account_part.ts";
import type { AccountOwner, AccountSection } from "../../setup/account_section.ts";
import { parseDeviceText } from "../../http/device.ts";
import { devicesOf, findDevice } from "./devices.ts";
import { withSecondFactorWords } from "./locale.ts";
import { isOneFactor } from "../../values/one_factor.ts";
import { nameOfCodes } from "./recovery_codes.ts";
import { rulesOf } from "./rules.ts";
import { rowOf } from "./stored.ts";
import { noSecondFactor } from "../../model/second_factor.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Incoming } from "../../http/types.ts";
import { endpointUrl, toAddress } from "../../http/urls.ts";
import { passkeyProvider, recoveryCodesLeft } from "./ways.ts";

/** The section about second factors. Its forms post to an endpoint of their own. */
export const SECOND_FACTOR_SECTION: AccountSection<Setup> = {
  name: "secondFactor",
  read: async (owner, { incoming }, setup) => ({
    secondFactor: await readSecondFactor(owner, incoming, setup),
  }),
  mails: async (locale, setup) => (await withSecondFactorWords(locale, setup)).messages.secondFactorMails,
  toPart: async (page, { owner: { userId, user }, incoming }, setup) => {
    const { origin, locale, accountUrl: callbackUrl, data: { secondFactor } } = page;
    if (!secondFactor) return {};
    return secondFactorPart(secondFactor, {
      ...page,
      action: endpointUrl("second-factor-setup", origin, setup),
      locale: await withSecondFactorWords(locale, setup),
      // By way of the endpoint: it sets the cookie that keeps the secret, which a page of Next can't.
      setupUrl: toAddress(`${setup.basePath}/second-factor-setup`, { callbackUrl }, incoming),
      isRequired: await rulesOf(setup).isRequired(user ?? { id: userId }),
    });
  },
};

/** Reads the second factor and the remembered devices of a user. @throws {AdapterError} if the database fails. */
async function readSecondFactor(
  { userId, authenticators, ...owner }: AccountOwner,
  incoming: Incoming,
  setup: Setup,
): Promise<AccountSecondFactor> {
  const row = rowOf(owner) ?? noSecondFactor(userId);
  const current = await findDevice(row, incoming, setup);
  return {
    isOn: row.enabledAt !== null,
    enabledAt: row.enabledAt?.toISOString() ?? null,
    hasApp: row.totpSecret !== null,
    hasPasskeys: passkeyProvider(setup) !== null &&
      authenticators?.some((each) => !isOneFactor(each)) === true,
    recoveryCodesLeft: recoveryCodesLeft(row),
    recoveryCodesId: nameOfCodes(row.recoveryCodes),
    devices: devicesOf(row, setup).map(({ hash, device, createdAt, expires }) => ({
      id: hash,
      device: parseDeviceText(device),
      createdAt: new Date(createdAt).toISOString(),
      expires: new Date(expires).toISOString(),
      isCurrent: hash === current?.hash,
    })).toReversed(),
  };
}
