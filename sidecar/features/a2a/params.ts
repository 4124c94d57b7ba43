// What the methods of A2A 1.0 take (§3.1), checked before it is used; what is not named here is let through.
import { type Static, type TObject, Type } from 'typebox';
import { anything, flag, oneOf, text } from '#contract/schemas/shape.ts';
import { compileValidator } from '../../http/query.ts';
import { faultFromError } from './errors.ts';

const optional = Type.Optional;
const int32 = 2 ** 31 - 1;
const historyLength = optional(Type.Integer({ minimum: 0, maximum: int32, description: 'At most so many messages.' }));
const taskParams = { id: text('The id of a task.'), metadata: optional(anything('Anything more.')) };

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
    metadata: optional(anything('Anything more.')),
  }),
  GetTask: Type.Object({ ...taskParams, historyLength }),
  CancelTask: Type.Object(taskParams),
  ListTasks: Type.Object({
    contextId: optional(text('Only tasks of this context.')),
    status: optional(
      oneOf(['UNSPECIFIED', ...taskStateNames].map((state) => `TASK_STATE_${state}`) as [string], 'Only these tasks.'),
    ),
    pageSize: optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Tasks of a page, 1 to 100.' })),
    pageToken: optional(text('The nextPageToken of a former answer.', { maxLength: 0 })),
    historyLength,
    statusTimestampAfter: optional(text('Only tasks that changed since then, RFC 3339.', { format: 'date-time' })),
    includeArtifacts: optional(flag('With what came of them.')),
  }),
};

/** Of JSON that stands for Protocol Buffers, null is the same as nothing. */
const withoutNulls = (params: object): object =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));

function paramsReader<S extends TObject>(schema: S): (params: object) => Static<S> {
  const check = compileValidator(schema, 'body');
  return (params) => {
    const given = withoutNulls(params);
    const result = check(given);
    if (result.error) throw faultFromError(result.error);
    return given as Static<S>;
  };
}

/** Each throws where a parameter is of the wrong kind or out of bounds. */
export const readParams = {
  SendMessage: paramsReader(schemas.SendMessage),
  GetTask: paramsReader(schemas.GetTask),
  CancelTask: paramsReader(schemas.CancelTask),
  ListTasks: paramsReader(schemas.ListTasks),
};
