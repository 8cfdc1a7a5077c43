/**
 * What a challenge shows in a form, and what its page may load for it.
 *
 * @module
 */

import { markup, ownHtml } from "../../markup/html.ts";
import type { Locale } from "../../messages/types.ts";
import type { FormPart } from "../../pages/form_part.ts";
import type { OpenForm } from "../../setup/open_form.ts";
import type { Setup } from "../../setup/setup.ts";
import { askedBy } from "./forms.ts";
import type { ChallengeWidget } from "./options.ts";

/** Draws the widget of a form; `null` if it asks for nothing. */
export async function drawPart(form: OpenForm, locale: Locale, setup: Setup): Promise<FormPart | null> {
  const rules = askedBy(form, setup);
  if (!rules) return null;
  const widget = (await rules.kind()).widget(rules.options, { form, language: locale.language }, setup);
  return widget && toPart(widget, locale);
}

/** The widget, and the sentence in its place where no scripts run. */
function toPart(widget: ChallengeWidget, { messages }: Locale): FormPart {
  const { html, script, integrity } = widget;
  const sources = { ...widget.policy };
  if (script !== undefined) sources["script-src"] = [...sources["script-src"] ?? [], sourceOf(script)];
  return {
    html: markup`<div class="form">${ownHtml(html)}${
      // A question in a field needs none.
      script !== undefined &&
      markup`<noscript><p class="note">${messages.challenge.needsScript}</p></noscript>`}</div>
`,
    script: script === undefined ? null : markup`
<script src="${script}"${
      integrity !== undefined && markup` integrity="${integrity}" crossorigin="anonymous"`
    }${widget.module ? markup` type="module"` : markup` defer`}></script>`,
    allow: (policy) => withSources(policy, sources),
  };
}

/** The source of a script or of styles for a policy: its URL without the query, which policies do not compare (CSP §6.7.2.8). */
export function sourceOf(script: string): string {
  return /^https?:/i.test(script) ? script.replace(/[?#].*/s, "") : "'self'";
}

/** Adds sources to the directives of a policy, and the directives that it lacks. */
function withSources(policy: string, sources: Readonly<Record<string, readonly string[]>>): string {
  const directives = new Map(
    policy.split("; ").map((each) => {
      const [name = "", ...list] = each.split(" ");
      return [name, list];
    }),
  );
  for (const [name, added] of Object.entries(sources)) {
    const list = directives.get(name)?.filter((source) => source !== "'none'") ?? [];
    directives.set(name, [...new Set([...list, ...added])]);
  }
  return [...directives].map(([name, list]) => [name, ...list].join(" ")).join("; ");
}
