/**
 * Pages of the demo's application.
 *
 * @module
 */

import { type Html, html } from "./html.ts";

/** The session as the pages need it. */
export interface ShownSession {
  /** Who is signed in. */
  readonly user?: {
    readonly name?: string | null;
    readonly email?: string | null;
    readonly image?: string | null;
  };
  /** When it ends. */
  readonly expires: string;
}

/** The front page. */
export function homePage(session: ShownSession | null): Html {
  const [lead, link] = session
    ? [
      html`You are signed in as <strong>${session.user?.name}</strong>.`,
      html`<a class="button" href="/profile">See your session</a>`,
    ]
    : [
      html`Prove who you are at a provider, come back, and find your session here.`,
      html`<a class="button" href="/auth/signin?callbackUrl=%2Fprofile">Sign in</a>`,
    ];
  return page(
    "Welcome",
    html`
      <section class="hero">
        <h1>One library, every runtime.</h1>
        <p class="lead">${lead}</p>
        <p>${link}</p>
      </section>
      <ol class="steps">
        <li><b>This application</b> asks for a sign-in. It keeps no database and no passwords.</li>
        <li><b>Example ID</b>, a real OpenID provider in the same process, asks who you are.</li>
        <li><b>Latchkey</b> checks the answer and gives your browser an encrypted session.</li>
      </ol>
    `,
  );
}

/** The session of whoever is signed in. @param isSaved Whether a change has just been made. */
export function profilePage(session: ShownSession, isSaved: boolean): Html {
  const { name, email, image } = session.user ?? {};
  return page(
    "Your session",
    html`
      <section class="card who">
        ${image && html`<img src="${image}" alt="" width="72" height="72">`}
        <div>
          <h1>${name}</h1>
          <p>${email}</p>
        </div>
        <a class="button plain" href="/auth/signout?callbackUrl=%2F">Sign out</a>
      </section>
      <section class="card">
        <h2>Change your name</h2>
        <p id="hint">Changes the session alone: the provider keeps its own idea of you.</p>
        <form id="rename">
          <label for="name">Name</label>
          <div class="row">
            <input id="name" name="name" value="${name}" required maxlength="60" autocomplete="off"
              aria-describedby="hint">
            <button class="button">Save</button>
          </div>
          <p id="status" role="status">${isSaved ? "Saved." : null}</p>
        </form>
        <noscript><p>This form needs JavaScript. Signing in and out does not.</p></noscript>
      </section>
      <section class="card">
        <h2>What the application sees</h2>
        <pre tabindex="0" aria-label="The session as JSON">${JSON.stringify(session, null, 2)}</pre>
      </section>
    `,
  );
}

/** For paths that lead nowhere. */
export function missingPage(): Html {
  return page(
    "Not found",
    html`
      <section class="hero">
        <h1>There is nothing here.</h1>
        <p class="lead">The page you asked for does not exist.</p>
        <p><a class="button" href="/">To the front page</a></p>
      </section>
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
        <title>${title} · Latchkey demo</title>
        <link rel="icon" href="/icon.svg">
        <link rel="stylesheet" href="/app.css">
        <script src="/app.js" type="module"></script>
      </head>
      <body>
        <header><a href="/"><img src="/icon.svg" alt="" width="28" height="28"> Latchkey demo</a></header>
        <main>${content}</main>
      </body>
    </html>
  `;
}
