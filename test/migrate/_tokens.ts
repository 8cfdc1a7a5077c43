/**
 * Tokens that next-auth 4.24.15 and @auth/core 0.41.3 have issued with the secret `secret`. They end in the year 2100.
 *
 * @module
 */

/** A session of next-auth 4: `{ name: "n", sub: "1" }`. */
export const NEXT_AUTH_SESSION =
  "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..Vpbf_7lIM-mFonP7.HUOKtTYDWOAmPUW7Z3a8tLkQ_T-c7u-wFcqY1p-XA0trf0K8S6uHAEWPSS6_3x5MEYzOX7OcEWqDylCDGPSwMN7RBku-zk8ZKOW4TKmod9vOuAHXNwW4-P7Ihcgtm1Fg2t3qxPM.qtFDfNSOfeLrcuyHrFBs2g";

/** A state of next-auth before 4.24.5, which has the key of sessions: `{ value: "state-value" }`. */
export const NEXT_AUTH_UNSALTED_STATE =
  "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..-Yrvr9x6zSF3GVOd.eTLK04ygwd-Mh6jG1i28G9rdoAI3KVpSHBvJu9lRgJTmL20Yvbb_WQVOfyIbujJaOSiHU3tuqesJo0A_UBOepJ_rS9TmTlo7wbHsUNPO0Q-angltZXtrBg-SLYQPdtCReKu2IiS5.Va7akJWqVfhgvR-U3WNcmw";

/** A state of next-auth 4: `{ value: "S", provider: "idp" }`, for the cookie `next-auth.state`. */
export const NEXT_AUTH_STATE =
  "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..BsVPg0DKxdGyH866.PeFEZinTopkmm96GoloxZGMQ7GaF_XaPoZAXuU-QM22xcg1wchOB0SC7jrkAm-lRIjeL17kiMfUanVPCoeC9Pnj1gvCuylWDGXToQKV9JcDIaNE0i_gR332KWhBqwIefNq8o3-d0w5mQgpMRDQ.6O2VT_7uWBbUcDcy9K_yGA";

/** A session of Auth.js 5: `{ name: "n", sub: "1" }`, for the cookie `authjs.session-token`. */
export const AUTH_JS_SESSION =
  "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiN3g5RFVNVmFFVTZnaWFiMGwwT1dEdDRlNFNzUkhfY2J3TW9mMkV6RXl5Nm9uSzVvOHhTUFBCNzk5UlZvcW0ydjZ6Njc0a1FDdjlqb20yVDhTLWExZFEifQ.._IFpTQZtGEy5SvvcsaCiGQ.3gw3xhFifZzbqTuGCTjCWAFLby9JuSj4mrHkVbM8lHyB-lGWvYcoIe1YhNrqsGcvJIR-1Ga5FYpipbzQTRywnWs1OFONC0ZwjIuUallikWEb3TqYPV9xbSxEqYwfbo0dv-htI4Wm1B0qo0ab5Nt06g.8fo1po6iWEG6s9zWWDm9Tu91tHONRM2214APdzWIjpo";

/** A state of Auth.js 5: `{ value: "S", provider: "idp" }`, for the cookie `authjs.state`. */
export const AUTH_JS_STATE =
  "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiNU5uVHUteXZNbXlFOURwRWJyYWsxaGpQWXl0LVNLNDFVbFFtQUJjdXVwZHhRajBzeklEZmJyMDh6cWliZG1WU01GZElDNF9OcUl2cEZRczRrVXMwcEEifQ..p7H781KXJxLh5k6hGTvoqw.KLcdNoqoDiJKm-Yzm7JsX8TFJ1kal2r1RxLLCIRqR91Hg2q5E9_FZP_pHdjzsWUYMEjfLSWkxULUEuF8eYqNDxoT_ovw1wkoAxzQNbJQTA62qqktMyCyhDYEITT6sNIe34teSIVRVjD8ZKh8b8R1yg.kIWLXw8fHP6FkHA5VkyjXKkkbW8uIvkNtYjlhoZBOxM";
