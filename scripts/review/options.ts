// What `npm run review` can be asked to do, read from its arguments.
import type { Choice } from '../../sidecar/content/review.ts';
import { type Argument, type Call, contentOption, type Options, UsageError } from '../commands/command.ts';
import { contentDir } from '../settings.ts';

const listed = { type: 'string', multiple: true, value: 'ID …' } as const;

export const reviewArguments = {
  operands: 'ID …',
  options: {
    list: { type: 'boolean', doc: 'lists what waits, by feed, newest first' },
    show: { type: 'string', value: 'ID', doc: 'shows one item, wherever it is' },
    approve: { ...listed, doc: 'publishes waiting items' },
    reject: { ...listed, doc: 'turns waiting items down; a published older version stays' },
    retract: { ...listed, doc: 'takes published items out of the room' },
    reopen: { ...listed, doc: 'lets rejected items wait again' },
    'approve-all': { type: 'boolean', doc: 'publishes everything that waits (with --feed: of that feed)' },
    'reject-all': { type: 'boolean', doc: 'turns down everything that waits (with --feed: of that feed)' },
    undo: { type: 'boolean', doc: 'undoes the last decision about several items, also one that the console made' },
    edit: { type: 'string', value: 'ID', doc: 'changes a waiting or published item; needs --set' },
    set: {
      type: 'string',
      multiple: true,
      value: 'FIELD=VALUE',
      doc: 'lists take commas, body is the text, an empty value takes a field away',
    },
    choose: {
      type: 'string',
      value: 'ID',
      doc: 'settles fields that both you and the source changed; needs --mine or --theirs',
    },
    mine: { type: 'string', multiple: true, value: 'FIELD', doc: 'keeps what you wrote' },
    theirs: { type: 'string', multiple: true, value: 'FIELD', doc: 'takes what the source says' },
    feed: { type: 'string', value: 'ID', doc: 'only what comes from this feed' },
    json: { type: 'boolean', doc: 'answers for programs, one JSON document on standard output' },
    ...contentOption,
  },
} as const satisfies { operands: string; options: Options };

type Verb = 'approve' | 'reject' | 'retract' | 'reopen';
const verbs: readonly string[] = ['approve', 'reject', 'retract', 'reopen'] satisfies Verb[];

export interface ReviewOptions {
  contentDir: string;
  feed?: string;
  json: boolean;
  list: boolean;
  undo: boolean;
  show?: string;
  edit?: { id: string; settings: string[] };
  choose?: { id: string; choices: Choice[] };
  all?: 'approve' | 'reject';
  decisions: { verb: Verb; id: string }[];
}

/** Throws a UsageError that says which argument makes no sense. */
export function reviewOptions({ values, inOrder }: Call<typeof reviewArguments.options>): ReviewOptions {
  if (values['approve-all'] && values['reject-all'])
    throw new UsageError('--approve-all and --reject-all exclude each other.');
  if (values.set.length > 0 && !values.edit) throw new UsageError('--set needs --edit ID.');
  if (values.edit && values.set.length === 0) throw new UsageError('--edit needs at least one --set field=value.');
  const choices = [...choicesOf('mine', values.mine), ...choicesOf('theirs', values.theirs)];
  if (choices.length > 0 && !values.choose) throw new UsageError('--mine and --theirs need --choose ID.');
  if (values.choose && choices.length === 0) throw new UsageError('--choose needs --mine FIELD or --theirs FIELD.');
  const all = values['approve-all'] ? 'approve' : values['reject-all'] ? 'reject' : undefined;
  return {
    contentDir: values.content ?? contentDir(),
    ...(values.feed && { feed: values.feed }),
    json: values.json,
    list: values.list,
    undo: values.undo,
    ...(values.show && { show: values.show }),
    ...(values.edit && { edit: { id: values.edit, settings: values.set } }),
    ...(values.choose && { choose: { id: values.choose, choices } }),
    ...(all && { all }),
    decisions: decisionsIn(inOrder),
  };
}

const choicesOf = (side: Choice['side'], names: string[]): Choice[] =>
  names.flatMap((some) => some.split(',')).map((name) => ({ name: name.trim(), side }));

/** `--approve A B --reject C`: a bare id belongs to the decision before it. */
function decisionsIn(inOrder: Argument[]): ReviewOptions['decisions'] {
  let verb: Verb | undefined;
  const decisions: ReviewOptions['decisions'] = [];
  for (const { option, value } of inOrder) {
    if (option !== undefined) verb = verbs.includes(option) ? (option as Verb) : undefined;
    const id = option === undefined || verb ? value : undefined;
    if (id === undefined) continue;
    if (!verb) throw new UsageError(`“${id}” stands alone: write --approve ${id} or another decision before it.`);
    decisions.push({ verb, id });
  }
  return decisions;
}
