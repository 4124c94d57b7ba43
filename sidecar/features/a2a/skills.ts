// SendMessage: data selects an endpoint, sentences go to /ask, and a request that needs more input becomes a task.
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { ApiError, errorKinds } from '#contract/errors.ts';
import type { BookingAnswer } from '#contract/schemas/booking.ts';
import type { AskResponse } from '#contract/schemas/ask.ts';
import type { BriefingPack } from '#contract/schemas/press.ts';
import { escapeInline } from '#domain/text/markdown.ts';
import type { StoredBooking } from '#domain/booking/booking.ts';
import type { AccessToken, PaymentContext } from '#contract/schemas/payment.ts';
import { findWebAddress } from '../../http/web-address.ts';
import type { CallEndpoint } from '../../http/handler.ts';
import { newToken } from '../../storage/tokens.ts';
import type { Db } from '../../storage/store.ts';
import {
  requestShowName,
  renderNewBookingTask,
  sendBookingRequest,
  renderBookingTask,
  isRepetition,
  mergeInput,
  readAnswer,
  readShowName,
  refuseAnswer,
  requireBooking,
  toBookingRequest,
} from './booking.ts';
import { a2aFault, invalidParams } from './errors.ts';
import { type IncomingMessage, messageResult, taskResult, type Reply } from './message.ts';
import { readWish } from './read-wish.ts';
import { startA2aTask, findA2aTask, type A2aTask, type TaskSkill, updateA2aTask } from './tasks.ts';

type Data = Record<string, unknown>;

interface DataRequest {
  /** The property of the data that selects this request. */
  member: string;
  endpoint: EndpointName;
  input: (data: Data) => { params?: Data; body?: Data };
  describe: (answer: never) => string;
}

const dataRequests: DataRequest[] = [
  {
    member: 'payment_context_token',
    endpoint: 'l402Verify',
    input: ({ payment_context_token }) => ({ body: { payment_context_token } }),
    describe: ({ resourceId, expiresAt }: AccessToken) =>
      `${resourceId} is available until ${expiresAt}. Send "L402 " and the accessToken in metadata.authorization of your messages or in the Authorization header.`,
  },
  {
    member: 'resourceId',
    endpoint: 'l402PaymentRequest',
    input: ({ resourceId, maxMinutes }) => ({ body: { resourceId, maxMinutes } }),
    describe: ({ amountSats, resourceId }: PaymentContext & { resourceId: string }) =>
      `Pay the invoice of ${amountSats} sats for ${resourceId}, then send the payment_context_token as data.`,
  },
  {
    member: 'id',
    endpoint: 'item',
    input: ({ id }) => ({ params: { id } }),
    describe: ({ title, url }: { title: string; url: string }) => `${title}: ${url}`,
  },
];

/** Returns undefined if the data selects no endpoint. Throws the ApiError of the endpoint. */
async function answerData(call: CallEndpoint, data: Data): Promise<Reply | undefined> {
  const request = dataRequests.find(({ member }) => member in data);
  if (!request) return undefined;
  const { text } = await call(request.endpoint, request.input(data));
  const answer = JSON.parse(text) as Data;
  return { text: request.describe({ ...data, ...answer } as never), data: answer };
}

/** Operations on bookings that A2A needs. They throw an ApiError if nothing was changed. */
export interface Bookings {
  find: (db: Db, id: string) => Promise<StoredBooking | undefined>;
  answer: (db: Db, booking: StoredBooking, answer: BookingAnswer, now: number) => Promise<StoredBooking>;
  cancel: (db: Db, booking: StoredBooking, now: number) => Promise<StoredBooking>;
}

export interface SkillContext {
  db: Db;
  call: CallEndpoint;
  now: number;
  /** Returns the name of the client for rate limits. */
  client: () => Promise<string>;
  /** True if nothing may be stored. */
  sandbox: boolean;
  bookings: Bookings;
}

const callForJson = async <T>(call: CallEndpoint, ...args: Parameters<CallEndpoint>): Promise<T> =>
  JSON.parse((await call(...args)).text);

/** Returns the task with this id. Throws if there is none or it belongs to a different context. */
export async function requireTask({ db }: SkillContext, id: string, contextId?: string): Promise<A2aTask> {
  const task = await findA2aTask(db, id);
  if (!task) throw a2aFault('TASK_NOT_FOUND', 'No task has this id.', { taskId: id });
  if (contextId && contextId !== task.contextId)
    throw invalidParams('message.contextId', 'This task belongs to a different context.');
  return task;
}

