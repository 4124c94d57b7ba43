// The wire shape of JSON-RPC 2.0, the base of MCP and A2A.
import { Type } from 'typebox';
import { anything, closedObject, oneOf, optional, text } from './shape.ts';

const jsonrpc = oneOf(['2.0'], 'Version of JSON-RPC.');
export const JsonRpcRequest = Type.Object(
  {
    jsonrpc,
    id: optional(Type.Union([Type.String(), Type.Integer()], { description: 'Id for matching the response.' })),
    method: text('Name of the method.'),
    params: optional(anything('Parameters of the method.')),
  },
  { title: 'JsonRpcRequest' },
);

export const JsonRpcResponse = closedObject(
  {
    jsonrpc,
    id: Type.Union([Type.String(), Type.Integer(), Type.Null()], { description: 'Same as in the request.' }),
    result: optional(anything('Result of the method.')),
    error: optional(
      closedObject(
        {
          code: Type.Integer({ description: 'Error code.' }),
          message: text('What happened and what to do.'),
          data: optional(Type.Unknown({ description: 'Details of the error.' })),
        },
        { description: 'Present instead of a result.' },
      ),
    ),
  },
  { title: 'JsonRpcResponse' },
);
