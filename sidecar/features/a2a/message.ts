// The message that another agent sends, checked, and the messages and tasks that answer it (A2A 1.0 §4.1).
import { type Static, Type } from 'typebox';
import { v5 } from 'uuid';
import { hasUnreviewed, unreviewedNotice } from '#contract/schemas/trust.ts';
import { oneOf, text } from '#contract/schemas/shape.ts';
import { compileValidator } from '../../http/query.ts';
import { a2aFault, faultFromError, invalidParams } from './errors.ts';

const optional = Type.Optional;
const idText = (description: string) => text(description, { minLength: 1, maxLength: 255 });

const Part = Type.Object({ text: optional(Type.String()), data: optional(Type.Unknown()) });
const Message = Type.Object({
  messageId: idText('The sender makes it, one for each message.'),
  role: oneOf(['ROLE_USER'], 'Who speaks.'),
  parts: Type.Array(Part, { minItems: 1, maxItems: 20, description: 'Each has a text or data.' }),
  contextId: optional(text('As a former answer gave it.', { maxLength: 255 })),
  taskId: optional(text('The task that waits for this message.', { maxLength: 300 })),
});
const checkMessage = compileValidator(Message, 'body');

export interface IncomingMessage {
  messageId: string;
  contextId: string;
  /** The task that goes on with this message. */
  taskId: string | undefined;
  /** As it was sent. */
  sentContextId?: string | undefined;
  /** All texts, and all data as one object. */
  text: string;
  data: Record<string, unknown>;
}

type MessageBody = Static<typeof Message>;

/** The same message gets the same ids again. */
const deriveId = (...parts: string[]): string => v5(parts.join('\n'), v5.URL);

function mergeData(parts: MessageBody['parts']): Record<string, unknown> {
  const objects = parts.flatMap(({ data }) => (data === undefined ? [] : [data]));
  if (objects.some((one) => one === null || typeof one !== 'object' || Array.isArray(one)))
    throw invalidParams('message.parts', 'Data is a JSON object.');
  return Object.assign({}, ...(objects as object[]));
}

export function readMessage(value: unknown): IncomingMessage {
  const result = checkMessage(value ?? {});
  if (result.error) throw faultFromError(result.error);
  const sent = value as MessageBody;
  if (sent.parts.some(({ text: words, data }) => words === undefined && data === undefined))
    throw a2aFault('CONTENT_TYPE_NOT_SUPPORTED', 'Parts are text or data: files are not read.');
  const words = sent.parts.flatMap(({ text: one }) => one ?? []);
  const { messageId, taskId, contextId } = sent;
  return {
    messageId,
    contextId: contextId || deriveId('context', messageId),
    sentContextId: contextId,
    taskId: taskId || undefined,
    text: words.join('\n'),
    data: mergeData(sent.parts),
  };
}

/** What is said back. */
export interface Reply {
  text: string;
  data: object;
}

const replyParts = ({ text: words, data }: Reply) => [
  { text: hasUnreviewed(data) ? `${words}\n${unreviewedNotice}` : words, mediaType: 'text/plain' },
  { data, mediaType: 'application/json' },
];

const agentMessage = (
  { messageId, contextId }: Pick<IncomingMessage, 'messageId' | 'contextId'>,
  parts: object[],
  taskId?: string,
) => ({
  messageId: deriveId('answer', messageId),
  contextId,
  ...(taskId && { taskId }),
  role: 'ROLE_AGENT',
  parts,
});

export const messageResult = (incoming: IncomingMessage, said: Reply) => ({
  message: agentMessage(incoming, replyParts(said)),
});

/** A task as it stands, with what is said about it, and what came of it. */
export function taskResult(
  { id, contextId }: { id: string; contextId: string },
  state: string,
  said: Reply & { messageId: string },
  artifact?: { name: string; data: object },
) {
  const isWaiting = state === 'TASK_STATE_INPUT_REQUIRED';
  const parts = isWaiting ? replyParts(said) : [{ text: said.text, mediaType: 'text/plain' }];
  const message = agentMessage({ messageId: said.messageId, contextId }, parts, id);
  const artifacts = artifact && [
    { artifactId: artifact.name, name: artifact.name, parts: [{ data: artifact.data, mediaType: 'application/json' }] },
  ];
  return { id, contextId, status: { state, message }, ...(artifacts && { artifacts }) };
}
