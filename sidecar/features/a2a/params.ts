// What the methods of A2A 1.0 take (§3.1), checked before it is used; what is not named here is let through.
import { type Static, type TObject, Type } from 'typebox';
import { anything, flag, oneOf, text } from '#contract/schemas/shape.ts';
import { compile } from '../../http/query.ts';
import { faultOf } from './errors.ts';

const maybe = Type.Optional;
const int32 = 2 ** 31 - 1;
const historyLength = maybe(Type.Integer({ minimum: 0, maximum: int32, description: 'At most so many messages.' }));
const task = { id: text('The id of a task.'), metadata: maybe(anything('Anything more.')) };

const states = [
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
    message: maybe(Type.Unknown()),
    configuration: maybe(
      Type.Object(
        {
          acceptedOutputModes: maybe(Type.Array(Type.String())),
          historyLength,
          returnImmediately: maybe(Type.Boolean()),
        },
        { description: 'acceptedOutputModes, a list of media types; historyLength, a number; returnImmediately.' },
      ),
    ),
    metadata: maybe(anything('Anything more.')),
  }),
  GetTask: Type.Object({ ...task, historyLength }),
  CancelTask: Type.Object(task),
  ListTasks: Type.Object({
    contextId: maybe(text('Only tasks of this context.')),
    status: maybe(
      oneOf(['UNSPECIFIED', ...states].map((state) => `TASK_STATE_${state}`) as [string], 'Only these tasks.'),
    ),
    pageSize: maybe(Type.Integer({ minimum: 1, maximum: 100, description: 'Tasks of a page, 1 to 100.' })),
    pageToken: maybe(text('The nextPageToken of a former answer.', { maxLength: 0 })),
    historyLength,
    statusTimestampAfter: maybe(text('Only tasks that changed since then, RFC 3339.', { format: 'date-time' })),
    includeArtifacts: maybe(flag('With what came of them.')),
  }),
};

/** Of JSON that stands for Protocol Buffers, null is the same as nothing. */
const withoutNulls = (params: object): object =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));

function reader<S extends TObject>(schema: S): (params: object) => Static<S> {
  const check = compile(schema, 'body');
  return (params) => {
    const given = withoutNulls(params);
    const result = check(given);
    if (result.error) throw faultOf(result.error);
    return given as Static<S>;
  };
}

/** Each throws where a parameter is of the wrong kind or out of bounds. */
export const readParams = {
  SendMessage: reader(schemas.SendMessage),
  GetTask: reader(schemas.GetTask),
  CancelTask: reader(schemas.CancelTask),
  ListTasks: reader(schemas.ListTasks),
};
