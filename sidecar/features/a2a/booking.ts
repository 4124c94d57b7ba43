// The booking skill: a task that requests the name of the show as text or data, and then reports the booking.
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
  received: 'The creator has the request and has not answered yet.',
  needs_info: 'The creator needs more information. Reply at the statusUrl of the receipt, or by mail.',
  proposed: 'The creator proposes a time. Reply at the statusUrl of the receipt, or by mail.',
  confirmed: 'The booking is confirmed.',
  completed: 'The booking is over.',
  declined: 'The creator declined the request.',
  cancelled: 'The request is cancelled.',
};

const maxNameLength = 200;
const leadIn = /^(?:it(?:'s|’s| is)|the show is|our show is|die sendung heißt|sie heißt)(?: called)?\s+/i;

/** Returns the first line if it is short and not a question: the answer to the request for a name. */
export function readShowName(text: string): string | undefined {
  const address = findWebAddress(text);
  const lines = (address ? text.replace(address, ' ') : text).split('\n').map((line) => line.trim());
  const name = lines
    .find(Boolean)
    ?.replace(leadIn, '')
    .replace(/^["“„]|["”“]$|[.,]$/g, '');
  return name && name.length <= maxNameLength && !name.endsWith('?') ? name : undefined;
}

/** Returns true if an earlier message of the task had this text. */
const hasText = (input: TaskInput, text: string): boolean => `\n${input.text}\n`.includes(`\n${text.trim()}\n`);

/** Adds a message to the input of a task: all texts, each once, and all data. */
export function mergeInput(before: TaskInput | undefined, { text, data }: TaskInput): TaskInput {
  if (!before) return { text: text.trim(), data };
  const isNew = text.trim() !== '' && !hasText(before, text);
  const texts = isNew ? [before.text, text.trim()] : [before.text];
  return { text: texts.filter(Boolean).join('\n'), data: { ...before.data, ...data } };
}

const bookingFields = Object.keys(endpoints.bookingRequest.http.body.properties);

/** Names the members of the data that are not fields of a booking request. */
function describeUnknownFields({ data }: TaskInput): string {
  const unknown = Object.keys(data).filter((name) => !bookingFields.includes(name));
  return unknown.length > 0 ? ` Not stored: ${unknown.join(', ')}. The fields are ${bookingFields.join(', ')}.` : '';
}

/** Returns the body of the booking request, or undefined while the name of the show is missing. */
export function toBookingRequest({ text, data }: TaskInput): Record<string, unknown> | undefined {
  if (!('showName' in data)) return undefined;
  const showUrl = findWebAddress(text);
  const message = text.trim().slice(0, 5000);
  return { source: 'agent', ...(showUrl && { showUrl }), ...(message && { message }), ...data };
}

export function requestShowName(task: A2aTask, messageId: string): object {
  const { body } = endpoints.bookingRequest.docs.example;
  const showUrl = findWebAddress(task.input.text);
  const text =
    'Which show or event is it? Send its name as text, or data with showName. Add showUrl, timeframe (dates and time ' +
    `zone) and message (the subject of the conversation) if you can. The creator reads every request.${describeUnknownFields(task.input)}`;
  const data = { needed: ['showName'], example: { ...body, ...(showUrl && { showUrl }) } };
  return taskResult(task, 'TASK_STATE_INPUT_REQUIRED', { text, data, messageId });
}

/** Sends the request once for each key, which identifies a task or the message that starts one. */
export async function sendBookingRequest(
  call: CallEndpoint,
  key: string,
  body: Record<string, unknown>,
): Promise<BookingReceipt> {
  const { text } = await call('bookingRequest', { body, key: `a2a ${key}` });
  return JSON.parse(text) as BookingReceipt;
}

export function newBookingTask({ input, ...task }: A2aTask, receipt: BookingReceipt, messageId: string): object {
  const text = `Request sent.${describeUnknownFields(input)} The creator answers at ${receipt.statusUrl}; keep this address secret. GetTask returns the current status.`;
  return taskResult(task, taskStates.received, { text, data: {}, messageId }, { name: 'receipt', data: receipt });
}

/** Returns the task with the current state of its booking. Throws TASK_NOT_FOUND if the booking has expired. */
export function currentBookingTask(task: A2aTask, booking: StoredBooking | undefined): object {
  if (!booking) throw a2aFault('TASK_NOT_FOUND', 'The booking of this task has expired.', { taskId: task.id });
  const { id, status, reply, startsAt, endsAt } = booking;
  const text = [statusTexts[status], reply].filter(Boolean).join(' ');
  const data = {
    requestId: id,
    status,
    ...(reply !== null && { reply }),
    ...(startsAt !== null && { startsAt: isoTime(startsAt) }),
    ...(endsAt !== null && { endsAt: isoTime(endsAt) }),
  };
  return taskResult(task, taskStates[status], { text, data, messageId: task.id }, { name: 'booking', data });
}

const bookingAnswerFields = Object.keys(endpoints.bookingAnswer.http.body.properties).join(' or ');

/**
 * Rejects new content for a task whose request was sent, since it would not be stored. A repetition of earlier content,
 * such as a retry of the last message, is accepted.
 *
 * @spec-gap a2a-booking
 */
export function refuseChange({ input }: A2aTask, { text, data }: TaskInput): void {
  const changed = Object.keys(data).filter((name) => !isDeepStrictEqual(data[name], input.data[name]));
  if (changed.length === 0 && (text.trim() === '' || hasText(input, text))) return;
  const rejected = changed.length > 0 ? changed.join(', ') : 'this message';
  throw invalidParams(
    'message.parts',
    `Not stored: ${rejected}. The request of this task was already sent and has not changed. To reply to the creator, POST ${bookingAnswerFields} ` +
      'to the statusUrl of the receipt; startsAt is one of the offeredTimes there. GetTask returns the status, CancelTask cancels the request. ' +
      `For another booking, start a new task with ${bookingFields.join(', ')}.`,
  );
}
