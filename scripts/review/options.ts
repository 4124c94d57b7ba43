// What `npm run review` can be asked to do, read from its arguments.
import { contentDir } from '../settings.ts';
import { parseArgs } from 'node:util';
import type { Choice } from '#domain/review.ts';

export const help = `Decides about the items that wait in the inbox.

npm run review                          on a terminal: lists what waits, then asks about each item
npm run review -- --list                lists what waits, by feed, newest first
npm run review -- --show ID             shows one item, wherever it is
npm run review -- --approve ID …        publishes waiting items
npm run review -- --reject ID …         turns waiting items down; a published older version stays
npm run review -- --approve-all         publishes everything that waits (with --feed: of that feed)
npm run review -- --reject-all          turns down everything that waits (with --feed: of that feed)
npm run review -- --edit ID --set title="New title" [--set …]
                                        changes a waiting or published item; lists take commas,
                                        body is the text, an empty value takes a field away
npm run review -- --choose ID --mine title --theirs body
                                        settles fields that both you and the source changed
npm run review -- --retract ID …        takes published items out of the room
npm run review -- --reopen ID …         lets rejected items wait again

  --feed ID       only what comes from this feed
  --content DIR   the content folder (default: content, or content/example until there is a creator.json)
  --json          answers for programs, one JSON document on standard output
  --help          this text

Ends with 0 when all was done, 1 when something could not be (unknown id, changed meanwhile, file that can't be
read), 2 when the arguments make no sense, 3 when the program itself failed.`;

type Verb = 'approve' | 'reject' | 'retract' | 'reopen';
const verbs: readonly string[] = ['approve', 'reject', 'retract', 'reopen'] satisfies Verb[];

export interface ReviewOptions {
  contentDir: string;
  feed?: string;
  json: boolean;
  list: boolean;
  help: boolean;
  show?: string;
  edit?: { id: string; settings: string[] };
  choose?: { id: string; choices: Choice[] };
  all?: 'approve' | 'reject';
  decisions: { verb: Verb; id: string }[];
}

const ids = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean', default: false } as const;

/** Throws an Error that says which argument makes no sense. */
export function readOptions(args: string[]): ReviewOptions {
  const { values, tokens } = parseArgs({
    args,
    allowPositionals: true,
    tokens: true,
    options: {
      approve: ids,
      reject: ids,
      retract: ids,
      reopen: ids,
      'approve-all': flag,
      'reject-all': flag,
      edit: { type: 'string' },
      set: ids,
      choose: { type: 'string' },
      mine: ids,
      theirs: ids,
      show: { type: 'string' },
      feed: { type: 'string' },
      content: { type: 'string', default: contentDir() },
      list: flag,
      json: flag,
      help: flag,
    },
  });
  if (values['approve-all'] && values['reject-all'])
    throw new Error('--approve-all and --reject-all exclude each other');
  if (values.set && !values.edit) throw new Error('--set needs --edit ID');
  if (values.edit && !values.set) throw new Error('--edit needs at least one --set field=value');
  const choices = [...choicesOf('mine', values.mine), ...choicesOf('theirs', values.theirs)];
  if (choices.length > 0 && !values.choose) throw new Error('--mine and --theirs need --choose ID');
  if (values.choose && choices.length === 0) throw new Error('--choose needs --mine FIELD or --theirs FIELD');
  const all = values['approve-all'] ? 'approve' : values['reject-all'] ? 'reject' : undefined;
  return {
    contentDir: values.content,
    ...(values.feed && { feed: values.feed }),
    json: values.json,
    list: values.list,
    help: values.help,
    ...(values.show && { show: values.show }),
    ...(values.edit && { edit: { id: values.edit, settings: values.set! } }),
    ...(values.choose && { choose: { id: values.choose, choices } }),
    ...(all && { all }),
    decisions: decisionsIn(tokens),
  };
}

const choicesOf = (side: Choice['side'], names: string[] = []): Choice[] =>
  names.flatMap((some) => some.split(',')).map((name) => ({ name: name.trim(), side }));

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

/** `--approve A B --reject C`: a bare id belongs to the decision before it. */
function decisionsIn(tokens: Token[]): ReviewOptions['decisions'] {
  let verb: Verb | undefined;
  const decisions: ReviewOptions['decisions'] = [];
  for (const token of tokens) {
    if (token.kind === 'option') verb = verbs.includes(token.name) ? (token.name as Verb) : undefined;
    const id = token.kind === 'option' ? verb && token.value : token.kind === 'positional' ? token.value : undefined;
    if (id === undefined) continue;
    if (!verb) throw new Error(`“${id}” stands alone: write --approve ${id} or another decision before it`);
    decisions.push({ verb, id });
  }
  return decisions;
}
