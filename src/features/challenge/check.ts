/**
 * Asks whether a form may be sent.
 *
 * @module
 */

import { ChallengeFailed } from "../../errors/challenge_failed.ts";
import { AuthError, ServerBusy } from "../../errors/errors.ts";
import { isA } from "../../errors/thrown.ts";
import { toRequest } from "../../http/incoming.ts";
import type { Incoming } from "../../http/types.ts";
import type { OpenForm } from "../../setup/open_form.ts";
import type { Setup } from "../../setup/setup.ts";
import { askedBy } from "./forms.ts";

/**
 * Asserts that a form has an answer that counts, if it asks for one.
 *
 * @throws {ChallengeFailed} if it has none.
 * @throws {ServerBusy} if that cannot be found out.
 */
export async function assertSolved(form: OpenForm, incoming: Incoming, setup: Setup): Promise<void> {
  const rules = askedBy(form, setup);
  if (!rules) return;
  const { platform, logger } = setup;
  const context = { form, fields: fieldsOf(incoming), platform, logger };
  const { check } = await rules.kind();
  // Whatever else it returns, such as the answer of a service, is not a yes.
  const isSolved: unknown = await orBusy(
    form,
    async () => await check(toRequest(incoming), context, rules.options, setup),
  );
  if (isSolved !== true) {
    throw new ChallengeFailed(`Cannot accept the form "${form}": its challenge isn't solved`);
  }
}

async function orBusy<T>(form: OpenForm, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isA(error, AuthError)) throw error;
    throw new ServerBusy(`Cannot check the challenge of the form "${form}"`, { err: error as Error });
  }
}

/** The fields that are text. */
function fieldsOf({ body = {} }: Incoming): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => typeof value === "string" ? [[name, value]] : []),
  );
}
