// SendMessage: plain sentences go to /ask, and what needs more becomes a task.
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
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
  newBookingTask,
  sendBookingRequest,
  currentBookingTask,
  mergeInput,
  readShowName,
  refuseChange,
  toBookingRequest,
} from './booking.ts';
import { a2aFault, invalidParams } from './errors.ts';
import { type IncomingMessage, messageResult, taskResult, type Reply } from './message.ts';
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
      `${resourceId} is open until ${expiresAt}. Send "L402 " and the accessToken as metadata.authorization of your messages, or as the header Authorization.`,
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

/** Undefined where the data asks for something else. Throws ApiError where the endpoint would answer with an error. */
async function answerData(ask: CallEndpoint, data: Data): Promise<Reply | undefined> {
  const wish = dataRequests.find(({ member }) => member in data);
  if (!wish) return undefined;
  const { text } = await ask(wish.endpoint, wish.input(data));
  const answer = JSON.parse(text) as Data;
  return { text: wish.describe({ ...data, ...answer } as never), data: answer };
}

/** What A2A takes of the bookings. */
export interface Bookings {
  find: (db: Db, id: string) => Promise<StoredBooking | undefined>;
  /** Whether it is cancelled now. */
  cancel: (db: Db, id: string, now: number) => Promise<boolean>;
}

export interface SkillContext {
  db: Db;
  ask: CallEndpoint;
  now: number;
  /** Who is counted. */
  client: () => Promise<string>;
  /** Nothing is kept. */
  sandbox: boolean;
  bookings: Bookings;
}

const callForJson = async <T>(ask: CallEndpoint, ...asked: Parameters<CallEndpoint>): Promise<T> =>
  JSON.parse((await ask(...asked)).text);

/** The task that a message goes on with, checked. */
export async function requireTask({ db }: SkillContext, id: string, contextId?: string): Promise<A2aTask> {
  const task = await findA2aTask(db, id);
  if (!task) throw a2aFault('TASK_NOT_FOUND', 'There is no such task.', { taskId: id });
  if (contextId && contextId !== task.contextId)
    throw invalidParams('message.contextId', 'The task belongs to another context.');
  return task;
}

async function startTask(talk: SkillContext, incoming: IncomingMessage, skill: TaskSkill): Promise<A2aTask> {
  const { contextId, text, data } = incoming;
  const begun = { contextId, skill, wish: { text, data }, now: talk.now };
  if (talk.sandbox) return { ...begun, id: newToken(), bookingId: null, cancelledAt: null };
  // An incomplete wish has no effect yet, so that a repetition may begin another task.
  const origin = toBookingRequest(begun.wish) && [await talk.client(), ...messageKey(incoming)];
  return startA2aTask(talk.db, { ...begun, origin });
}

const messageKey = ({ sentContextId: givenContext = '', messageId }: IncomingMessage): string[] => [
  givenContext,
  messageId,
];

async function runBooking(talk: SkillContext, incoming: IncomingMessage, known?: A2aTask): Promise<object> {
  const task = known ?? (await startTask(talk, incoming, 'booking'));
  if (known?.bookingId) {
    refuseChange(task, incoming);
    return { task: currentBookingTask(task, await talk.bookings.find(talk.db, known.bookingId)) };
  }
  const name = known ? readShowName(incoming.text) : undefined;
  const wish = mergeInput(known?.wish, { ...incoming, data: { ...(name && { showName: name }), ...incoming.data } });
  const body = toBookingRequest(wish);
  if (!body) {
    if (known && !talk.sandbox) await updateA2aTask(talk.db, task.id, { wish });
    return { task: requestShowName({ ...task, wish }, incoming.messageId) };
  }
  const key = known ? task.id : messageKey(incoming).join(' ');
  const receipt = await sendBookingRequest(talk.ask, key, body);
  if (!talk.sandbox) await updateA2aTask(talk.db, task.id, { bookingId: receipt.requestId, wish });
  return { task: newBookingTask({ ...task, wish }, receipt, incoming.messageId) };
}

const renderDots = (items: { title: string; url: string; why: string }[]): string =>
  items.map(({ title, url, why }) => `- ${escapeInline(title)}: ${escapeInline(why)} ${url}`).join('\n');

