// What a page and an action of the console are, and what they are asked with.
import type { ConsoleDeps } from './deps.ts';
import type { Session } from './sign-in/sessions.ts';
import type { ConsoleTranslate } from './messages/messages.ts';

export interface ConsoleRequest {
  params: Record<string, string>;
  query: Record<string, string>;
  session: Session;
  t: ConsoleTranslate;
  /** In this browser; undefined where the creator's holds. */
  chosenLanguage: string | undefined;
}

/** Gives what a view shows; throws an ApiError where there is nothing. */
export type LoadPage<Model = unknown> = (deps: ConsoleDeps, request: ConsoleRequest) => Promise<Model>;

/** What the view of a page is given. */
export type PageModel<P extends LoadPage> = Awaited<ReturnType<P>>;

/** Something to download. */
export type LoadDownload = (
  deps: ConsoleDeps,
  request: ConsoleRequest,
) => Promise<{ name: string; type: string; text: string | Buffer }>;

/** Fields of a form; a name that comes several times has several values. */
export type FormValues = Record<string, string[]>;

/** Where the browser goes on, and what is said there; or a view at once, so that what was typed is not lost. */
export type ActionResult =
  | { to: string; notice?: string; count?: number; signedOut?: true; language?: string }
  | { view: string; model: unknown; problem?: string };

export type RunAction = (deps: ConsoleDeps, form: FormValues, request: ConsoleRequest) => Promise<ActionResult>;

/** Line breaks come as CRLF, and no database keeps U+0000. */
export const normalizeFormText = (value: string): string => value.replaceAll('\r\n', '\n').replaceAll('\0', '');

/** The one value of a field. */
export const formField = (form: FormValues, name: string): string => form[name]?.[0] ?? '';

export interface UploadedFile {
  /** The browser's claim, not to be relied on. */
  name: string;
  bytes: Uint8Array;
}

/** What a form with files does. */
export type RunUpload = (
  deps: ConsoleDeps,
  form: FormValues,
  request: ConsoleRequest,
  files: UploadedFile[],
) => Promise<ActionResult>;

/** Stands in the audit list for what is done in the console. */
export const consoleActor = 'creator';

/** What the button of a form says that is only to be shown, with all that was typed. */
export const redrawForm = 'again';

/** The value of `do` in place of an upload of which nothing was read: it was larger than all files of a form may be. */
export const uploadTooLarge = 'too-large';
