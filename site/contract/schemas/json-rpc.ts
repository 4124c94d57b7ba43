// The wire shape of JSON-RPC 2.0, the base of MCP and A2A.
import { Type } from 'typebox';
import { anything, closedObject, oneOf, text } from './shape.ts';

const maybe = Type.Optional;
const jsonrpc = oneOf(['2.0'], 'Version of JSON-RPC.');
export const JsonRpcRequest = Type.Object(
  {
    jsonrpc,
    id: maybe(Type.Union([Type.String(), Type.Integer()], { description: 'Comes back with the answer.' })),
    method: text('Name of the method.'),
    params: maybe(anything('What the method takes.')),
  },
  { title: 'JsonRpcRequest' },
);

export const JsonRpcResponse = closedObject(
  {
    jsonrpc,
    id: Type.Union([Type.String(), Type.Integer(), Type.Null()], { description: 'As sent.' }),
    result: maybe(anything('What the method gives.')),
    error: maybe(
      closedObject(
        {
          code: Type.Integer({ description: 'Number of the error.' }),
          message: text('What is wrong and what to do.'),
          data: maybe(Type.Unknown({ description: 'More about the error.' })),
        },
        { description: 'In place of a result.' },
      ),
    ),
  },
  { title: 'JsonRpcResponse' },
);
