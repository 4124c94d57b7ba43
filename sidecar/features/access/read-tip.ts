// What a tip is asked for with, by a wallet or in the form.
import { type TipRequest, tipLimits } from '#domain/access/tips.ts';
import { FieldError } from '../../http/form-mistakes.ts';

const { leastSats: least, mostSats: most, commentLength } = tipLimits;

const wrongAmount = (problem: string) => new FieldError(`amount is ${problem}`, { field: 'amount' }, { least, most });

/** Throws a FieldError with the limit that does not hold. `amount` in millisatoshis. */
export function readTip(query: URLSearchParams): TipRequest {
  const amount = query.get('amount') ?? '';
  const comment = query.get('comment')?.trim() || undefined;
  if (!/^\d{1,12}$/.test(amount) || Number(amount) % 1000 !== 0)
    throw wrongAmount('no whole number of satoshis, in millisatoshis');
  const amountSats = Number(amount) / 1000;
  if (amountSats < least || amountSats > most) throw wrongAmount(`not between ${least} and ${most} satoshis`);
  if ((comment?.length ?? 0) > commentLength)
    throw new FieldError(
      `comment is longer than ${commentLength} characters`,
      { field: 'comment' },
      { most: commentLength },
    );
  return { amountSats, comment };
}
