// The page with the ways to sign in.

export interface SignInModel {
  /** The page that was asked for, below /console. */
  to: string;
  /** Token of a one-time link. */
  link?: string;
  passwordProblem?: string;
  /** Where passkeys work; undefined when the room's address takes none. */
  passkeyOrigin?: string;
  /** A link of another site led here: then the browser did not send the session cookie. */
  isFromElsewhere: boolean;
}
