// The booking skill: a task that asks for the name of the show, takes it as text or data, and then follows the booking.
import { isDeepStrictEqual } from 'node:util';
import { endpoints } from '#contract/endpoints.ts';
import type { BookingReceipt, BookingStatus } from '#contract/schemas/booking.ts';
import type { StoredBooking } from '#domain/booking/booking.ts';
import { isoTime } from '#domain/instants.ts';
import { findWebAddress } from '../../http/web-address.ts';
import type { CallEndpoint } from '../../http/handler.ts';
import { a2aFault, invalidParams } from './errors.ts';
import { taskResult } from './message.ts';
import type { A2aTask, TaskInput } from './tasks.ts';

const taskStates: Record<BookingStatus, string> = {
  received: 'TASK_STATE_SUBMITTED',
  needs_info: 'TASK_STATE_INPUT_REQUIRED',
  proposed: 'TASK_STATE_INPUT_REQUIRED',
  confirmed: 'TASK_STATE_COMPLETED',
  completed: 'TASK_STATE_COMPLETED',
  declined: 'TASK_STATE_REJECTED',
  cancelled: 'TASK_STATE_CANCELED',
};
const statusTexts: Record<BookingStatus, string> = {
  received: 'The request is in, and waits for the creator.',
  needs_info: 'The creator needs to know more. Answer at the statusUrl that came with the request, or by mail.',
  proposed: 'The creator proposes a time. Answer at the statusUrl that came with the request, or by mail.',
  confirmed: 'The booking is confirmed.',
  completed: 'The booking is over.',
  declined: 'The creator declined.',
  cancelled: 'The request is cancelled.',
};

const longestName = 200;

/** A short line that is no question is the name that was asked for. */
export function readShowName(text: string): string | undefined {
  const address = findWebAddress(text);
  const line = (address ? text.replace(address, ' ') : text).split('\n').map((one) => one.trim()).find(Boolean); // prettier-ignore
  const name = line?.replace(/^(?:it(?:'s|’s| is)|the show is|our show is|die sendung heißt|sie heißt)(?: called)?\s+/i, '').replace(/^["“„]|["”“]$|[.,]$/g, ''); // prettier-ignore
  return name && name.length <= longestName && !name.endsWith('?') ? name : undefined;
}

/** Tells whether the text is one that the task has. */
const hasText = (wish: TaskInput, text: string): boolean => `\n${wish.text}\n`.includes(`\n${text.trim()}\n`);

/** Joins what a task knows with a message: all texts, each once, and all data. */
export function mergeInput(before: TaskInput | undefined, { text, data }: TaskInput): TaskInput {
  if (!before) return { text: text.trim(), data };
  const isNew = text.trim() !== '' && !hasText(before, text);
  const texts = isNew ? [before.text, text.trim()] : [before.text];
  return { text: texts.filter(Boolean).join('\n'), data: { ...before.data, ...data } };
}

const bookingFields = Object.keys(endpoints.bookingRequest.http.body.properties);

/** Says which data no field of a request takes. */
function describeUnknownFields({ data }: TaskInput): string {
  const unknown = Object.keys(data).filter((name) => !bookingFields.includes(name));
  return unknown.length > 0 ? ` Not stored: ${unknown.join(', ')}. The fields are ${bookingFields.join(', ')}.` : '';
}

/** The body of the request; undefined while there is no name. */
export function toBookingRequest({ text, data }: TaskInput): Record<string, unknown> | undefined {
  if (!('showName' in data)) return undefined;
  const showUrl = findWebAddress(text);
  const message = text.trim().slice(0, 5000);
  return { source: 'agent', ...(showUrl && { showUrl }), ...(message && { message }), ...data };
}

export function requestShowName(task: A2aTask, messageId: string): object {
  const { body } = endpoints.bookingRequest.docs.example;
  const showUrl = findWebAddress(task.wish.text);
  const text =
    'Which show or event is it? Send its name as text, or data with showName, and better with showUrl, timeframe (dates and ' +
    `time zone) and message (what the conversation is about). The creator reads every request.${describeUnknownFields(task.wish)}`;
  const data = { needed: ['showName'], example: { ...body, ...(showUrl && { showUrl }) } };
  return taskResult(task, 'TASK_STATE_INPUT_REQUIRED', { text, data, messageId });
}

/** Made once for each key, which names a task or the message that begins one. */
export async function sendBookingRequest(
  ask: CallEndpoint,
  key: string,
  body: Record<string, unknown>,
): Promise<BookingReceipt> {
  const { text } = await ask('bookingRequest', { body, key: `a2a ${key}` });
  return JSON.parse(text) as BookingReceipt;
}

export function newBookingTask({ wish, ...task }: A2aTask, receipt: BookingReceipt, messageId: string): object {
  const text = `The request is in.${describeUnknownFields(wish)} The creator answers at ${receipt.statusUrl}; keep this address, it is secret. GetTask says how it stands.`;
  return taskResult(task, taskStates.received, { text, data: {}, messageId }, { name: 'receipt', data: receipt });
}

/** As the booking stands; where it was deleted, its time is over. */
export function currentBookingTask(task: A2aTask, booking: StoredBooking | undefined): object {
  if (!booking) throw a2aFault('TASK_NOT_FOUND', 'The booking of this task is kept no longer.', { taskId: task.id });
  const { id, status, reply, startsAt, endsAt } = booking;
  const text = [statusTexts[status], reply].filter(Boolean).join(' ');
  const times = { ...(startsAt !== null && { startsAt: isoTime(startsAt) }), ...(endsAt !== null && { endsAt: isoTime(endsAt) }) }; // prettier-ignore
  const data = { requestId: id, status, ...(reply !== null && { reply }), ...times };
  return taskResult(task, taskStates[status], { text, data, messageId: task.id }, { name: 'booking', data });
}

const bookingAnswerFields = Object.keys(endpoints.bookingAnswer.http.body.properties).join(' or ');

/**
 * Refuses a message to a task whose request is in, since nothing of it would be stored. A message that says only what the
 * request has already, such as the last one sent again, is none.
 *
 * @spec-gap a2a-booking
 */
export function refuseChange({ wish }: A2aTask, { text, data }: TaskInput): void {
  const changed = Object.keys(data).filter((name) => !isDeepStrictEqual(data[name], wish.data[name]));
  if (changed.length === 0 && (text.trim() === '' || hasText(wish, text))) return;
  const what = changed.length > 0 ? changed.join(', ') : 'this message';
  throw invalidParams(
    'message.parts',
    `Not stored: ${what}. The request of this task is in, and nothing was changed. To answer the creator, POST ${bookingAnswerFields} ` +
      'to the statusUrl of the receipt; startsAt is one of the offeredTimes there. GetTask says how the request stands, CancelTask cancels it. ' +
      `For another booking, begin a new task with ${bookingFields.join(', ')}.`,
  );
}
