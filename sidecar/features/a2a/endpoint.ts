// POST /api/a2a: A2A 1.0 over JSON-RPC. Messages are answered at once; what waits for more, and each booking, is a task.
import { toApiError } from '../../http/errors.ts';
import type { ClientOf } from '../../http/client.ts';
import { rpcCodes, createRpcError, type RpcId } from '../../http/json-rpc.ts';
import type { Protocol } from '../../http/deps.ts';
import type { Store } from '../../storage/store.ts';
import { a2aFault, faultFromError, invalidParams, RpcFault } from './errors.ts';
import { readMessage } from './message.ts';
import { readParams } from './params.ts';
import { answerMessage, type Bookings, cancelTask, type SkillContext, currentTask, requireTask } from './skills.ts';

type Params = Record<string, unknown>;
type Method = (params: Params, talk: SkillContext) => object | Promise<object>;

const refuseStreams: Method = () => {
  throw a2aFault('UNSUPPORTED_OPERATION', 'Answers come whole: use SendMessage.');
};
const refusePush: Method = () => {
  throw a2aFault('PUSH_NOTIFICATION_NOT_SUPPORTED', 'Subscribe to webhooks of this room instead.');
};

const methods: Record<string, Method> = {
  SendMessage: (params, talk) => answerMessage(talk, readMessage(readParams.SendMessage(params).message)),
  GetTask: async (params, talk) => currentTask(talk, await requireTask(talk, readParams.GetTask(params).id)),
  CancelTask: async (params, talk) => cancelTask(talk, await requireTask(talk, readParams.CancelTask(params).id)),
  // A task is known to whoever has its id, so that there is no list of them.
  ListTasks: (params) => {
    const { pageSize = 50 } = readParams.ListTasks(params);
    return { tasks: [], nextPageToken: '', pageSize, totalSize: 0 };
  },
  SendStreamingMessage: refuseStreams,
  SubscribeToTask: refuseStreams,
  GetExtendedAgentCard: () => {
    throw a2aFault('UNSUPPORTED_OPERATION', 'There is one agent card, the public one.');
  },
  CreateTaskPushNotificationConfig: refusePush,
  GetTaskPushNotificationConfig: refusePush,
  ListTaskPushNotificationConfigs: refusePush,
  DeleteTaskPushNotificationConfig: refusePush,
};

/**
 * A request without A2A-Version counts as 0.3 (§3.6.2). Its methods are named tasks/get, though, and those of 1.0 GetTask, so
 * that the name tells the version where the header is missing.
 */
function checkVersion(version: string | undefined, method: string): void {
  const asked = version?.trim() || (method.includes('/') ? '0.3' : '1.0');
  if (/^1\.0(\.\d+)?$/.test(asked)) return;
  throw a2aFault('VERSION_NOT_SUPPORTED', `A2A ${asked} is not served. Send A2A-Version: 1.0.`, { supported: '1.0' });
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

async function answerRequest(body: Params, version: string | undefined, talk: SkillContext): Promise<object> {
  const { id, method, params } = readRequest(body);
  checkVersion(version, method);
  if (!Object.hasOwn(methods, method)) throw new RpcFault(rpcCodes.methodNotFound, `There is no method ${method}.`);
  return { jsonrpc: '2.0', id, result: await methods[method]!(params, talk) };
}

const readId = ({ id }: Params): RpcId => (typeof id === 'string' || Number.isInteger(id) ? (id as RpcId) : null);

export interface A2aDeps {
  store: Pick<Store, 'db'>;
  now: () => number;
  clientOf: ClientOf;
  bookings: Bookings;
}

export const a2aEndpoint =
  ({ store, now, clientOf, bookings }: A2aDeps): Protocol =>
  async (request, _, ask) => {
    const body = request.body as Params;
    const sandbox = request.headers['x-service-sandbox']?.toString().toLowerCase() === 'true';
    const talk: SkillContext = { db: store.db, ask, now: now(), client: () => clientOf(request), sandbox, bookings };
    try {
      return await answerRequest(body, request.headers['a2a-version']?.toString(), talk);
    } catch (error) {
      const { code, message, data } = error instanceof RpcFault ? error : faultFromError(toApiError(error, request));
      return createRpcError(readId(body), code, message, data);
    }
  };
