/**
 * The account page: the ways to sign in and the sessions of the signed-in user, from the database.
 *
 * @module
 */

import type { AdapterAccount, AdapterAuthenticator, AdapterUser } from "@latchkey/auth/adapters";
import type { AppSession } from "./app_config.ts";
import type { Device } from "./devices.ts";
import { type Html, html } from "./html.ts";
import { page } from "./layout.ts";

/** Content of the page. */
export interface Account {
  /** The stored user. */
  readonly user: AdapterUser | null;
  /** Their accounts at providers. */
  readonly accounts: readonly AdapterAccount[];
  /** Their passkeys. */
  readonly passkeys: readonly AdapterAuthenticator[];
  /** Whether the user has more than one way to sign in: the last one cannot be removed. */
  readonly isRemovable: boolean;
  /** Their active sessions. */
  readonly sessions: readonly ListedSession[];
}

/** A session in the list. */
export interface ListedSession {
  /** Its id in the database. */
  readonly id: string;
  /** When it expires unless it is used. */
  readonly expires: Date;
  /** The browser that has it. */
  readonly device: Device | null;
}

/** Creates the page. */
export function accountPage(session: AppSession, account: Account): Html {
  const { user, passkeys, sessions, isRemovable } = account;
  const accounts = account.accounts.filter(({ type }) => type !== "webauthn");
  const sorted = sessions.toSorted((a, b) => Number(isThis(b)) - Number(isThis(a)));
  return page(
    { title: "Your account", session },
    html`
      <section class="intro">
        <h1>Your account</h1>
        <p class="lead">How you sign in, and where you are signed in.</p>
      </section>
      <section class="card" aria-labelledby="ways">
        <h2 id="ways">Ways to sign in</h2>
        ${accounts.length || user?.emailVerified ? null : html`<p>Only passkeys, so far.</p>`}
        <ul class="rows">
          ${user?.emailVerified &&
            row("E-mail", html`${user.email}, proven on ${dateOf(user.emailVerified)}`)}
          ${accounts.map((account) =>
            row(
              nameOf(account),
              html`${account.type === "credentials" ? user?.email : account.providerAccountId}`,
              isRemovable ? removal(nameOf(account), accountFields(account)) : undefined,
            )
          )}
        </ul>
        <p><a class="button plain" href="/auth/signin?link=true&amp;callbackUrl=%2Faccount">Add another</a></p>
      </section>
      <section class="card" aria-labelledby="passkeys">
        <h2 id="passkeys">Passkeys</h2>
        ${passkeys.length
          ? html`<ul class="rows">${
            passkeys.map((passkey) =>
              row(
                "Passkey",
                describe(passkey),
                isRemovable ? removal("passkey", passkeyFields(passkey)) : undefined,
              )
            )
          }</ul>`
          : html`<p>None yet. With one, your finger, face or PIN signs you in.</p>`}
        <form method="post" action="/auth/callback/passkey" data-passkey="/auth/webauthn-options/passkey" hidden>
          <input type="hidden" name="csrfToken">
          <input type="hidden" name="callbackUrl" value="/account">
          <input type="hidden" name="link" value="true">
          <button class="button plain" name="action" value="register">Add a passkey</button>
        </form>
        <noscript><p>Passkeys need JavaScript.</p></noscript>
        <script src="/auth/webauthn-script" defer></script>
      </section>
      <section class="card" aria-labelledby="sessions">
        <h2 id="sessions">Sessions</h2>
        <ul class="rows">
          ${sorted.map((listed) => row(listed.device?.name ?? "A browser", timesOf(listed), endOf(listed)))}
        </ul>
      </section>
    `,
  );

  function isThis({ id }: ListedSession): boolean {
    return id === session.sessionId;
  }

  function endOf(listed: ListedSession): Html {
    if (isThis(listed)) return html`<b class="tag">this one</b>`;
    return html`
      <form method="post" action="/account/sessions/end">
        <button class="button plain small" name="session" value="${listed.id}">End</button>
      </form>
    `;
  }
}

const NAMES: Readonly<Record<string, string>> = {
  "example": "Example ID",
  "example-form": "Example ID, by form",
  "password": "Password",
};

function nameOf({ provider }: AdapterAccount): string {
  return NAMES[provider] ?? provider;
}

function accountFields({ provider, providerAccountId }: AdapterAccount): Html {
  return html`
    <input type="hidden" name="provider" value="${provider}">
    <input type="hidden" name="account" value="${providerAccountId}">
  `;
}

function passkeyFields({ credentialID }: AdapterAuthenticator): Html {
  return html`<input type="hidden" name="passkey" value="${credentialID}">`;
}

function removal(name: string, fields: Html): Html {
  return html`
    <form method="post" action="/account/ways/remove">
      ${fields}
      <button class="button plain small" aria-label="Remove ${name}">Remove</button>
    </form>
  `;
}

function row(name: string, detail: Html, end?: Html): Html {
  return html`<li><span class="what"><b>${name}</b><small>${detail}</small></span>${end}</li>`;
}

function describe({ credentialID, credentialDeviceType, credentialBackedUp }: AdapterAuthenticator): Html {
  const device = credentialDeviceType === "multiDevice" ? "may be on several devices" : "on one device";
  return html`${credentialID.slice(0, 8)}…, ${device}${credentialBackedUp ? ", backed up" : null}`;
}

function timesOf({ expires, device }: ListedSession): Html {
  const seen = device && html`
    last seen at ${device.seen.toTimeString().slice(0, 5)},
  `;
  return html`${seen}ends on ${dateOf(expires)} if it is not used`;
}

function dateOf(date: Date): string {
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}
