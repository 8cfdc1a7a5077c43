/**
 * The demo's inbox: every mail that the application has sent, to any recipient.
 *
 * @module
 */

import type { AppSession } from "./app_config.ts";
import { type Html, html } from "./html.ts";
import { page } from "./layout.ts";
import type { Mail } from "./mail_server.ts";

/** Lists the mails. The newest is open. */
export function inboxPage(mails: readonly Mail[], session: AppSession | null): Html {
  return page(
    { title: "Inbox", session },
    html`
      <section class="intro">
        <h1>Inbox</h1>
        <p class="lead">No mail leaves this computer. This page shows every mail that the application sends.</p>
      </section>
      ${mails.length ? mails.map(card) : EMPTY}
    `,
  );
}

/** Shows the HTML part of a mail, in a sandbox without scripts and without access to the page around it. */
export function showMail(mails: readonly Mail[], id: string | null): Response {
  const mail = mails.find((mail) => String(mail.id) === id);
  if (!mail) return new Response("There is no such mail.", { status: 404 });
  return new Response(mail.html.replace("<head>", '<head><base target="_top">'), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "sandbox allow-top-navigation-by-user-activation; default-src 'none'; " +
        "style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
      "cache-control": "private, no-store",
    },
  });
}

const EMPTY = html`
  <section class="card">
    <h2>Nothing yet</h2>
    <p>Sign in with any email address, and the mail appears here.</p>
    <p><a class="button" href="/auth/signin?callbackUrl=%2Fprofile">Sign in</a></p>
  </section>
`;

function card({ id, to, subject, text, received }: Mail, index: number): Html {
  const code = /^\d{4} \d{4}$/m.exec(text)?.[0];
  return html`
    <details class="card mail" ${index === 0
      ? html`
        open
      `
      : null}>
      <summary>
        <span class="what"><b>${subject}</b><small>to ${to}</small></span>
        ${code && html`<code>${code}</code>`}
        <time datetime="${received.toISOString()}">${received.toTimeString().slice(0, 8)}</time>
      </summary>
      <iframe src="/inbox/mail?id=${id}" title="The mail to ${to}" loading="lazy"
        sandbox="allow-top-navigation-by-user-activation"></iframe>
    </details>
  `;
}
