// The wire shapes of work: tasks, submissions and results.
import { type Static, Type } from 'typebox';
import { AccessToken } from './payment.ts';
import { limitedText } from './requests.ts';
import { closedObject, Count, Instant, list, oneOf, optional, postFields, text, Uri } from './shape.ts';

export const taskTypes = ['label_classify', 'summarize', 'match', 'micro_survey'] as const;
export const TaskType = oneOf([...taskTypes], 'What kind of task it is.');
export type TaskType = Static<typeof TaskType>;

const Passage = closedObject({ id: text('Names the question in the submission.'), text: text('What it is about.') });

export const LabelInput = closedObject({
  questions: list(Passage, 'Each gets one label.'),
  options: list(text('A label.'), 'The labels to choose from.'),
});
export const MatchInput = closedObject({
  questions: list(Passage, 'Each gets one piece.'),
  options: list(
    closedObject({
      id: text('Id of the piece.'),
      title: text('Its title.'),
      summary: optional(text('What it is about.')),
    }),
    'The pieces to choose from.',
  ),
});
export const SummarizeInput = closedObject({
  title: text('Title of the text.'),
  text: text('What to sum up.'),
  minCharacters: Count('The summary has at least so many.'),
  maxCharacters: Count('And at most so many.'),
});
export const SurveyInput = closedObject({
  title: text('What the questions are about.'),
  text: text('To be read first.'),
  questions: list(
    closedObject({
      id: text('Names the question in the submission.'),
      question: text('What is asked.'),
      options: optional(list(text('An answer.'), 'Answers to choose from; without them it is free text.')),
      maxCharacters: optional(Count('Of free text.')),
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
  label_classify: Type.Object({ label: answer('The label, by the id of its question.', 200) }),
  match: Type.Object({ matchId: answer('The id of the piece, by the id of its question.', 200) }),
  summarize: Type.Object({ summary: limitedText('The summary, plain text.', 2000) }),
  micro_survey: Type.Object({ answers: answer('The answer, by the id of its question.', 2000) }),
};
export type Submissions = { [T in TaskType]: Static<(typeof submissions)[T]> };

const resourceId = text('What the work gives access to.');
const task = {
  taskId: text('Names the task. Of work-offer it is a secret.'),
  type: TaskType,
  description: text('What to do, and the form of the submission.'),
  input: Type.Union([LabelInput, MatchInput, SummarizeInput, SurveyInput], {
    description: 'What the task is made of.',
  }),
  expiresAt: Instant('Until when it is taken.'),
};

const requiredText = (description: string, maxLength = 200) => text(description, { minLength: 1, maxLength });
const submission = Type.Record(Type.String(), Type.Unknown(), {
  description: '{label}, {matchId}, {summary} or {answers}, as the task says.',
});

export const WorkOfferRequest = Type.Object(
  {
    resourceId: requiredText('What to work for: transcribe, guest-kit, content-index, articles, or article:ID.'),
    paymentContextToken: optional(requiredText('payment_context_token of the 402.')),
    articleId: optional(requiredText('With articles: the one article that is wanted.')),
  },
  { title: 'WorkOfferRequest' },
);
export type WorkOfferRequest = Static<typeof WorkOfferRequest>;

export const WorkTask = closedObject(
  {
    ...postFields,
    ...task,
    tasksLeft: Count('Tasks that the resource takes from now on, this one among them.'),
    submitUrl: Uri('Takes the submission.'),
  },
  { title: 'WorkTask' },
);
export type WorkTask = Static<typeof WorkTask>;

export const WorkSubmitRequest = Type.Object(
  { taskId: requiredText('Of the task.'), submission },
  { title: 'WorkSubmitRequest' },
);

export const WorkSubmitted = closedObject(
  {
    ...postFields,
    accessToken: optional(AccessToken.properties.accessToken),
    tokenType: optional(AccessToken.properties.tokenType),
    resourceId,
    expiresAt: optional(AccessToken.properties.expiresAt),
    tasksLeft: optional(Count('Accepted, and so many more are needed: ask for the next at work-offer.')),
  },
  { title: 'WorkSubmitted' },
);
export type WorkSubmitted = Static<typeof WorkSubmitted>;

const reward = closedObject({ resourceId, amountSats: Count('What it costs otherwise.') });

export const TasksQuery = Type.Object({
  type: optional(TaskType),
  limit: optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 20.' })),
});
export const PoolTasks = closedObject(
  {
    tasks: list(closedObject({ ...task, reward }), 'Free at this moment, oldest first.'),
    count: Count('Tasks in this answer.'),
    total: Count('Tasks that are free.'),
  },
  { title: 'PoolTasks' },
);
export type PoolTasks = Static<typeof PoolTasks>;

export const ClaimRequest = Type.Object(
  {
    taskId: requiredText('Of a free task.'),
    workerId: text('A name of the worker’s own choice; its record is kept under it.', {
      pattern: '^[\\w.:@-]{1,100}$',
    }),
  },
  { title: 'ClaimRequest' },
);
export const TaskClaim = closedObject(
  {
    ...postFields,
    taskId: requiredText('Of the task.'),
    claimToken: text('Shown this once; goes with the submission.'),
    leaseExpiresAt: Instant('Then the task returns to the pool.'),
  },
  { title: 'Claimed' },
);
export type TaskClaim = Static<typeof TaskClaim>;

export const PoolSubmitRequest = Type.Object(
  { taskId: requiredText('Of the task.'), claimToken: requiredText('From the claim.'), submission },
  { title: 'PoolSubmitRequest' },
);
export const PoolSubmitted = closedObject(
  {
    ...postFields,
    taskId: requiredText('Of the task.'),
    status: oneOf(['accepted', 'rejected', 'pending_review'], 'pending_review: send the same again later.'),
    reason: optional(text('Why it was not accepted.')),
    accessToken: optional(AccessToken.properties.accessToken),
    tokenType: optional(AccessToken.properties.tokenType),
    resourceId: optional(resourceId),
    expiresAt: optional(AccessToken.properties.expiresAt),
  },
  { title: 'PoolSubmitted' },
);
export type PoolSubmitted = Static<typeof PoolSubmitted>;
