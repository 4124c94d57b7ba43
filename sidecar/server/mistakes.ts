// Mistakes in a visitor's form: pages say them in the room's language, API responses in the English of the contract.
import { ApiError, type ErrorDetails } from '#contract/errors.ts';
import type { Say } from '#domain/messages/messages.ts';

/** What is wrong with a field; a text that is too long says how long it may be. */
export type Mistake = 'missing' | 'url' | 'mail' | 'zone' | 'time' | 'past' | 'trap' | 'other' | { most: number };

export class FieldError extends ApiError {
  readonly field: string;
  readonly mistake: Mistake;

  constructor(message: string, details: ErrorDetails & { field: string }, mistake: Mistake) {
    super('bad_request', message, details);
    this.field = details.field;
    this.mistake = mistake;
  }
}

export const sayMistake = (say: Say, { mistake }: FieldError): string =>
  typeof mistake === 'object' ? say('wrong.long', { most: mistake.most }) : say(`wrong.${mistake}`);
