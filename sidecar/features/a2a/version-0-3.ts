// Translates A2A 0.3 to 1.0 and back: the names of methods, roles, states, and the kinds of parts.

type Value = Record<string, unknown>;

export const legacyMethods: Record<string, string> = {
  'message/send': 'SendMessage',
  'message/stream': 'SendStreamingMessage',
  'tasks/get': 'GetTask',
  'tasks/cancel': 'CancelTask',
  'tasks/resubscribe': 'SubscribeToTask',
  'tasks/pushNotificationConfig/set': 'CreateTaskPushNotificationConfig',
  'tasks/pushNotificationConfig/get': 'GetTaskPushNotificationConfig',
  'tasks/pushNotificationConfig/list': 'ListTaskPushNotificationConfigs',
  'tasks/pushNotificationConfig/delete': 'DeleteTaskPushNotificationConfig',
  'agent/getAuthenticatedExtendedCard': 'GetExtendedAgentCard',
};

const isObject = (value: unknown): value is Value =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Converts a part. A file becomes a part without content, which is refused like a file of 1.0. */
const readPart = (part: unknown): unknown =>
  isObject(part) ? { ...('text' in part && { text: part.text }), ...('data' in part && { data: part.data }) } : part;

function readMessage(message: unknown): unknown {
  if (!isObject(message)) return message;
  const { role, parts } = message;
  return {
    ...message,
    role: role === 'user' ? 'ROLE_USER' : role,
    parts: Array.isArray(parts) ? parts.map(readPart) : parts,
  };
}

/** Converts the parameters of a method of 0.3. */
export const readLegacyParams = (params: Value): Value =>
  'message' in params ? { ...params, message: readMessage(params.message) } : params;

const writePart = ({ text, data }: Value): Value =>
  text === undefined ? { kind: 'data', data } : { kind: 'text', text };

const writeMessage = ({ parts, ...message }: Value): Value => ({
  kind: 'message',
  ...message,
  role: 'agent',
  parts: (parts as Value[]).map(writePart),
});

function writeTask({ status, artifacts, ...task }: Value): Value {
  const { state, message } = status as { state: string; message: Value };
  return {
    kind: 'task',
    ...task,
    status: {
      state: state.replace('TASK_STATE_', '').toLowerCase().replaceAll('_', '-'),
      message: writeMessage(message),
    },
    ...(Array.isArray(artifacts) && {
      artifacts: (artifacts as Value[]).map(({ parts, ...one }) => ({
        ...one,
        parts: (parts as Value[]).map(writePart),
      })),
    }),
  };
}

/** Converts a result of 1.0: a message, or a task. */
export function writeLegacyResult(result: object): object {
  const { message, task = result } = result as { message?: Value; task?: Value };
  return message ? writeMessage(message) : writeTask(task as Value);
}
