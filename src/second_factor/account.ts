/**
 * The part about second factors of the account page and of `GET account-data`.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { parseDeviceText } from "../http/device.ts";
import type { Incoming } from "../http/types.ts";
import { endpointUrl, pageUrl } from "../http/urls.ts";
import { noSecondFactor } from "../model/second_factor.ts";
import type { AccountSecondFactor } from "../pages/account_data.ts";
import type { AccountPart } from "../pages/types.ts";
import type { AccountPartPage } from "../sign_in/capability.ts";
import { devicesOf, findDevice } from "./devices.ts";
import { withSecondFactorWords } from "./locale.ts";
import { secondFactorPart } from "./pages/account_part.ts";
import type { FactorSetup } from "./pending.ts";
import { nameOfCodes } from "./recovery_codes.ts";
import { recoveryCodesLeft, waysOf } from "./ways.ts";

/** Reads the second factor and the remembered devices of a user. @throws {AdapterError} if the database fails. */
export async function readSecondFactor(
  userId: string,
  incoming: Incoming,
  base: Setup,
): Promise<AccountSecondFactor> {
  const setup = base as FactorSetup;
  const row = await setup.secondFactor.store.getSecondFactor(userId) ?? noSecondFactor(userId);
  const ways = await waysOf(row, setup);
  const current = await findDevice(row, incoming, setup);
  return {
    isOn: row.enabledAt !== null,
    enabledAt: row.enabledAt?.toISOString() ?? null,
    hasApp: ways.code,
    hasPasskeys: ways.passkey,
    recoveryCodesLeft: recoveryCodesLeft(row),
    recoveryCodesId: nameOfCodes(row.recoveryCodes),
    devices: devicesOf(row, setup.platform.now()).map(({ hash, device, createdAt, expires }) => ({
      id: hash,
      device: parseDeviceText(device),
      createdAt: new Date(createdAt).toISOString(),
      expires: new Date(expires).toISOString(),
      isCurrent: hash === current?.hash,
    })).toReversed(),
  };
}

/** Returns the part of the account page. */
export async function accountPartOf(
  data: AccountSecondFactor,
  { page, userId }: { readonly page: AccountPartPage; readonly userId: string },
  base: Setup,
): Promise<AccountPart> {
  const setup = base as FactorSetup;
  const { origin, locale, accountUrl: callbackUrl } = page;
  const user = await setup.store?.getUser(userId);
  const action = endpointUrl("second-factor-setup", origin, setup);
  return secondFactorPart(data, {
    page: { ...page, action, locale: await withSecondFactorWords(locale, setup) },
    setupUrl: pageUrl("secondFactorSetup", { origin, params: { callbackUrl } }, setup),
    isRequired: await setup.secondFactor.isRequired(user ?? { id: userId }),
  });
}
