// Parameters of the methods of A2A 1.0 (§3.1). Unknown members are ignored.
import { type Static, type TObject, Type } from 'typebox';
import { anything, flag, oneOf, text } from '#contract/schemas/shape.ts';
import { compileValidator } from '../../http/query.ts';
import { faultFromError } from './errors.ts';

const optional = Type.Optional;
const int32 = 2 ** 31 - 1;
const historyLength = optional(
  Type.Integer({ minimum: 0, maximum: int32, description: 'Maximum number of messages.' }),
);
const taskParams = { id: text('Id of a task.'), metadata: optional(anything('Additional data.')) };

const taskStateNames = [
  'SUBMITTED',
  'WORKING',
  'COMPLETED',
  'FAILED',
  'CANCELED',
  'INPUT_REQUIRED',
  'REJECTED',
  'AUTH_REQUIRED',
];

const schemas = {
  SendMessage: Type.Object({
    message: optional(Type.Unknown()),
    configuration: optional(
      Type.Object(
        {
          acceptedOutputModes: optional(Type.Array(Type.String())),
          historyLength,
          returnImmediately: optional(Type.Boolean()),
        },
        { description: 'acceptedOutputModes, a list of media types; historyLength, a number; returnImmediately.' },
      ),
    ),
    metadata: optional(anything('Additional data.')),
  }),
  GetTask: Type.Object({ ...taskParams, historyLength }),
  CancelTask: Type.Object(taskParams),
  ListTasks: Type.Object({
    contextId: optional(text('Only tasks of this context.')),
    status: optional(
      oneOf(
        ['UNSPECIFIED', ...taskStateNames].map((state) => `TASK_STATE_${state}`) as [string],
        'Only tasks with this state.',
      ),
    ),
    pageSize: optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Number of tasks in a page, 1 to 100.' })),
    pageToken: optional(text('The nextPageToken of an earlier answer.', { maxLength: 0 })),
    historyLength,
    statusTimestampAfter: optional(text('Only tasks that changed since then, RFC 3339.', { format: 'date-time' })),
    includeArtifacts: optional(flag('Whether to include the results of the tasks.')),
  }),
};

/** Removes null members: in the JSON form of Protocol Buffers, null means a missing field. */
const withoutNulls = (params: object): object =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));

function paramsReader<S extends TObject>(schema: S): (params: object) => Static<S> {
  const check = compileValidator(schema, 'body');
  return (params) => {
    const present = withoutNulls(params);
    const result = check(present);
    if (result.error) throw faultFromError(result.error);
    return present as Static<S>;
  };
}

/**
 * Readers of the parameters of each method. They throw an RpcFault if a parameter has a wrong type or is out of
 * bounds.
 */
export const readParams = {
  SendMessage: paramsReader(schemas.SendMessage),
  GetTask: paramsReader(schemas.GetTask),
  CancelTask: paramsReader(schemas.CancelTask),
  ListTasks: paramsReader(schemas.ListTasks),
};
