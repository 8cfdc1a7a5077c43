/**
 * What the tests use of `mermaid`.
 *
 * @module
 */

/** The library. */
declare const mermaid: {
  /** Parses a diagram. Rejects if it has a mistake. */
  parse(diagram: string): Promise<{ readonly diagramType: string }>;
};

export default mermaid;
