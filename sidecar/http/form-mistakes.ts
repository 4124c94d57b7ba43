// Mistakes in visitors' forms. Pages show them in the room's language, API responses in the English of the contract.
import { ApiError, type ErrorDetails } from '#contract/errors.ts';
import type { Translate } from '#domain/messages/messages.ts';

/** A text that is too long. */
interface TooLong {
  most: number;
}

/** An amount outside of the allowed range. */
interface WrongSats {
  least: number;
  most: number;
}

/** The kind of mistake in a field. */
export type Mistake = 'missing' | 'url' | 'mail' | 'zone' | 'time' | 'past' | 'trap' | 'other' | TooLong | WrongSats;

export class FieldError extends ApiError {
  readonly field: string;
  readonly mistake: Mistake;

  constructor(message: string, details: ErrorDetails & { field: string }, mistake: Mistake) {
    super('bad_request', message, details);
    this.field = details.field;
    this.mistake = mistake;
  }
}

export function formatMistake(t: Translate, { mistake }: FieldError): string {
  if (typeof mistake === 'string') return t(`wrong.${mistake}`);
  return 'least' in mistake ? t('wrong.sats', { ...mistake }) : t('wrong.long', { ...mistake });
}
