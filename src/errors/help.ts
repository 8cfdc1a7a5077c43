/**
 * Links from errors and warnings to the page that explains them.
 *
 * @module
 */

/** The page. Its anchors are the types of errors and the codes of warnings. */
const PAGE = "https://latchkey.github.io/auth/errors";

/**
 * A further line of a message: the link to the section of an error or a warning.
 *
 * @param name Type of the error, or code of the warning: `MissingSecret` has the section `missing-secret`.
 */
export function seeAlso(name: string): string {
  return `\n  see ${PAGE}#${name.replaceAll(/([a-z]|JWT)(?=[A-Z])/g, "$1-").toLowerCase()}`;
}
