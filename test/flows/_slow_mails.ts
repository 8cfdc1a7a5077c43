/**
 * A world with second factors in which something happens while a mail is sent, which may take a while.
 *
 * Take `openSlow()` where a session ends, or the database fails, amid a mail.
 *
 * @module
 */

import { type FactorWorld, openFactors } from "./_second_factor.ts";

/** A world in which something happens while the next mail of a purpose is sent. */
export interface SlowMails extends FactorWorld {
  amid(purpose: string, run: () => Promise<unknown>): void;
}

/** Opens one. */
export function openSlow(options: NonNullable<Parameters<typeof openFactors>[0]>): SlowMails {
  const waiting = new Map<string, () => Promise<unknown>>();
  const world: FactorWorld = openFactors({
    ...options,
    email: {
      mails: "both",
      async sendVerificationRequest(mail) {
        world.mails.push(mail as (typeof world.mails)[number]);
        const { purpose } = mail;
        const run = waiting.get(purpose);
        waiting.delete(purpose);
        await run?.();
      },
    },
  });
  return { ...world, amid: (purpose, run) => void waiting.set(purpose, run) };
}