async function runShowPrep(talk: SkillContext, incoming: IncomingMessage, known?: A2aTask): Promise<object> {
  const { topic, limit, showUrl = findWebAddress(incoming.text) } = { ...known?.wish.data, ...incoming.data };
  if (showUrl === undefined) {
    const task = known ?? (await startTask(talk, incoming, 'show-prep'));
    const text = 'Which show is it? Send its address, as text or as data, and a topic if there is one.';
    const data = { needed: ['showUrl'], example: endpoints.showPrep.docs.example.query };
    return { task: taskResult(task, 'TASK_STATE_INPUT_REQUIRED', { text, data, messageId: incoming.messageId }) };
  }
  const pack = await callForJson<BriefingPack>(talk.ask, 'showPrep', { query: { showUrl, topic, limit } });
  const text =
    pack.topDots.length > 0
      ? `The briefing pack has ${pack.suggestedAngles.length} angles and ${pack.interviewQuestions.length} questions, and these pieces to read:\n${renderDots(pack.topDots)}`
      : `Nothing published fits this subject. Topics here: ${(pack.suggestions ?? []).join(', ')}.`;
  if (!known) return messageResult(incoming, { text, data: pack });
  if (!talk.sandbox) await updateA2aTask(talk.db, known.id, { wish: { text: '', data: { showUrl, topic, limit } } });
  const said = { text, data: {}, messageId: incoming.messageId };
  return { task: taskResult(known, 'TASK_STATE_COMPLETED', said, { name: 'briefing-pack', data: pack }) };
}

const taskHandlers: Record<TaskSkill, typeof runBooking> = { booking: runBooking, 'show-prep': runShowPrep };

/** A line for each thing that has an address. */
function renderResults(results: NonNullable<AskResponse['results']>): string {
  return results
    .flatMap(({ name, url, datePublished }) =>
      name && url ? [`- ${escapeInline(name)}${datePublished ? ` (${datePublished})` : ''}: ${url}`] : [],
    )
    .join('\n');
}

/** Which task an answer of /ask leads to. */
function nextSkill({ actions: [action] = [] }: AskResponse): TaskSkill | undefined {
  return action?.name === 'bookingRequest' ? 'booking' : action?.name === 'showPrep' ? 'show-prep' : undefined;
}

async function answerText(talk: SkillContext, incoming: IncomingMessage): Promise<object> {
  const body = { query: { text: incoming.text.slice(0, 2000) }, prefer: { mode: 'summarize' } };
  const answer = await callForJson<AskResponse>(talk.ask, 'ask', { body });
  const { results = [], error, elicitation } = answer;
  const skill = elicitation || findWebAddress(incoming.text) ? nextSkill(answer) : undefined;
  if (skill === 'booking') return runBooking(talk, incoming);
  if (skill) return runShowPrep(talk, { ...incoming, data: { ...answer.actions?.[0]?.params } });
  const [first] = results;
  const text = error?.message ?? [first?.text, renderResults(results)].filter(Boolean).join('\n');
  return messageResult(incoming, { text, data: answer });
}

/** Data says most clearly what is asked for. */
export async function answerMessage(talk: SkillContext, incoming: IncomingMessage): Promise<object> {
  const { taskId, data, text } = incoming;
  const known = taskId === undefined ? undefined : await requireTask(talk, taskId, incoming.sentContextId);
  if (known?.cancelledAt) throw a2aFault('UNSUPPORTED_OPERATION', 'The task is cancelled.', { taskId: known.id });
  const own = known ? { ...incoming, contextId: known.contextId } : incoming;
  if (known) return taskHandlers['showName' in data ? 'booking' : known.skill](talk, own, known);
  if ('showName' in data) return runBooking(talk, own);
  if ('showUrl' in data) return runShowPrep(talk, own);
  const said = await answerData(talk.ask, data);
  if (said) return messageResult(own, said);
  if (!text.trim())
    throw invalidParams('message.parts', 'Send a sentence, or data with showName, showUrl, id or resourceId.');
  return answerText(talk, own);
}

/** As it stands now. */
export async function currentTask(talk: SkillContext, task: A2aTask): Promise<object> {
  if (task.bookingId) return currentBookingTask(task, await talk.bookings.find(talk.db, task.bookingId));
  const incoming: IncomingMessage = {
    messageId: task.id,
    contextId: task.contextId,
    taskId: task.id,
    text: '',
    data: {},
  };
  if (task.cancelledAt)
    return taskResult(task, 'TASK_STATE_CANCELED', { text: 'The task is cancelled.', data: {}, messageId: task.id });
  if (task.skill === 'booking') return requestShowName(task, task.id);
  return ((await runShowPrep({ ...talk, sandbox: true }, incoming, task)) as { task: object }).task;
}

const notCancelable = ({ id }: A2aTask) => a2aFault('TASK_NOT_CANCELABLE', 'The task is over.', { taskId: id });

/** A booking that is declined or over stays so. */
export async function cancelTask(talk: SkillContext, task: A2aTask): Promise<object> {
  const { db, bookings, now } = talk;
  if (task.bookingId) {
    if (!(await bookings.cancel(db, task.bookingId, now))) throw notCancelable(task);
  } else if (task.skill === 'show-prep' && 'showUrl' in task.wish.data) throw notCancelable(task);
  else await updateA2aTask(db, task.id, { cancelledAt: now });
  return currentTask(talk, { ...task, cancelledAt: task.bookingId ? null : now });
}
