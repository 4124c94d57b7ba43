// Types of pages, actions and uploads, and the request that they receive.
import type { ConsoleDeps } from './deps.ts';
import type { Session } from './sign-in/sessions.ts';
import type { ConsoleTranslate } from './messages/messages.ts';

export interface ConsoleRequest {
  params: Record<string, string>;
  query: Record<string, string>;
  session: Session;
  t: ConsoleTranslate;
  /** Language chosen in this browser, or undefined for the creator's language. */
  chosenLanguage: string | undefined;
}

/** Loads the model of a view. Throws an ApiError if there is nothing to show. */
export type LoadPage<Model = unknown> = (deps: ConsoleDeps, request: ConsoleRequest) => Promise<Model>;

/** Model that a page loads. */
export type PageModel<P extends LoadPage> = Awaited<ReturnType<P>>;

/** Loads a file to download. */
export type LoadDownload = (
  deps: ConsoleDeps,
  request: ConsoleRequest,
) => Promise<{ name: string; type: string; text: string | Buffer }>;

/** Values of a form by field name. */
export type FormValues = Record<string, string[]>;

/** Redirect with an optional notice, or a view that is rendered immediately so that no input is lost. */
export type ActionResult =
  | { to: string; notice?: string; count?: number; signedOut?: true; language?: string }
  | { view: string; model: unknown; problem?: string };

export type RunAction = (deps: ConsoleDeps, form: FormValues, request: ConsoleRequest) => Promise<ActionResult>;

/** Normalizes line breaks and removes U+0000, which databases reject. */
export const normalizeFormText = (value: string): string => value.replaceAll('\r\n', '\n').replaceAll('\0', '');

/** Returns the first value of a field, or an empty string. */
export const formField = (form: FormValues, name: string): string => form[name]?.[0] ?? '';

export interface UploadedFile {
  /** File name as the browser reports it; not trustworthy. */
  name: string;
  bytes: Uint8Array;
}

/** Runs a form with files. */
export type RunUpload = (
  deps: ConsoleDeps,
  form: FormValues,
  request: ConsoleRequest,
  files: UploadedFile[],
) => Promise<ActionResult>;

/** Author of console actions in the audit log. */
export const consoleActor = 'creator';

/** Value of `do` that renders the form again with its input and changes nothing. */
export const redrawForm = 'again';

/** Value of `do` for an upload that was too large to be read. */
export const uploadTooLarge = 'too-large';
