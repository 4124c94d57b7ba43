// Model of the account page: ways to sign in and signed-in browsers.

interface CredentialView {
  id: string;
  kind: 'password' | 'passkey';
  label: string;
  /** Milliseconds since the epoch, like every time in this model. */
  createdAt: number;
  usedAt: number | null;
}

interface BrowserView {
  id: string;
  /** For example `Firefox on Linux`. */
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
  /** True if the session began less than an hour ago, so that ways to sign in may be changed. */
  isFresh: boolean;
  /** Origin at which passkeys work, or undefined if the room's address does not support them. */
  passkeyOrigin?: string;
  baseUrl: string;
  /** Console languages to choose from. An empty value stands for the creator's language. */
  languages: { value: string; label: string; isChosen: boolean }[];
  /** Name of this browser, suggested as the name of its passkey. */
  browser: string;
  signedIn: BrowserView[];
  problems: Partial<Record<'old' | 'password' | 'again', string>>;
}

/** Credential that the confirmation page is about. */
export type RemoveLastModel = Pick<CredentialView, 'id' | 'kind' | 'label'>;
