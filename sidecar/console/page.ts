// What a page and an action of the console are, and what they are asked with.
import type { ConsoleDeps } from './deps.ts';
import type { Session } from './sign-in/sessions.ts';
import type { Say } from './words/words.ts';

export interface Asked {
  params: Record<string, string>;
  query: Record<string, string>;
  session: Session;
  say: Say;
  /** In this browser; undefined where the creator's holds. */
  chosenLanguage: string | undefined;
}

/** Gives what a view shows; throws an ApiError where there is nothing. */
export type Page<Model = unknown> = (deps: ConsoleDeps, asked: Asked) => Promise<Model>;

/** What the view of a page is given. */
export type ModelOf<P extends Page> = Awaited<ReturnType<P>>;

/** Something to download. */
export type File = (deps: ConsoleDeps, asked: Asked) => Promise<{ name: string; type: string; text: string | Buffer }>;

/** Fields of a form; a name that comes several times has several values. */
export type Form = Record<string, string[]>;

/** Where the browser goes on, and what is said there; or a view at once, so that what was typed is not lost. */
export type Done =
  | { to: string; notice?: string; count?: number; signedOut?: true; language?: string }
  | { view: string; model: unknown; problem?: string };

export type Action = (deps: ConsoleDeps, form: Form, asked: Asked) => Promise<Done>;

/** Line breaks come as CRLF, and no database keeps U+0000. */
export const plain = (value: string): string => value.replaceAll('\r\n', '\n').replaceAll('\0', '');

/** The one value of a field. */
export const field = (form: Form, name: string): string => form[name]?.[0] ?? '';

export interface SentFile {
  /** The browser's claim, not to be relied on. */
  name: string;
  bytes: Uint8Array;
}

/** What a form with files does. */
export type Upload = (deps: ConsoleDeps, form: Form, asked: Asked, files: SentFile[]) => Promise<Done>;

/** Stands in the audit list for what is done in the console. */
export const who = 'creator';

/** What the button of a form says that is only to be shown, with all that was typed. */
export const again = 'again';

/** The value of `do` in place of an upload of which nothing was read: it was larger than all files of a form may be. */
export const tooLarge = 'too-large';
