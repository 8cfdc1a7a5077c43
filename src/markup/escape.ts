/**
 * The characters of a text that HTML would read as markup.
 *
 * @module
 */

/** Escapes a text for HTML: for text and for quoted attributes alike. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
