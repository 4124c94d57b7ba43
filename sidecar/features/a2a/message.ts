// Reads the message of another agent and creates the messages and tasks that answer it (A2A 1.0 §4.1).
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
  messageId: idText('Id that the sender creates for each message.'),
  role: oneOf(['ROLE_USER'], 'Role of the sender.'),
  parts: Type.Array(Part, { minItems: 1, maxItems: 20, description: 'Parts with text or data.' }),
  contextId: optional(text('Id of an earlier answer.', { maxLength: 255 })),
  taskId: optional(text('Id of the task that this message continues.', { maxLength: 300 })),
});
const checkMessage = compileValidator(Message, 'body');

export interface IncomingMessage {
  messageId: string;
  contextId: string;
  /** Id of the task that this message continues. */
  taskId: string | undefined;
  /** Context id as the client sent it, possibly empty. */
  sentContextId?: string | undefined;
  /** Texts of all parts, one per line. */
  text: string;
  /** Members of the data of all parts. */
  data: Record<string, unknown>;
}

type MessageBody = Static<typeof Message>;

/** Derives an id from its parts, so that a repeated message gets the same ids. */
const deriveId = (...parts: string[]): string => v5(parts.join('\n'), v5.URL);

function mergeData(parts: MessageBody['parts']): Record<string, unknown> {
  const objects = parts.flatMap(({ data }) => (data === undefined ? [] : [data]));
  if (objects.some((data) => data === null || typeof data !== 'object' || Array.isArray(data)))
    throw invalidParams('message.parts', 'Data must be a JSON object.');
  return Object.assign({}, ...(objects as object[]));
}

export function readMessage(value: unknown): IncomingMessage {
  const result = checkMessage(value ?? {});
  if (result.error) throw faultFromError(result.error);
  const body = value as MessageBody;
  if (body.parts.some((part) => part.text === undefined && part.data === undefined))
    throw a2aFault('CONTENT_TYPE_NOT_SUPPORTED', 'Send parts with text or data. Files are not supported.');
  const texts = body.parts.flatMap((part) => part.text ?? []);
  const { messageId, taskId, contextId } = body;
  return {
    messageId,
    contextId: contextId || deriveId('context', messageId),
    sentContextId: contextId,
    taskId: taskId || undefined,
    text: texts.join('\n'),
    data: mergeData(body.parts),
  };
}

/** Content of an answer. */
export interface Reply {
  text: string;
  data: object;
}

const replyParts = (reply: Reply) => [
  { text: hasUnreviewed(reply.data) ? `${reply.text}\n${unreviewedNotice}` : reply.text, mediaType: 'text/plain' },
  { data: reply.data, mediaType: 'application/json' },
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

export const messageResult = (incoming: IncomingMessage, reply: Reply) => ({
  message: agentMessage(incoming, replyParts(reply)),
});

/** Creates a task with its state, a message about it, and its result. */
export function taskResult(
  { id, contextId }: { id: string; contextId: string },
  state: string,
  reply: Reply & { messageId: string },
  artifact?: { name: string; data: object },
) {
  const isWaiting = state === 'TASK_STATE_INPUT_REQUIRED';
  const parts = isWaiting ? replyParts(reply) : [{ text: reply.text, mediaType: 'text/plain' }];
  const message = agentMessage({ messageId: reply.messageId, contextId }, parts, id);
  const artifacts = artifact && [
    { artifactId: artifact.name, name: artifact.name, parts: [{ data: artifact.data, mediaType: 'application/json' }] },
  ];
  return { id, contextId, status: { state, message }, ...(artifacts && { artifacts }) };
}
