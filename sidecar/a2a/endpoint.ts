// POST /api/a2a: A2A 1.0 over JSON-RPC. Messages are answered at once, and no tasks are kept.
import { explain } from '../server/errors.ts';
import type { Ask } from '../server/handler.ts';
import { rpcCodes, rpcError, type RpcId } from '../server/json-rpc.ts';
import type { Protocol } from '../server/respond.ts';
import { fault, faultOf, invalidParams, RpcFault } from './errors.ts';
import { skillOf } from './intent.ts';
import { readMessage } from './message.ts';
import { answers } from './skills.ts';

type Params = Record<string, unknown>;
type Method = (params: Params, ask: Ask) => object | Promise<object>;

const noTask: Method = ({ id }) => {
  if (typeof id !== 'string') throw invalidParams('id', 'Give the id of a task.');
  throw fault('TASK_NOT_FOUND', 'No tasks are kept: the answer to SendMessage holds all there is.', { taskId: id });
};
const noStreams: Method = () => {
  throw fault('UNSUPPORTED_OPERATION', 'Answers come whole: use SendMessage.');
};
const noPush: Method = () => {
  throw fault('PUSH_NOTIFICATION_NOT_SUPPORTED', 'Subscribe to webhooks of this room instead.');
};

const methods: Record<string, Method> = {
  SendMessage: ({ message }, ask) => {
    const incoming = readMessage(message);
    return answers[skillOf(incoming)](ask, incoming);
  },
  GetTask: noTask,
  CancelTask: noTask,
  ListTasks: ({ pageSize = 50 }) => ({ tasks: [], nextPageToken: '', pageSize, totalSize: 0 }),
  SendStreamingMessage: noStreams,
  SubscribeToTask: noStreams,
  GetExtendedAgentCard: () => {
    throw fault('UNSUPPORTED_OPERATION', 'There is one agent card, the public one.');
  },
  CreateTaskPushNotificationConfig: noPush,
  GetTaskPushNotificationConfig: noPush,
  ListTaskPushNotificationConfigs: noPush,
  DeleteTaskPushNotificationConfig: noPush,
};

/**
 * A request without A2A-Version counts as 0.3 (§3.6.2). Its methods are named tasks/get, though, and those of 1.0 GetTask, so
 * that the name tells the version where the header is missing.
 */
function checkVersion(version: string | undefined, method: string): void {
  const asked = version?.trim() || (method.includes('/') ? '0.3' : '1.0');
  if (/^1\.0(\.\d+)?$/.test(asked)) return;
  throw fault('VERSION_NOT_SUPPORTED', `A2A ${asked} is not served. Send A2A-Version: 1.0.`, { supported: '1.0' });
}

interface RpcRequest {
  id: RpcId;
  method: string;
  params: Params;
}

function readRequest(body: Params): RpcRequest {
  const { jsonrpc, id, method, params = {} } = body;
  const isId = typeof id === 'string' || Number.isInteger(id) || id === null;
  const isRequest = jsonrpc === '2.0' && isId && typeof method === 'string';
  if (!isRequest) throw new RpcFault(rpcCodes.invalidRequest, 'Send {"jsonrpc": "2.0", "id", "method", "params"}.');
  if (params === null || typeof params !== 'object' || Array.isArray(params))
    throw invalidParams('params', 'params is a JSON object.');
  return { id: id as RpcId, method, params: params as Params };
}

async function answer(body: Params, version: string | undefined, ask: Ask): Promise<object> {
  const { id, method, params } = readRequest(body);
  checkVersion(version, method);
  if (!Object.hasOwn(methods, method)) throw new RpcFault(rpcCodes.methodNotFound, `There is no method ${method}.`);
  return { jsonrpc: '2.0', id, result: await methods[method]!(params, ask) };
}

const idOf = ({ id }: Params): RpcId => (typeof id === 'string' || Number.isInteger(id) ? (id as RpcId) : null);

export const a2aEndpoint: Protocol = async (request, _, ask) => {
  const body = request.body as Params;
  try {
    return await answer(body, request.headers['a2a-version']?.toString(), ask);
  } catch (error) {
    const { code, message, data } = error instanceof RpcFault ? error : faultOf(explain(error, request));
    return rpcError(idOf(body), code, message, data);
  }
};
