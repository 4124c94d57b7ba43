// POST /api/a2a: A2A 1.0 and 0.3 over JSON-RPC. Most messages get an immediate answer; bookings and incomplete
// requests are tasks.
import { toApiError } from '../../http/errors.ts';
import type { FindClient } from '../../http/client.ts';
import { rpcCodes, createRpcError, type RpcId } from '../../http/json-rpc.ts';
import { isSandboxRequest } from '../../http/respond.ts';
import type { Protocol } from '../../http/deps.ts';
import type { Store } from '../../storage/store.ts';
import { a2aFault, faultFromError, invalidParams, RpcFault } from './errors.ts';
import { readMessage } from './message.ts';
import { readParams } from './params.ts';
import { legacyMethods, readLegacyParams, writeLegacyResult } from './version-0-3.ts';
import {
  answerMessage,
  type Bookings,
  cancelTask,
  type SkillContext,
  renderCurrentTask,
  requireTask,
} from './skills.ts';

type Params = Record<string, unknown>;
type Method = (params: Params, context: SkillContext) => object | Promise<object>;

const refuseStreams: Method = () => {
  throw a2aFault('UNSUPPORTED_OPERATION', 'Streaming is not supported. Use SendMessage.');
};
const refusePush: Method = () => {
  throw a2aFault(
    'PUSH_NOTIFICATION_NOT_SUPPORTED',
    'Push notifications are not supported. Subscribe to the webhooks of this room instead.',
  );
};

const methods: Record<string, Method> = {
  SendMessage: (params, context) => answerMessage(context, readMessage(readParams.SendMessage(params).message)),
  GetTask: async (params, context) =>
    renderCurrentTask(context, await requireTask(context, readParams.GetTask(params).id)),
  CancelTask: async (params, context) =>
    cancelTask(context, await requireTask(context, readParams.CancelTask(params).id)),
  // A task id is a secret of its client, so the list is always empty.
  ListTasks: (params) => {
    const { pageSize = 50 } = readParams.ListTasks(params);
    return { tasks: [], nextPageToken: '', pageSize, totalSize: 0 };
  },
  SendStreamingMessage: refuseStreams,
  SubscribeToTask: refuseStreams,
  GetExtendedAgentCard: () => {
    throw a2aFault('UNSUPPORTED_OPERATION', 'There is no extended agent card. Use the public one.');
  },
  CreateTaskPushNotificationConfig: refusePush,
  GetTaskPushNotificationConfig: refusePush,
  ListTaskPushNotificationConfigs: refusePush,
  DeleteTaskPushNotificationConfig: refusePush,
};

/**
 * Returns the version of a request. One without A2A-Version is version 0.3 (§3.6.2); clients of 1.0 that omit the
 * header are recognized by the method: tasks/get in 0.3, GetTask in 1.0.
 */
function readVersion(version: string | undefined, method: string): '0.3' | '1.0' {
  const requestedVersion = version?.trim() || (method.includes('/') ? '0.3' : '1.0');
  const [supported] = /^(?:1\.0|0\.3)(?=\.\d+$|$)/.exec(requestedVersion) ?? [];
  if (supported) return supported as '0.3' | '1.0';
  const message = `A2A ${requestedVersion} is not supported. Send A2A-Version: 1.0 or 0.3.`;
  throw a2aFault('VERSION_NOT_SUPPORTED', message, { supported: '1.0, 0.3' });
}

async function runMethod(
  { method, params }: RpcRequest,
  version: '0.3' | '1.0',
  context: SkillContext,
): Promise<object> {
  const isLegacy = version === '0.3';
  if (!Object.hasOwn(isLegacy ? legacyMethods : methods, method))
    throw new RpcFault(rpcCodes.methodNotFound, `There is no method ${method} in A2A ${version}.`);
  if (!isLegacy) return methods[method]!(params, context);
  return writeLegacyResult(await methods[legacyMethods[method]!]!(readLegacyParams(params), context));
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
    throw invalidParams('params', 'params must be a JSON object.');
  return { id: id as RpcId, method, params: params as Params };
}

async function answerRequest(body: Params, version: string | undefined, context: SkillContext): Promise<object> {
  const request = readRequest(body);
  const result = await runMethod(request, readVersion(version, request.method), context);
  return { jsonrpc: '2.0', id: request.id, result };
}

const readId = ({ id }: Params): RpcId => (typeof id === 'string' || Number.isInteger(id) ? (id as RpcId) : null);

export interface A2aDeps {
  store: Pick<Store, 'db'>;
  now: () => number;
  findClient: FindClient;
  bookings: Bookings;
}

export const a2aEndpoint =
  ({ store, now, findClient, bookings }: A2aDeps): Protocol =>
  async (request, _, call) => {
    const body = request.body as Params;
    const context: SkillContext = {
      db: store.db,
      call,
      now: now(),
      client: () => findClient(request),
      sandbox: isSandboxRequest(request),
      bookings,
    };
    try {
      return await answerRequest(body, request.headers['a2a-version']?.toString(), context);
    } catch (error) {
      const { code, message, data } = error instanceof RpcFault ? error : faultFromError(toApiError(error, request));
      return createRpcError(readId(body), code, message, data);
    }
  };
