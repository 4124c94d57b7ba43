// Reads the amount and message of a tip from a wallet or the form.
import { type TipRequest, tipLimits } from '#domain/access/tips.ts';
import { FieldError } from '../../http/form-mistakes.ts';

const { leastSats: least, mostSats: most, commentLength } = tipLimits;

const wrongAmount = (problem: string) => new FieldError(`amount is ${problem}`, { field: 'amount' }, { least, most });

/** Reads a tip. `amount` is in millisatoshis. Throws a FieldError with the limit that is exceeded. */
export function readTip(query: URLSearchParams): TipRequest {
  return { amountSats: readAmountSats(query.get('amount') ?? ''), comment: readComment(query.get('comment') ?? '') };
}

function readAmountSats(amount: string): number {
  if (!/^\d{1,12}$/.test(amount) || Number(amount) % 1000 !== 0)
    throw wrongAmount('not a whole number of satoshis in millisatoshis');
  const amountSats = Number(amount) / 1000;
  if (amountSats < least || amountSats > most) throw wrongAmount(`not between ${least} and ${most} satoshis`);
  return amountSats;
}

function readComment(text: string): string | undefined {
  const comment = text.trim();
  if (comment.length > commentLength)
    throw new FieldError(
      `comment is longer than ${commentLength} characters`,
      { field: 'comment' },
      { most: commentLength },
    );
  return comment || undefined;
}
