/**
 * Pages of the demo's identity provider.
 *
 * @module
 */

import { type Html, html } from "./html.ts";
import { people } from "./people.ts";

/** Data of both pages. */
export interface InteractionPage {
  /** URL of the form. */
  readonly action: string;
  /** Name of the application that requests the sign-in. */
  readonly application: string;
}

/** Asks the user to choose an account. */
export function loginPage({ action, application }: InteractionPage): Html {
  return page(
    "Choose an account",
    html`
      <h1>Choose an account</h1>
      <p class="lead">to continue to <strong>${application}</strong></p>
      <form method="post" action="${action}">
        <ul class="people">
          ${people.map(({ id, name, email }) =>
            html`
              <li><button name="account" value="${id}">
                <img src="/people/${id}.svg" alt="" width="40" height="40">
                <span><b>${name}</b><small>${email}</small></span>
              </button></li>
            `
          )}
        </ul>
      </form>
      <p class="or"><span>or</span></p>
      <form method="post" action="${action}" class="anybody">
        <label for="name">Use another name</label>
        <div class="row">
          <input id="name" name="name" required maxlength="60" autocomplete="off" placeholder="Any name">
          <button class="primary">Continue</button>
        </div>
      </form>
      <p class="note">There are no passwords: this provider exists only on this computer, for the demo.</p>
    `,
  );
}

/** The consent that the application requests. */
export interface Consent {
  /** Name of the user. */
  readonly name: string;
  /** Scopes, separated by spaces. */
  readonly scope: string;
}

/** Asks the user for consent. */
export function consentPage({ action, application }: InteractionPage, { name, scope }: Consent): Html {
  return page(
    `Allow ${application}?`,
    html`
      <h1>Allow ${application}?</h1>
      <p class="lead">You are <strong>${name}</strong>. The application will learn:</p>
      <ul class="facts">
        <li>your name and portrait</li>
        ${scope.split(" ").includes("email") ? html`<li>your email address</li>` : null}
      </ul>
      <form method="post" action="${action}" class="decision">
        <button class="primary" name="decision" value="allow">Allow</button>
        <button class="plain" name="decision" value="cancel">Cancel</button>
      </form>
    `,
  );
}

/** Shows an error. */
export function refusalPage(reason: string): Html {
  return page(
    "That did not work",
    html`
      <h1>That did not work</h1>
      <p class="lead">${reason}</p>
      <p class="note">Go back to the application and sign in again.</p>
    `,
  );
}

function page(title: string, content: Html): Html {
  return html`
    <!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>${title} · Example ID</title>
        <link rel="icon" href="/icon.svg">
        <link rel="stylesheet" href="/provider.css">
      </head>
      <body>
        <main>
          <p class="brand"><img src="/icon.svg" alt="" width="28" height="28"> Example ID</p>
          ${content}
        </main>
      </body>
    </html>
  `;
}
