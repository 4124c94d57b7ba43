// The message that another agent sends, checked, and the messages and tasks that answer it (A2A 1.0 §4.1).
import { type Static, Type } from 'typebox';
import { v5 } from 'uuid';
import { hasUnreviewed, unreviewedNotice } from '#contract/schemas/trust.ts';
import { oneOf, text } from '#contract/schemas/shape.ts';
import { compile } from '../../http/query.ts';
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

export interface Incoming {
  messageId: string;
  contextId: string;
  /** The task that goes on with this message. */
  taskId: string | undefined;
  /** As it was sent. */
  givenContext?: string | undefined;
  /** All texts, and all data as one object. */
  text: string;
  data: Record<string, unknown>;
}

type Sent = Static<typeof Message>;

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
  const words = sent.parts.flatMap(({ text: one }) => one ?? []);
  const { messageId, taskId, contextId } = sent;
  return {
    messageId,
    contextId: contextId || idFrom('context', messageId),
    givenContext: contextId,
    taskId: taskId || undefined,
    text: words.join('\n'),
    data: dataOf(sent.parts),
  };
}

/** What is said back. */
export interface Said {
  text: string;
  data: object;
}

const partsOf = ({ text: words, data }: Said) => [
  { text: hasUnreviewed(data) ? `${words}\n${unreviewedNotice}` : words, mediaType: 'text/plain' },
  { data, mediaType: 'application/json' },
];

const agentMessage = (
  { messageId, contextId }: Pick<Incoming, 'messageId' | 'contextId'>,
  parts: object[],
  taskId?: string,
) => ({
  messageId: idFrom('answer', messageId),
  contextId,
  ...(taskId && { taskId }),
  role: 'ROLE_AGENT',
  parts,
});

export const messageResult = (incoming: Incoming, said: Said) => ({ message: agentMessage(incoming, partsOf(said)) });

/** A task as it stands, with what is said about it, and what came of it. */
export function taskResult(
  { id, contextId }: { id: string; contextId: string },
  state: string,
  said: Said & { messageId: string },
  artifact?: { name: string; data: object },
) {
  const isWaiting = state === 'TASK_STATE_INPUT_REQUIRED';
  const parts = isWaiting ? partsOf(said) : [{ text: said.text, mediaType: 'text/plain' }];
  const message = agentMessage({ messageId: said.messageId, contextId }, parts, id);
  const artifacts = artifact && [
    { artifactId: artifact.name, name: artifact.name, parts: [{ data: artifact.data, mediaType: 'application/json' }] },
  ];
  return { id, contextId, status: { state, message }, ...(artifacts && { artifacts }) };
}