async function startTask(context: SkillContext, incoming: IncomingMessage, skill: TaskSkill): Promise<A2aTask> {
  const { contextId, text, data } = incoming;
  const task = { contextId, skill, input: { text, data }, now: context.now };
  if (context.sandbox) return { ...task, id: newToken(), bookingId: null, cancelledAt: null };
  // An incomplete request has no effect yet, so its repetition may start another task.
  const origin = toBookingRequest(task.input) && [await context.client(), ...messageKey(incoming)];
  return startA2aTask(context.db, { ...task, origin });
}

const messageKey = ({ sentContextId = '', messageId }: IncomingMessage): string[] => [sentContextId, messageId];

const readTaskBooking = async ({ db, bookings }: SkillContext, task: A2aTask): Promise<StoredBooking> =>
  requireBooking(task, await bookings.find(db, task.bookingId!));

/** Accepts an offered time or changes the request of a task, or says that nothing was changed. */
async function answerBookingTask(context: SkillContext, incoming: IncomingMessage, task: A2aTask): Promise<object> {
  const { db, bookings, now } = context;
  const booking = await readTaskBooking(context, task);
  if (isRepetition(task, incoming)) return renderBookingTask(task, booking);
  try {
    const answer = await bookings.answer(db, booking, readAnswer(incoming), now);
    await updateA2aTask(db, task.id, { input: mergeInput(task.input, incoming) });
    const event = answer.status === booking.status ? 'The creator has your message; nothing is agreed by it.' : '';
    return renderBookingTask(task, answer, event);
  } catch (error) {
    if (!(error instanceof ApiError) || errorKinds[error.kind].status >= 500) throw error;
    return refuseAnswer(task, await readTaskBooking(context, task), incoming, error.message);
  }
}

/** Stores new values of a task, except in the sandbox. */
async function updateTask(
  { db, sandbox }: SkillContext,
  { id }: A2aTask,
  values: Parameters<typeof updateA2aTask>[2],
): Promise<void> {
  if (!sandbox) await updateA2aTask(db, id, values);
}

/** Adds what the text of a message says about a booking. A reply that is only a name names the show. */
function addWish(message: IncomingMessage, now: number, isReply: boolean): IncomingMessage {
  const wish = readWish(message.text, now);
  const showName = wish.showName ?? (isReply ? readShowName(message.text) : undefined);
  return { ...message, data: { ...wish, ...(showName && { showName }), ...message.data } };
}

async function runBooking(context: SkillContext, received: IncomingMessage, existing?: A2aTask): Promise<object> {
  if (existing?.bookingId) return { task: await answerBookingTask(context, received, existing) };
  const incoming = addWish(received, context.now, existing !== undefined);
  const task = existing ?? (await startTask(context, incoming, 'booking'));
  const input = mergeInput(existing?.input, incoming);
  const key = existing ? task.id : messageKey(incoming).join(' ');
  const body = toBookingRequest(input);
  if (!body) {
    if (existing) await updateTask(context, task, { input });
    return { task: requestShowName({ ...task, input }, incoming.messageId) };
  }
  // A repeated first message sends the request again, which returns the same receipt.
  const receipt = await sendBookingRequest(context.call, key, body);
  await updateTask(context, task, { bookingId: receipt.requestId, input });
  return { task: renderNewBookingTask({ ...task, input }, receipt, incoming.messageId) };
}

const renderDots = (items: { title: string; url: string; why: string }[]): string =>
  items.map(({ title, url, why }) => `- ${escapeInline(title)}: ${escapeInline(why)} ${url}`).join('\n');

async function runShowPrep(context: SkillContext, incoming: IncomingMessage, existing?: A2aTask): Promise<object> {
  const { topic, limit, showUrl = findWebAddress(incoming.text) } = { ...existing?.input.data, ...incoming.data };
  if (showUrl === undefined) {
    const task = existing ?? (await startTask(context, incoming, 'show-prep'));
    const text = 'Which show is it? Send its URL as text or data, and optionally a topic.';
    const data = { needed: ['showUrl'], example: endpoints.showPrep.docs.example.query };
    return { task: taskResult(task, 'TASK_STATE_INPUT_REQUIRED', { text, data, messageId: incoming.messageId }) };
  }
  const pack = await callForJson<BriefingPack>(context.call, 'showPrep', { query: { showUrl, topic, limit } });
  const text =
    pack.topDots.length > 0
      ? `The briefing pack has ${pack.suggestedAngles.length} angles and ${pack.interviewQuestions.length} questions. Recommended reading:\n${renderDots(pack.topDots)}`
      : `Nothing published matches this topic. Available topics: ${(pack.suggestions ?? []).join(', ')}.`;
  if (!existing) return messageResult(incoming, { text, data: pack });
  await updateTask(context, existing, { input: { text: '', data: { showUrl, topic, limit } } });
  const reply = { text, data: {}, messageId: incoming.messageId };
  return { task: taskResult(existing, 'TASK_STATE_COMPLETED', reply, { name: 'briefing-pack', data: pack }) };
}

