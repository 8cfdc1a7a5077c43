/**
 * Finds the tabs of a page, and puts those that belong together into a group.
 *
 * @module
 */

import { fileIn, type Kind, kindOf, KINDS, openGroup, openTab, tabOf } from "./tabs.ts";

/** The fields of a token of markdown-it that this file reads. */
export interface Token {
  readonly type: string;
  readonly tag: string;
  readonly level: number;
  readonly info: string;
  readonly content: string;
  meta: unknown;
}

/** A note on code that stands in no tab for a framework, on a page with such tabs. */
export interface SharedCode {
  /** The tabs that have a file of their own in its place. */
  readonly not: readonly string[];
}

/** A tab, while its tokens are collected. */
interface Tab<T extends Token> {
  readonly name: string;
  readonly tokens: T[];
}

/**
 * Puts tabs into groups.
 *
 * @param tokens Those of a page.
 * @param html Makes a token of HTML.
 */
export function groupTabs<T extends Token>(tokens: readonly T[], html: (content: string) => T): T[] {
  const all: T[] = [];
  let tabs: Tab<T>[] = [];
  // Code of the section that all frameworks have.
  let shared: T[] = [];
  const close = () => {
    const kind = kindOf(tabs[0]?.name ?? "");
    if (!kind) return;
    all.push(...groupOf(kind, tabs, html));
    if (kind === "framework") {
      for (const token of shared) token.meta = { not: replacedIn(tabs, token) } satisfies SharedCode;
    }
    tabs = [];
  };
  for (const [i, token] of tokens.entries()) {
    if (token.level === 0 && token.type === "heading_open") {
      const name = token.tag === "h4" ? tokens[i + 1]!.content : "";
      const kind = kindOf(name);
      if (!kind || tabs[0] && kindOf(tabs[0].name) !== kind) close();
      if (kind) tabs.push({ name, tokens: [] });
      if (token.tag === "h2") shared = [];
    }
    if (tabs.length && token.level === 0 && token.type === "hr") {
      close();
      continue;
    }
    if (kindOf(tabs[0]?.name ?? "") !== "framework" && isModule(token)) shared.push(token);
    (tabs.at(-1)?.tokens ?? all).push(token);
  }
  close();
  return all;
}

/** Whether a token is code in TypeScript that has a file. */
function isModule({ type, info }: Token): boolean {
  return type === "fence" && /^ts \S/.test(info);
}

/** The frameworks whose tab has a file of its own in the place of a file that all others share. */
function replacedIn<T extends Token>(tabs: readonly Tab<T>[], shared: T): readonly string[] {
  const nameOf = ({ info }: Token) => info.trim().split(/\s+/)[1]!;
  const isReplaced = ({ name, tokens }: Tab<T>) =>
    tokens.filter(isModule).some((token) => nameOf(token) === fileIn(name, nameOf(shared)));
  return tabs.filter(isReplaced).map(({ name }) => tabOf(name));
}

/** The tokens of a group. */
function groupOf<T extends Token>(
  kind: Kind,
  tabs: readonly Tab<T>[],
  html: (content: string) => T,
): readonly T[] {
  const names: readonly string[] = KINDS[kind];
  const sorted = tabs.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  return [
    html(openGroup(kind, sorted.map(({ name }) => name))),
    ...sorted.flatMap(({ name, tokens }) => [html(openTab(name)), ...tokens, html("</section>\n")]),
    html("</div>\n"),
  ];
}
