// Options of npm run review.
import type { ConflictChoice } from '../../sidecar/content/review.ts';
import { type Argument, type Call, UsageError } from '../commands/command.ts';
import type { Environment } from '../../sidecar/settings/settings.ts';
import { contentDir } from '../settings.ts';

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
  choose?: { id: string; choices: ConflictChoice[] };
  all?: 'approve' | 'reject';
  decisions: { verb: Verb; id: string }[];
}

/** Reads the options. Throws a UsageError that names the wrong argument. */
export function reviewOptions(env: Environment, { values, inOrder }: Call<'review'>): ReviewOptions {
  checkCombinations(values);
  const choices = listChoices(values);
  const all = values['approve-all'] ? 'approve' : values['reject-all'] ? 'reject' : undefined;
  return {
    contentDir: values.content ?? contentDir(env),
    ...(values.feed && { feed: values.feed }),
    json: values.json,
    list: values.list,
    undo: values.undo,
    ...(values.show && { show: values.show }),
    ...(values.edit && { edit: { id: values.edit, settings: values.set } }),
    ...(values.choose && { choose: { id: values.choose, choices } }),
    ...(all && { all }),
    decisions: parseDecisions(inOrder),
  };
}

/** Throws a UsageError for options that need others or exclude each other. */
function checkCombinations(values: Call<'review'>['values']): void {
  const choices = listChoices(values);
  const rules: [isBroken: unknown, message: string][] = [
    [values['approve-all'] && values['reject-all'], 'Use either --approve-all or --reject-all, not both.'],
    [values.set.length > 0 && !values.edit, '--set needs --edit ID.'],
    [values.edit && values.set.length === 0, '--edit needs at least one --set field=value.'],
    [choices.length > 0 && !values.choose, '--mine and --theirs need --choose ID.'],
    [values.choose && choices.length === 0, '--choose needs --mine FIELD or --theirs FIELD.'],
  ];
  const broken = rules.find(([isBroken]) => isBroken);
  if (broken) throw new UsageError(broken[1]);
}

const listChoices = ({ mine, theirs }: Pick<Call<'review'>['values'], 'mine' | 'theirs'>): ConflictChoice[] => [
  ...parseChoices('mine', mine),
  ...parseChoices('theirs', theirs),
];

const parseChoices = (side: ConflictChoice['side'], names: string[]): ConflictChoice[] =>
  names.flatMap((list) => list.split(',')).map((name) => ({ name: name.trim(), side }));

/** Parses `--approve A B --reject C`: an id without an option belongs to the option before it. */
function parseDecisions(inOrder: Argument[]): ReviewOptions['decisions'] {
  let verb: Verb | undefined;
  const decisions: ReviewOptions['decisions'] = [];
  for (const { option, value } of inOrder) {
    if (option !== undefined) verb = verbs.includes(option) ? (option as Verb) : undefined;
    const id = option === undefined || verb ? value : undefined;
    if (id === undefined) continue;
    if (!verb) throw new UsageError(`“${id}” has no decision. Use --approve ${id}, for example.`);
    decisions.push({ verb, id });
  }
  return decisions;
}
