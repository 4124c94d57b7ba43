// Answers a booking request. If an answer is refused, the form keeps everything that was typed.
import { type BookingStatus, bookingStatuses, maxProposedTimes } from '#contract/schemas/booking.ts';
import type { BookingChange, OfferedTime } from '#domain/booking/booking.ts';
import { instantOfLocalTime, isTimeZone } from '#domain/booking/zones.ts';
import { changeBooking } from '../../bookings.ts';
import { type BookingAnswerDraft, bookingLabels } from '../bookings/model.ts';
import {
  type RunAction,
  redrawForm,
  type ActionResult,
  formField,
  type FormValues,
  consoleActor,
} from '#sidecar/console/page.ts';
import type { ConsoleDeps } from '#sidecar/console/deps.ts';
import { loadBookingModel, readTemplates } from './page.ts';
import type { ConsoleTranslate } from '#sidecar/console/messages/messages.ts';

const maxReplyLength = 5000;

const readDraft = (form: FormValues): BookingAnswerDraft => ({
  status: formField(form, 'status'),
  reply: formField(form, 'reply'),
  zone: formField(form, 'zone').trim() || 'UTC',
  times: Array.from({ length: maxProposedTimes }, (_, at) => ({
    starts: form.starts?.[at]?.trim() ?? '',
    ends: form.ends?.[at]?.trim() ?? '',
  })),
});

const isStatus = (text: string): text is BookingStatus => bookingStatuses.includes(text as BookingStatus);

/** Reads one row. Returns a text if it has a problem. */
function readTime(
  { starts, ends }: BookingAnswerDraft['times'][number],
  zone: string,
  number: number,
  t: ConsoleTranslate,
): OfferedTime | string {
  const startsAt = instantOfLocalTime(zone, starts);
  if (startsAt === undefined) return t('Time {number}: the start does not exist in this time zone.', { number });
  if (!ends) return { startsAt, endsAt: null };
  const endsAt = instantOfLocalTime(zone, ends);
  if (endsAt === undefined) return t('Time {number}: the end does not exist in this time zone.', { number });
  if (endsAt <= startsAt) return t('Time {number}: the end must be after the start.', { number });
  return { startsAt, endsAt };
}

/** Reads the rows that are filled in. Returns a text if one of them has a problem. */
function readTimes(
  { status, zone, times }: BookingAnswerDraft,
  now: number,
  t: ConsoleTranslate,
): OfferedTime[] | string {
  if (!isTimeZone(zone)) return t('Unknown time zone. Use a name such as Europe/Berlin.');
  const offers: OfferedTime[] = [];
  for (const [index, row] of times.entries()) {
    if (!row.starts && !row.ends) continue;
    const number = index + 1;
    const offer = readTime(row, zone, number, t);
    if (typeof offer === 'string') return offer;
    // A past time may still be confirmed, but nobody can choose it.
    if (status === 'proposed' && offer.startsAt <= now) return t('Time {number} is in the past.', { number });
    offers.push(offer);
  }
  return offers;
}

/** Reads the form as a change. Returns a text if there is a problem. An empty time is left as it was. */
function readChange(
  answer: BookingAnswerDraft,
  from: string,
  now: number,
  t: ConsoleTranslate,
): BookingChange | string {
  const { status } = answer;
  if (!isStatus(status) || !isStatus(from)) return t('Choose an answer.');
  const reply = answer.reply.replace(/[^\P{Cc}\n\t]/gu, '').trim();
  if (reply.length > maxReplyLength)
    return t('The reply is too long. It may have at most {count} characters.', { count: maxReplyLength });
  const offers = readTimes(answer, now, t);
  if (typeof offers === 'string') return offers;
  if (status === 'confirmed' && offers.length > 1)
    return t('You can confirm only one time. Choose “Propose times” to offer several.');
  const times = offers.length === 0 ? {} : status === 'proposed' ? { offers } : offers[0];
  return { status, from, ...(reply && { reply }), ...times };
}

/** Changes the booking. Returns a text if that is not possible. */
async function applyAnswer(
  { store, now }: ConsoleDeps,
  id: string,
  requestedChange: BookingChange,
  t: ConsoleTranslate,
): Promise<string | undefined> {
  const result = await changeBooking(store.db, id, requestedChange, consoleActor, now());
  if (result.outcome === 'changed') return undefined;
  if (result.outcome === 'unknown') return t('This booking request does not exist.');
  if (result.outcome === 'needs_time') return t('Enter a start time. The end must be after the start.');
  const { from, allowed } = result;
  if (from !== requestedChange.from)
    return t('The request has changed to “{state}” in the meantime. Check it and answer again.', {
      state: t(bookingLabels[from]),
    });
  const next = allowed.map((status) => t(bookingLabels[status])).join(', ') || t('nothing more');
  return t('That answer is not possible now. Possible: {next}.', { next });
}

/** Appends a template to the reply, which the creator can edit before sending it. */
async function withTemplate(
  deps: ConsoleDeps,
  answer: BookingAnswerDraft,
  number: string,
): Promise<BookingAnswerDraft> {
  const template = (await readTemplates(deps))[Number(number)];
  return { ...answer, reply: [answer.reply.trim(), template?.text].filter(Boolean).join('\n\n') };
}

export const answerBookingAction: RunAction = async (deps, form, { params, t }): Promise<ActionResult> => {
  const id = params.id!;
  const answer = readDraft(form);
  const [, template] = /^template:(\d{1,4})$/.exec(formField(form, 'do')) ?? [];
  if (template !== undefined) {
    return { view: 'booking', model: await loadBookingModel(deps, id, await withTemplate(deps, answer, template)) };
  }
  if (formField(form, 'do') === redrawForm) return { view: 'booking', model: await loadBookingModel(deps, id, answer) };
  const requestedChange = readChange(answer, formField(form, 'from'), deps.now(), t);
  const problem =
    typeof requestedChange === 'string' ? requestedChange : await applyAnswer(deps, id, requestedChange, t);
  if (problem === undefined) return { to: `/bookings/${id}`, notice: 'bookingAnswered' };
  return { view: 'booking', model: await loadBookingModel(deps, id, answer), problem };
};
