// The booking skill: a task that requests the name of the show as text or data, and then reports the booking.
import { isDeepStrictEqual } from 'node:util';
import { endpoints } from '#contract/endpoints.ts';
import { BookingAnswer, bookingActions, type BookingReceipt, type BookingStatus } from '#contract/schemas/booking.ts';
import { ApiError } from '#contract/errors.ts';
import { bookingState, requesterActions, type StoredBooking } from '#domain/booking/booking.ts';
import { compileValidator } from '../../http/query.ts';
import { findWebAddress } from '../../http/web-address.ts';
import type { CallEndpoint } from '../../http/handler.ts';
import { a2aFault } from './errors.ts';
import { type IncomingMessage, taskResult } from './message.ts';
import { findShowNames } from './read-wish.ts';
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
  needs_info: 'The creator needs more information. Send data with message to this task, or answer by mail.',
  proposed: 'The creator offers a time.',
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
  const names = findShowNames(task.input.text);
  const question = names.length > 1 ? `Which show is it: ${names.join(', or ')}?` : 'Which show or event is it?';
  const text =
    `${question} Send its name as text, or data with showName. Add showUrl, timeframe (dates and time zone) ` +
    `and message (the subject of the conversation) if you can. The creator reads every request.${describeUnknownFields(task.input)}`;
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

export function renderNewBookingTask({ input, ...task }: A2aTask, receipt: BookingReceipt, messageId: string): object {
  const { showName, timeframe, proposedTimes } = input.data;
  const times = [proposedTimes, timeframe].flat().filter(Boolean).join(', ');
  const text =
    `Request sent for “${String(showName)}”, ${times ? `with the time “${times}”` : 'without a time: you can send timeframe or proposedTimes to this task'}.` +
    `${describeUnknownFields(input)} The creator answers at ${receipt.statusUrl}; keep this address secret. GetTask returns the current status.`;
  return taskResult(task, taskStates.received, { text, data: {}, messageId }, { name: 'receipt', data: receipt });
}

/** Describes the status with its times and the reply, as the data does. */
function describeBooking(booking: StoredBooking): string {
  const { offeredTimes = [], startsAt, status, reply } = bookingState(booking);
  const offers = offeredTimes.map(({ startsAt: at }) => at).join(', ');
  const when =
    offers !== ''
      ? `On offer: ${offers}. Send data with startsAt to accept one of them, or proposedTimes to ask for others.`
      : startsAt && `It begins at ${startsAt}.`;
  return [statusTexts[status], when, reply].filter(Boolean).join(' ');
}

/** Returns the task with the state of its booking, after a text about what has just happened. */
export function renderBookingTask(task: A2aTask, booking: StoredBooking, event = ''): object {
  const { id: requestId, status } = booking;
  const text = [event, describeBooking(booking)].filter(Boolean).join(' ');
  const data = { ...bookingState(booking), requestId };
  return taskResult(task, taskStates[status], { text, data, messageId: task.id }, { name: 'booking', data });
}

export function requireBooking(task: A2aTask, booking: StoredBooking | undefined): StoredBooking {
  if (booking) return booking;
  throw a2aFault('TASK_NOT_FOUND', 'The booking of this task has expired.', { taskId: task.id });
}

/** Returns true if a message repeats content of the request, such as a retry of the last message. */
export function isRepetition({ input }: A2aTask, { text, data }: TaskInput): boolean {
  const isKnown = (name: string) => bookingFields.includes(name) && isDeepStrictEqual(data[name], input.data[name]);
  return Object.keys(data).every(isKnown) && (text.trim() === '' || hasText(input, text));
}

const checkAnswer = compileValidator(BookingAnswer, 'body');

/** Reads the answer of a message. Its text alone is not understood. Throws an ApiError. */
export function readAnswer({ text, data }: TaskInput): BookingAnswer {
  if (Object.keys(data).length === 0)
    throw new ApiError('bad_request', 'A sentence is not enough to change a booking.', { field: 'message.parts' });
  const message = text.trim();
  const answer = { ...(message && { message }), ...data };
  const result = checkAnswer(answer);
  if (result.error) throw result.error;
  return answer as BookingAnswer;
}

const listFields = (action: keyof typeof bookingActions): string => bookingActions[action].fields.join(', ');

/** Says that a message changed nothing, and what can be done. @spec-gap a2a-booking */
export function refuseAnswer(
  task: A2aTask,
  booking: StoredBooking,
  { messageId }: IncomingMessage,
  problem: string,
): object {
  const actions = requesterActions(booking);
  if (actions.length === 0)
    throw a2aFault('UNSUPPORTED_OPERATION', `Nothing was changed: the request is ${booking.status}. Start a new task.`);
  const ways = [
    actions.includes('accept') && `To accept an offered time, send data with ${listFields('accept')}.`,
    `To change the request or ask for another time, send data with ${listFields('change')}.`,
    'CancelTask cancels it.',
  ];
  const text = [`Nothing was changed. ${problem}`, describeBooking(booking), ...ways].filter(Boolean).join(' ');
  const data = { ...bookingState(booking) };
  return taskResult(task, 'TASK_STATE_INPUT_REQUIRED', { text, data, messageId }, { name: 'booking', data });
}
