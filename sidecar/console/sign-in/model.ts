// Model of the sign-in page.

export interface SignInModel {
  /** Path below /console to continue to. */
  to: string;
  /** Token of the one-time link. */
  link?: string;
  passwordProblem?: string;
  /** Origin at which passkeys work, or undefined if the room's address does not support them. */
  passkeyOrigin?: string;
  /** True if another site linked here, so that the browser did not send the session cookie. */
  isFromElsewhere: boolean;
}
