// The wire shape of JSON-RPC 2.0, the base of MCP and A2A.
import { Type } from 'typebox';
import { anything, closedObject, oneOf, optional, text } from './shape.ts';

const jsonrpc = oneOf(['2.0'], 'Version of JSON-RPC.');
export const JsonRpcRequest = Type.Object(
  {
    jsonrpc,
    id: optional(Type.Union([Type.String(), Type.Integer()], { description: 'Comes back with the answer.' })),
    method: text('Name of the method.'),
    params: optional(anything('What the method takes.')),
  },
  { title: 'JsonRpcRequest' },
);

export const JsonRpcResponse = closedObject(
  {
    jsonrpc,
    id: Type.Union([Type.String(), Type.Integer(), Type.Null()], { description: 'As sent.' }),
    result: optional(anything('What the method gives.')),
    error: optional(
      closedObject(
        {
          code: Type.Integer({ description: 'Number of the error.' }),
          message: text('What is wrong and what to do.'),
          data: optional(Type.Unknown({ description: 'More about the error.' })),
        },
        { description: 'In place of a result.' },
      ),
    ),
  },
  { title: 'JsonRpcResponse' },
);
