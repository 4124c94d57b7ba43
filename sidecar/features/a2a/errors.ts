// The errors of A2A 1.0 (§3.3.2, §9.5): a JSON-RPC code with details in the types of google.rpc.
import { type ApiError, errorKinds } from '#contract/errors.ts';
import { rpcCodes } from '../../http/json-rpc.ts';

const reasonCodes = {
  TASK_NOT_FOUND: -32001,
  TASK_NOT_CANCELABLE: -32002,
  PUSH_NOTIFICATION_NOT_SUPPORTED: -32003,
  UNSUPPORTED_OPERATION: -32004,
  CONTENT_TYPE_NOT_SUPPORTED: -32005,
  VERSION_NOT_SUPPORTED: -32009,
} as const;

const errorInfo = (reason: string, metadata?: Record<string, string>) => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain: 'a2a-protocol.org',
  ...(metadata && { metadata }),
});

/** JSON-RPC error that a method returns to the client. */
export class RpcFault extends Error {
  readonly code: number;
  readonly data: object[] | undefined;

  constructor(code: number, message: string, data?: object[]) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const a2aFault = (
  reason: keyof typeof reasonCodes,
  message: string,
  metadata?: Record<string, string>,
): RpcFault => new RpcFault(reasonCodes[reason], message, [errorInfo(reason, metadata)]);

export const invalidParams = (field: string, description: string): RpcFault =>
  new RpcFault(rpcCodes.invalidParams, description, [
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description }] },
  ]);

/** Converts an error of an endpoint of this API. */
export function faultFromError({ kind, message, details, extras: beside }: ApiError): RpcFault {
  if (kind === 'unprocessable')
    return invalidParams('messageId', 'This message or task was already used for another booking. Start a new one.');
  const { status, code } = errorKinds[kind];
  if (typeof details?.field === 'string') return invalidParams(details.field, message);
  const texts = Object.entries({ ...details, ...beside?.members }).map(([name, value]): [string, string] => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  const number = status < 500 ? rpcCodes.invalidParams : rpcCodes.internalError;
  return new RpcFault(number, message, [errorInfo(code.toUpperCase(), Object.fromEntries(texts))]);
}
