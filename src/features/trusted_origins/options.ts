/**
 * The options of front ends on other origins.
 *
 * @module
 */

/** The options of front ends on other origins. */
export interface TrustedOriginsOptions {
  /**
   * The origins, of the same site as the application and exactly as browsers send them: `["https://app.example.com"]`, or on your
   * machine `["http://localhost:5173"]`. No wildcards.
   */
  readonly origins: readonly string[];
}
