/**
 * Verifies an answer with a second factor: a code of the authenticator app, a recovery code, or a passkey. Each code counts once.
 *
 * @module
 */

import { consumeCeremony } from "../../sign_in/passkey/ceremony.ts";
import { InvalidSecondFactor, OldSecretMissing } from "../../errors/errors.ts";
import { type AuthMethod, hasPasskey, parseAmr } from "../../values/levels.ts";
import { hashRecoveryCode, withoutCode } from "./recovery_codes.ts";
import { repeatableRulesOf, rulesOf } from "./rules.ts";
import { changeSecondFactor } from "../../model/second_factor.ts";
import type { Setup } from "../../setup/setup.ts";
import { openStored, sealStored } from "../../crypto/stored_seal.ts";
import { stepOfCode } from "./totp.ts";
import type { AdapterSecondFactor } from "../../adapters/contract/types.ts";
import type { Incoming } from "../../http/types.ts";
import { parsePasskeyAnswer, verifyPasskeyAnswer } from "../../sign_in/passkey/verify.ts";
import { shortened } from "../../crypto/hash.ts";
import { passkeyProvider, passkeysOf } from "./ways.ts";

/** The secret of an authenticator app, before it is sealed. */
export interface TotpSecret {
  /** Id of the user: the secret does not open in the row of another user. `null` until a sign-in has created the user. */
  readonly userId: string | null;
  /** The secret, in base32. */
  readonly secret: string;
}

/** What an answer has proven. */
export interface Proof {
  /** The methods of both steps (RFC 8176 §2), `mfa` among them. */
  readonly amr: readonly AuthMethod[];
  /** Gives back the recovery code that was spent, unless the codes have changed since; `null` for other answers. */
  readonly giveBack: (() => Promise<void>) | null;
}

/** Options for the answer of a passkey whose user need not be verified. */
const TOUCH = { requireUserVerification: false };

/** The `provider` under which limits count codes. */
export const LIMITED = "second-factor";

/**
 * Verifies the answer in a form, and uses it up in one step with other changes of the row.
 *
 * @param first The methods of the first step, or of the session: after a passkey, another one proves something only if it has
 * verified its user.
 * @param also Other changes of the row, made in the same step.
 * @throws {InvalidSecondFactor} if the answer is wrong, was used before, or is not one of the user's factors.
 * @throws {WebAuthnVerificationError} if the answer of a passkey is wrong.
 * @throws {RateLimited} if there were too many wrong codes.
 * @throws {OldSecretMissing} if the secret of the app cannot be opened.
 * @throws {AdapterError} if the database fails.
 */
export async function prove(
  userId: string,
  { incoming, first, also = () => ({}) }: {
    readonly incoming: Incoming;
    readonly first: readonly AuthMethod[];
    readonly also?: (row: AdapterSecondFactor) => Partial<AdapterSecondFactor>;
  },
  setup: Setup,
): Promise<Proof> {
  const { body } = incoming;
  if (body?.data !== undefined) return await provePasskey(userId, { incoming, first, also }, setup);
  const recoveryCode = recoveryCodeIn(incoming);
  if (recoveryCode !== null) {
    const giveBack = await spendRecoveryCode(userId, { recoveryCode, incoming, also }, setup);
    return { amr: methodsAfter(first, ["otp"]), giveBack };
  }
  const code = body?.code;
  if (typeof code !== "string") throw wrong("the form has neither `code` nor `recoveryCode`");
  await useCode(userId, { code, incoming, also }, setup);
  return { amr: methodsAfter(first, ["otp"]), giveBack: null };
}

/** The recovery code that a form answers with; `null` if it answers in another way. */
export function recoveryCodeIn({ body }: Pick<Incoming, "body">): string | null {
  const { data, recoveryCode } = body ?? {};
  return data === undefined && typeof recoveryCode === "string" && recoveryCode.trim() ? recoveryCode : null;
}

/** The methods of a first and a second step together. */
export function methodsAfter(
  first: readonly AuthMethod[],
  second: readonly AuthMethod[],
): readonly AuthMethod[] {
  return parseAmr([...first, ...second, "mfa"]);
}

type Answer<K extends string> = Readonly<Record<K, string>> & {
  readonly incoming: Incoming;
  readonly also: (row: AdapterSecondFactor) => Partial<AdapterSecondFactor>;
};

async function useCode(userId: string, { code, incoming, also }: Answer<"code">, setup: Setup) {
  const { platform } = setup;
  const rules = rulesOf(setup);
  await rules.limits.attempt(
    { kind: "secondFactor", account: userId, provider: LIMITED },
    incoming,
    async () => {
      const used = await changeSecondFactor(userId, async (row) => {
        if (row.enabledAt === null || row.totpSecret === null) return null;
        const { secret, resealed } = await openTotpSecret(row.totpSecret, userId, setup);
        const step = await stepOfCode(secret, code, { now: platform.now(), after: row.totpStep });
        return step === null
          ? null
          : { ...also(row), totpStep: step, ...resealed && { totpSecret: resealed } };
      }, rules);
      if (!used) throw wrong("the code is wrong, too old, or was used before");
    },
  );
}

