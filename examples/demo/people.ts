/**
 * The people who can sign in at the demo's identity provider: a few predefined ones, and one for each name that is entered.
 *
 * @module
 */

/** A person with an account. */
export interface Person {
  /** Subject (OpenID Connect). */
  readonly id: string;
  /** Full name. */
  readonly name: string;
  /** Email address, at a domain that cannot receive mail (RFC 2606). */
  readonly email: string;
}

/** Predefined accounts. */
export const people: readonly Person[] = [
  { id: "ada", name: "Ada Lovelace", email: "ada@example.com" },
  { id: "grace", name: "Grace Hopper", email: "grace@example.com" },
  { id: "alan", name: "Alan Turing", email: "alan@example.com" },
];

const accounts = new Map(people.map((person) => [person.id, person]));

/** Finds an account by its subject. */
export function findPerson(id: string): Person | null {
  return accounts.get(id) ?? null;
}

/** Creates the account of a name, or returns the existing one. `null` if the name is empty. */
export function addPerson(name: string): Person | null {
  const clean = name.trim().replace(/\s+/g, " ").slice(0, 60);
  if (!clean) return null;
  const id = encodeURIComponent(clean.toLowerCase()).replace(/%20/g, ".").replace(/[^\w.-]/g, "-");
  const person = accounts.get(id) ?? { id, name: clean, email: `${id}@example.com` };
  if (accounts.size < 1000) accounts.set(id, person);
  return person;
}

/** Draws a portrait: the initials on a colour that is derived from the name. */
export function drawPortrait({ id, name }: Person): string {
  const hue = [...id].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 360, 7);
  const initials = name.split(" ").map((word) => [...word][0] ?? "").slice(0, 2).join("").toUpperCase();
  const text = initials.replace(/[&<>]/g, "");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="hsl(${hue} 55% 42%)"/>` +
    `<text x="48" y="50" fill="#fff" font-family="system-ui,sans-serif" font-size="36" font-weight="600" text-anchor="middle" dominant-baseline="central">${text}</text></svg>`;
}
