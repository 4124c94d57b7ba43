// Answering a booking request: only where it may go from where the creator saw it, and nothing that was typed is lost.
import { type BookingStatus, bookingStatuses } from '#contract/schemas/booking.ts';
import type { BookingChange } from '#domain/booking/booking.ts';
import { decide } from '../../booking/bookings.ts';
import { type BookingAnswer, bookingLabels } from '../bookings/model.ts';
import { instantOf } from '../local-time.ts';
import { type Action, type Done, field, type Form, who } from '../page.ts';
import type { ConsoleParts } from '../parts.ts';
import { bookingModel } from './page.ts';

const longestReply = 5000;

const typed = (form: Form): BookingAnswer => ({
  status: field(form, 'status'),
  reply: field(form, 'reply'),
  starts: field(form, 'starts').trim(),
  ends: field(form, 'ends').trim(),
  offset: field(form, 'offset').trim().replace('−', '-') || '+00:00',
});

const isStatus = (text: string): text is BookingStatus => bookingStatuses.includes(text as BookingStatus);

/** What was typed as a change, or what is wrong with it. Left empty, a time stays as it was. */
function readChange(answer: BookingAnswer, from: string): BookingChange | string {
  const { status, starts, ends, offset } = answer;
  if (!isStatus(status) || !isStatus(from)) return 'Choose what the answer is.';
  const reply = answer.reply.replace(/[^\P{Cc}\n\t]/gu, '').trim();
  if (reply.length > longestReply) return `The reply has at most ${longestReply} characters.`;
  const [startsAt, endsAt] = [instantOf(starts, offset), instantOf(ends, offset)];
  if (starts && startsAt === undefined) return 'The begin is no time, or its offset is not written as +02:00.';
  if (ends && endsAt === undefined) return 'The end is no time, or its offset is not written as +02:00.';
  return {
    status,
    from,
    ...(reply && { reply }),
    ...(startsAt !== undefined && { startsAt }),
    ...(endsAt !== undefined && { endsAt }),
  };
}

/** What stands against it; undefined when it is done. */
async function change({ store, now }: ConsoleParts, id: string, wanted: BookingChange): Promise<string | undefined> {
  const decided = await decide(store.db, id, wanted, who, now());
  if (decided.outcome === 'changed') return undefined;
  if (decided.outcome === 'unknown') return 'There is no such booking request.';
  if (decided.outcome === 'needs_time') return 'A confirmed booking has a begin, and an end only after it.';
  const { from, allowed } = decided;
  if (from !== wanted.from) return `Meanwhile it is ${bookingLabels[from].toLowerCase()}. Look at it again.`;
  return `From here it may become: ${allowed.map((status) => bookingLabels[status]).join(', ') || 'nothing more'}.`;
}

export const answerBooking: Action = async (parts, form, { params }): Promise<Done> => {
  const id = params.id!;
  const answer = typed(form);
  const wanted = readChange(answer, field(form, 'from'));
  const problem = typeof wanted === 'string' ? wanted : await change(parts, id, wanted);
  if (problem === undefined) return { to: `/bookings/${id}`, notice: 'bookingAnswered' };
  return { view: 'booking', model: await bookingModel(parts, id, answer), problem };
};