const taskHandlers: Record<TaskSkill, typeof runBooking> = { booking: runBooking, 'show-prep': runShowPrep };

/** Renders a line for each result that has a URL. */
function renderResults(results: NonNullable<AskResponse['results']>): string {
  return results
    .flatMap(({ name, url, datePublished }) =>
      name && url ? [`- ${escapeInline(name)}${datePublished ? ` (${datePublished})` : ''}: ${url}`] : [],
    )
    .join('\n');
}

/** Renders the error, or the first text and the results. */
const renderAnswer = ({ error, results = [] }: AskResponse): string =>
  error?.message ?? [results[0]?.text, renderResults(results)].filter(Boolean).join('\n');

/** Skills that continue after an answer of /ask, by the name of its action. */
const nextSkills: Partial<Record<string, TaskSkill>> = { bookingRequest: 'booking', showPrep: 'show-prep' };

async function answerText(context: SkillContext, incoming: IncomingMessage): Promise<object> {
  const body = { query: { text: incoming.text.slice(0, 2000) }, prefer: { mode: 'summarize' } };
  const answer = await callForJson<AskResponse>(context.call, 'ask', { body });
  const { elicitation, actions: [action] = [] } = answer;
  if (action && (elicitation || findWebAddress(incoming.text))) {
    const skill = nextSkills[action.name];
    if (skill === 'booking') return runBooking(context, incoming);
    if (skill) return runShowPrep(context, { ...incoming, data: { ...action.params } });
  }
  return messageResult(incoming, { text: renderAnswer(answer), data: answer });
}

/** Answers a message. Its data takes precedence over its text. */
export async function answerMessage(context: SkillContext, incoming: IncomingMessage): Promise<object> {
  const { taskId, sentContextId } = incoming;
  const existing = taskId === undefined ? undefined : await requireTask(context, taskId, sentContextId);
  return existing ? continueTask(context, incoming, existing) : answerFirstMessage(context, incoming);
}

function continueTask(context: SkillContext, incoming: IncomingMessage, task: A2aTask): Promise<object> {
  if (task.cancelledAt) throw a2aFault('UNSUPPORTED_OPERATION', 'This task was cancelled.', { taskId: task.id });
  const skill = 'showName' in incoming.data ? 'booking' : task.skill;
  return taskHandlers[skill](context, { ...incoming, contextId: task.contextId }, task);
}

async function answerFirstMessage(context: SkillContext, message: IncomingMessage): Promise<object> {
  const { data, text } = message;
  if ('showName' in data) return runBooking(context, message);
  if ('showUrl' in data) return runShowPrep(context, message);
  const reply = await answerData(context.call, data);
  if (reply) return messageResult(message, reply);
  if (!text.trim())
    throw invalidParams('message.parts', 'Send a sentence, or data with showName, showUrl, id or resourceId.');
  return answerText(context, message);
}

export async function renderCurrentTask(context: SkillContext, task: A2aTask): Promise<object> {
  if (task.bookingId) return renderBookingTask(task, await readTaskBooking(context, task));
  const incoming: IncomingMessage = {
    messageId: task.id,
    contextId: task.contextId,
    taskId: task.id,
    text: '',
    data: {},
  };
  if (task.cancelledAt)
    return taskResult(task, 'TASK_STATE_CANCELED', { text: 'This task was cancelled.', data: {}, messageId: task.id });
  if (task.skill === 'booking') return requestShowName(task, task.id);
  return ((await runShowPrep({ ...context, sandbox: true }, incoming, task)) as { task: object }).task;
}

const notCancelable = ({ id }: A2aTask) => a2aFault('TASK_NOT_CANCELABLE', 'This task is finished.', { taskId: id });

/** Cancels the task and its booking. Throws TASK_NOT_CANCELABLE if it is finished. */
export async function cancelTask(context: SkillContext, task: A2aTask): Promise<object> {
  const { db, bookings, now } = context;
  if (task.bookingId) {
    await bookings.cancel(db, await readTaskBooking(context, task), now).catch((error: unknown) => {
      throw error instanceof ApiError && error.kind === 'conflict' ? notCancelable(task) : error;
    });
  } else if (task.skill === 'show-prep' && 'showUrl' in task.input.data) throw notCancelable(task);
  else await updateA2aTask(db, task.id, { cancelledAt: now });
  return renderCurrentTask(context, { ...task, cancelledAt: task.bookingId ? null : now });
}
