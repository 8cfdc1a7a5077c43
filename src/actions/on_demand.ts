/**
 * The actions that a session check does not need, in one piece: loaded when one of them is first asked for.
 *
 * @module
 */

export { callback } from "./callback.ts";
export { answerLink, showLink } from "./link.ts";
export {
  showError,
  showMisconfiguration,
  showSignIn,
  showSignOut,
  showTakenOver,
  showVerifyRequest,
} from "./page.ts";
export { signIn } from "./signin.ts";
export { webauthnOptions } from "./webauthn_options.ts";
export { webauthnScript } from "./webauthn_script.ts";
