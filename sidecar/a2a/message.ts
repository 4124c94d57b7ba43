// The message that another agent sends, checked, and the messages and tasks that answer it (A2A 1.0 §4.1).
import { type Static, Type } from 'typebox';
import { v5 } from 'uuid';
import { oneOf, text } from '#contract/schemas/shape.ts';
import { compile } from '../server/query.ts';
import { fault, faultOf, invalidParams } from './errors.ts';

const maybe = Type.Optional;
const id = (description: string) => text(description, { minLength: 1, maxLength: 255 });

const Part = Type.Object({ text: maybe(Type.String()), data: maybe(Type.Unknown()) });
const Message = Type.Object({
  messageId: id('The sender makes it, one for each message.'),
  role: oneOf(['ROLE_USER'], 'Who speaks.'),
  parts: Type.Array(Part, { minItems: 1, maxItems: 20, description: 'Each has a text or data.' }),
  contextId: maybe(text('As a former answer gave it.', { maxLength: 255 })),
  taskId: maybe(text('The task that waits for this message.', { maxLength: 300 })),
});
const check = compile(Message, 'body');

const skills = ['booking', 'show-prep'] as const;
/** Skills that may ask back. */
export type TaskSkill = (typeof skills)[number];

export interface Incoming {
  messageId: string;
  contextId: string;
  /** The skill whose task goes on with this message. */
  goesOn: TaskSkill | undefined;
  /** All texts, and all data as one object. */
  text: string;
  data: Record<string, unknown>;
}

type Sent = Static<typeof Message>;

/** The task of a skill that waits in a context. It is named by both, so that nothing has to be kept. */
export const taskIdOf = (skill: TaskSkill, contextId: string): string => `${skill}-${contextId}`;

function readTask({ taskId, contextId }: Sent): Pick<Incoming, 'goesOn'> & { contextId?: string } {
  if (!taskId) return { goesOn: undefined, ...(contextId && { contextId }) };
  const goesOn = skills.find((skill) => taskId.startsWith(`${skill}-`));
  if (!goesOn) throw fault('TASK_NOT_FOUND', 'No such task waits for a message.', { taskId });
  const own = taskId.slice(goesOn.length + 1);
  if (contextId && contextId !== own) throw invalidParams('message.contextId', 'The task belongs to another context.');
  return { goesOn, contextId: own };
}

/** The same message gets the same ids again. */
const idFrom = (...parts: string[]): string => v5(parts.join('\n'), v5.URL);

function dataOf(parts: Sent['parts']): Record<string, unknown> {
  const objects = parts.flatMap(({ data }) => (data === undefined ? [] : [data]));
  if (objects.some((one) => one === null || typeof one !== 'object' || Array.isArray(one)))
    throw invalidParams('message.parts', 'Data is a JSON object.');
  return Object.assign({}, ...(objects as object[]));
}

export function readMessage(value: unknown): Incoming {
  const result = check(value ?? {});
  if (result.error) throw faultOf(result.error);
  const sent = value as Sent;
  if (sent.parts.some(({ text: words, data }) => words === undefined && data === undefined))
    throw fault('CONTENT_TYPE_NOT_SUPPORTED', 'Parts are text or data: files are not read.');
  const { goesOn, contextId = idFrom('context', sent.messageId) } = readTask(sent);
  const words = sent.parts.flatMap(({ text: one }) => one ?? []);
  return { messageId: sent.messageId, contextId, goesOn, text: words.join('\n'), data: dataOf(sent.parts) };
}

/** What is said back. */
export interface Said {
  text: string;
  data: object;
}

const partsOf = ({ text: words, data }: Said) => [
  { text: words, mediaType: 'text/plain' },
  { data, mediaType: 'application/json' },
];

const agentMessage = ({ messageId, contextId }: Incoming, parts: object[], taskId?: string) => ({
  messageId: idFrom('answer', messageId),
  contextId,
  ...(taskId && { taskId }),
  role: 'ROLE_AGENT',
  parts,
});

export const messageResult = (incoming: Incoming, said: Said) => ({ message: agentMessage(incoming, partsOf(said)) });

/** A task that waits for more. */
export const askingBack = (incoming: Incoming, skill: TaskSkill, said: Said) => {
  const taskId = taskIdOf(skill, incoming.contextId);
  const message = agentMessage(incoming, partsOf(said), taskId);
  const status = { state: 'TASK_STATE_INPUT_REQUIRED', message };
  return { task: { id: taskId, contextId: incoming.contextId, status } };
};

/** A task that is done, with its one artifact. */
export const doneTask = (incoming: Incoming, taskId: string, name: string, { text: words, data }: Said) => {
  const message = agentMessage(incoming, [{ text: words, mediaType: 'text/plain' }], taskId);
  const artifact = { artifactId: name, name, parts: [{ data, mediaType: 'application/json' }] };
  const status = { state: 'TASK_STATE_COMPLETED', message };
  return { task: { id: taskId, contextId: incoming.contextId, status, artifacts: [artifact] } };
};
