// The creator's ways to sign in, and the browsers that are signed in.

interface CredentialView {
  id: string;
  kind: 'password' | 'passkey';
  label: string;
  /** Milliseconds since 1970, as all instants here. */
  createdAt: number;
  usedAt: number | null;
}

interface BrowserView {
  id: string;
  /** `Firefox on Linux`. */
  browser: string;
  method: 'password' | 'passkey' | 'link';
  createdAt: number;
  seenAt: number;
  isThis: boolean;
}

export interface AccountModel {
  credentials: CredentialView[];
  hasPassword: boolean;
  asksOldPassword: boolean;
  /** Signed in a moment ago, so that the way in may be changed. */
  isFresh: boolean;
  /** Undefined when the room's address takes no passkeys. */
  passkeyOrigin?: string;
  baseUrl: string;
  /** Choices of the console's language; an empty value stands for the creator's. */
  languages: { value: string; label: string; isChosen: boolean }[];
  /** What this browser calls itself: a first name for its passkey. */
  browser: string;
  signedIn: BrowserView[];
  problems: Partial<Record<'old' | 'password' | 'again', string>>;
}

/** Asked before the last way in besides the link is removed. */
export type RemoveLastModel = Pick<CredentialView, 'id' | 'kind' | 'label'>;
