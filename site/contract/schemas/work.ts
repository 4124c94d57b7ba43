// The wire shapes of work: tasks, submissions and results.
import { type Static, Type } from 'typebox';
import { AccessToken } from './payment.ts';
import { limitedText } from './requests.ts';
import { closedObject, Count, Instant, list, oneOf, optional, postFields, text, Uri } from './shape.ts';

export const taskTypes = ['label_classify', 'summarize', 'match', 'micro_survey'] as const;
export const TaskType = oneOf([...taskTypes], 'Kind of task.');
export type TaskType = Static<typeof TaskType>;

const Passage = closedObject({ id: text('Id of the question.'), text: text('Text of the question.') });

export const LabelInput = closedObject({
  questions: list(Passage, 'Questions, each of which needs one label.'),
  options: list(text('A label.'), 'Labels to choose from.'),
});
export const MatchInput = closedObject({
  questions: list(Passage, 'Questions, each of which needs one item.'),
  options: list(
    closedObject({
      id: text('Id of the item.'),
      title: text('Title.'),
      summary: optional(text('Summary.')),
    }),
    'Items to choose from.',
  ),
});
export const SummarizeInput = closedObject({
  title: text('Title of the text.'),
  text: text('Text to summarize.'),
  minCharacters: Count('Minimum length of the summary.'),
  maxCharacters: Count('Maximum length of the summary.'),
});
export const SurveyInput = closedObject({
  title: text('Title of the text.'),
  text: text('Text to read first.'),
  questions: list(
    closedObject({
      id: text('Id of the question.'),
      question: text('The question.'),
      options: optional(list(text('An answer.'), 'Answers to choose from; free text if absent.')),
      maxCharacters: optional(Count('Maximum length of free text.')),
    }),
  ),
});
export type LabelInput = Static<typeof LabelInput>;
export type MatchInput = Static<typeof MatchInput>;
export type SummarizeInput = Static<typeof SummarizeInput>;
export type SurveyInput = Static<typeof SurveyInput>;

/** Map of answers by question id. @spec-gap work-tasks */
const answer = (description: string, maxLength: number) =>
  Type.Record(Type.String({ maxLength: 40 }), limitedText(description, maxLength), {
    minProperties: 1,
    maxProperties: 20,
  });
export const submissions = {
  label_classify: Type.Object({ label: answer('Label by question id.', 200) }),
  match: Type.Object({ matchId: answer('Item id by question id.', 200) }),
  summarize: Type.Object({ summary: limitedText('The summary, plain text.', 2000) }),
  micro_survey: Type.Object({ answers: answer('Answer by question id.', 2000) }),
};
export type Submissions = { [T in TaskType]: Static<(typeof submissions)[T]> };

const resourceId = text('Resource that the work opens.');
const task = {
  taskId: text('Id of the task; secret for tasks of work-offer.'),
  type: TaskType,
  description: text('Instructions and format of the submission.'),
  input: Type.Union([LabelInput, MatchInput, SummarizeInput, SurveyInput], {
    description: 'Input of the task.',
  }),
  expiresAt: Instant('Deadline of the submission.'),
};

const requiredText = (description: string, maxLength = 200) => text(description, { minLength: 1, maxLength });
const submission = Type.Record(Type.String(), Type.Unknown(), {
  description: '{label}, {matchId}, {summary} or {answers}, as the task requires.',
});

export const WorkOfferRequest = Type.Object(
  {
    resourceId: requiredText('Resource: transcribe, guest-kit, content-index, articles, or article:ID.'),
    paymentContextToken: optional(requiredText('payment_context_token of the 402.')),
    articleId: optional(requiredText('With articles: id of the article.')),
  },
  { title: 'WorkOfferRequest' },
);
export type WorkOfferRequest = Static<typeof WorkOfferRequest>;

export const WorkTask = closedObject(
  {
    ...postFields,
    ...task,
    tasksLeft: Count('Remaining tasks for the resource, including this one.'),
    submitUrl: Uri('Address for the submission.'),
  },
  { title: 'WorkTask' },
);
export type WorkTask = Static<typeof WorkTask>;

export const WorkSubmitRequest = Type.Object(
  { taskId: requiredText('Id of the task.'), submission },
  { title: 'WorkSubmitRequest' },
);

export const WorkSubmitted = closedObject(
  {
    ...postFields,
    accessToken: optional(AccessToken.properties.accessToken),
    tokenType: optional(AccessToken.properties.tokenType),
    resourceId,
    expiresAt: optional(AccessToken.properties.expiresAt),
    tasksLeft: optional(Count('Accepted, but this many more tasks are needed: request the next from work-offer.')),
  },
  { title: 'WorkSubmitted' },
);
export type WorkSubmitted = Static<typeof WorkSubmitted>;

const reward = closedObject({ resourceId, amountSats: Count('Price without work.') });

export const TasksQuery = Type.Object({
  type: optional(TaskType),
  limit: optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 20.' })),
});
export const PoolTasks = closedObject(
  {
    tasks: list(closedObject({ ...task, reward }), 'Available tasks, oldest first.'),
    count: Count('Tasks in this response.'),
    total: Count('Available tasks.'),
  },
  { title: 'PoolTasks' },
);
export type PoolTasks = Static<typeof PoolTasks>;

export const ClaimRequest = Type.Object(
  {
    taskId: requiredText('Id of an available task.'),
    workerId: text('Name chosen by the worker; its record is stored under it.', {
      pattern: '^[\\w.:@-]{1,100}$',
    }),
  },
  { title: 'ClaimRequest' },
);
export const TaskClaim = closedObject(
  {
    ...postFields,
    taskId: requiredText('Id of the task.'),
    claimToken: text('Only shown once; required for the submission.'),
    leaseExpiresAt: Instant('Time at which the task returns to the pool.'),
  },
  { title: 'Claimed' },
);
export type TaskClaim = Static<typeof TaskClaim>;

export const PoolSubmitRequest = Type.Object(
  { taskId: requiredText('Id of the task.'), claimToken: requiredText('claimToken of the claim.'), submission },
  { title: 'PoolSubmitRequest' },
);
export const PoolSubmitted = closedObject(
  {
    ...postFields,
    taskId: requiredText('Id of the task.'),
    status: oneOf(['accepted', 'rejected', 'pending_review'], 'pending_review: send the same submission again later.'),
    reason: optional(text('Reason for the rejection.')),
    accessToken: optional(AccessToken.properties.accessToken),
    tokenType: optional(AccessToken.properties.tokenType),
    resourceId: optional(resourceId),
    expiresAt: optional(AccessToken.properties.expiresAt),
  },
  { title: 'PoolSubmitted' },
);
export type PoolSubmitted = Static<typeof PoolSubmitted>;