async function spendRecoveryCode(
  userId: string,
  { recoveryCode, incoming, also }: Answer<"recoveryCode">,
  setup: Setup,
): Promise<() => Promise<void>> {
  const rules = rulesOf(setup);
  const [high = 0, low = 0] = setup.platform.random(2);
  // If the answer of the database is lost, the row shows whether it was this request that has spent the code.
  const marked = { ...repeatableRulesOf(setup), rise: 1 + high * 256 + low };
  const attempted = { kind: "recoveryCode", account: userId, provider: LIMITED } as const;
  return await rules.limits.attempt(attempted, incoming, async () => {
    const hash = await hashRecoveryCode(recoveryCode);
    let before: string | null = null;
    const spent = await changeSecondFactor(userId, (row) => {
      if (row.enabledAt === null || !row.recoveryCodes || hash === null) return null;
      before = row.recoveryCodes;
      const left = withoutCode(row.recoveryCodes, hash);
      return left === null ? null : { ...also(row), recoveryCodes: left || null };
    }, marked);
    if (!spent) throw wrong("the recovery code is wrong, or was used before");
    return async () => {
      await changeSecondFactor(
        userId,
        (row) => isSameKit(row, spent) ? { recoveryCodes: before } : null,
        rules,
      );
    };
  });
}

/** Whether a factor has the same recovery codes as before: it is neither off, nor set up anew, and no code was used. */
function isSameKit(now: AdapterSecondFactor, before: AdapterSecondFactor): boolean {
  return now.recoveryCodes === before.recoveryCodes &&
    Number(now.enabledAt) === Number(before.enabledAt);
}

async function provePasskey(
  userId: string,
  { incoming, first, also }: Pick<Answer<never>, "incoming" | "also"> & {
    readonly first: readonly AuthMethod[];
  },
  setup: Setup,
): Promise<Proof> {
  const provider = passkeyProvider(setup);
  if (!provider) throw wrong("the application has no passkeys");
  const answer = parsePasskeyAnswer(incoming);
  const { cookies } = incoming;
  const { ceremony } = await consumeCeremony(answer, { provider, cookies }, setup);
  const { limits } = rulesOf(setup);
  const attempted = { kind: "passkey", account: null, provider: provider.id } as const;
  const identity = await limits.attempt(
    attempted,
    incoming,
    () =>
      verifyPasskeyAnswer(answer, {
        ceremony,
        incoming,
        // The first step was another factor: here a touch is enough.
        provider: {
          ...provider,
          verifyAuthenticationOptions: { ...provider.verifyAuthenticationOptions, ...TOUCH },
        },
        platform: setup.platform,
      }),
  );
  const { account: { providerAccountId } } = identity;
  // Who registers a passkey chooses its id, and proves nothing.
  const isOwn = ceremony?.action === "authenticate" &&
    (await passkeysOf(userId, setup)).some((each) => each.providerAccountId === providerAccountId);
  if (!isOwn) throw wrong("the passkey belongs to another user, or was just registered");
  const { amr = [] } = identity;
  if (hasPasskey(first) && !amr.includes("mfa")) {
    throw wrong("the first step was a passkey as well, and this one has not verified its user");
  }
  const isOn = await changeSecondFactor(
    userId,
    (row) => row.enabledAt === null ? null : also(row),
    rulesOf(setup),
  );
  if (!isOn) throw wrong("the user has turned the second factor off");
  return { amr: methodsAfter(first, amr), giveBack: null };
}

/** Seals the secret of an authenticator app for a row. */
export async function sealTotpSecret({ userId, secret }: TotpSecret, setup: Setup): Promise<string> {
  const totp: TotpSecret = { userId: await sealedId(userId), secret };
  return await sealStored(totp, "totp secret", setup);
}

/** The id of a user in a seal, for which a row has 512 characters. */
async function sealedId(userId: string | null): Promise<string | null> {
  return userId === null ? null : await shortened(String(userId), LONGEST_ID);
}

/** The longest id that is sealed as it is, in characters. */
const LONGEST_ID = 64;

/**
 * Opens the secret of an authenticator app.
 *
 * @returns The secret, and the seal with the newest secret of the config; `null` if it has that already.
 * @throws {OldSecretMissing} if no secret of the config opens it.
 */
export async function openTotpSecret(
  sealed: string,
  userId: string | null,
  setup: Setup,
): Promise<{ readonly secret: string; readonly resealed: string | null }> {
  const opened = await openStored<TotpSecret>(sealed, "totp secret", setup);
  const named = [userId, await sealedId(userId)];
  if (!opened || !named.some((id) => String(opened.data.userId) === String(id))) {
    throw new OldSecretMissing(
      `Cannot check the code of user "${userId}": the secret of their authenticator app was sealed with a \`secret\` that the ` +
        "config no longer has. Add the old one behind the new one, `secret: [new, old]`, and run `npx @latchkey/auth reseal`",
    );
  }
  const { secret } = opened.data;
  const resealed = opened.isNewest ? null : await sealTotpSecret({ userId, secret }, setup);
  return { secret, resealed };
}

function wrong(reason: string): InvalidSecondFactor {
  return new InvalidSecondFactor(`Cannot accept the second factor: ${reason}`);
}
