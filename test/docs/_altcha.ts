/**
 * Stands in for the file of the widget of ALTCHA, which an application copies to its public folder.
 *
 * @module
 */

/** Nothing: the widget registers itself. */
export {};
