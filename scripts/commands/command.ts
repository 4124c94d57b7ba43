// A command as a record: what it does, what it can be told and how it ends; help, reading of arguments and exit codes follow.
import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { writeRefused } from '../../sidecar/storage/unwritable.ts';
import { withSigns } from '#domain/text/unseen.ts';

export interface Option {
  type: 'string' | 'boolean';
  /** May be given several times. */
  multiple?: true;
  /** What stands for its value in the help: `--feed ID`. */
  value?: string;
  doc: string;
}

export type Options = Record<string, Option>;

type ValueOf<O extends Option> = O['type'] extends 'boolean'
  ? boolean
  : O extends { multiple: true }
    ? string[]
    : string | undefined;

/** One argument, in the order in which they were given. */
export type Argument = { option: string; value: string | undefined } | { option?: never; value: string };

export interface Call<O extends Options> {
  values: { [Name in keyof O]: ValueOf<O[Name]> };
  operands: string[];
  inOrder: Argument[];
}

export interface CommandRecord<O extends Options> {
  /** One line. */
  summary: string;
  /** Arguments, and what they do. */
  examples?: [args: string, does: string][];
  /** What may be given without a name, such as `ID …`; without it, nothing may. */
  operands?: string;
  options: O;
  details?: string;
  /** Exit codes besides 2, which says that the arguments make no sense. */
  endings: Record<number, string>;
  /** The code of an Error that `run` throws; 1 where this is left out, and where a folder cannot be written. */
  codeOfFailure?: number;
  /** Gives the exit code; `undefined` if the command keeps running. Throws a UsageError before it changes anything. */
  run: (call: Call<O>) => Promise<number | undefined>;
}

export interface Command {
  summary: string;
  help: (name: string) => string;
  run: (name: string, args: string[]) => Promise<number | undefined>;
}

/** The arguments make no sense: told in one line, and the command ends with 2. */
export class UsageError extends Error {}

const helpOption = { help: { type: 'boolean', doc: 'this text; nothing else is done' } } as const satisfies Options;

/** The content folder, for commands that work on one. */
export const contentOption = {
  content: { type: 'string', value: 'DIR', doc: 'the content folder (default: CONTENT_DIR, or content)' },
} as const satisfies Options;

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim();

/** Throws a UsageError that says which argument makes no sense. */
export function readArguments<O extends Options>(
  { options, operands }: Pick<CommandRecord<O>, 'options' | 'operands'>,
  args: string[],
): Call<O> {
  const config = Object.entries(options).map(([name, { type, multiple = false }]) => [name, { type, multiple }]);
  const { values, positionals, tokens } = parsed(args, Object.fromEntries(config), operands !== undefined);
  const given: Record<string, unknown> = {};
  const inOrder: Argument[] = [];
  for (const [name, { type, multiple }] of Object.entries(options))
    given[name] = values[name] ?? (type === 'boolean' ? false : multiple ? [] : undefined);
  for (const token of tokens) {
    if (token.kind === 'positional') inOrder.push({ value: token.value });
    if (token.kind !== 'option') continue;
    const isAgain = inOrder.some(({ option }) => option === token.name);
    if (isAgain && !options[token.name]!.multiple) throw new UsageError(`--${token.name} is given twice.`);
    inOrder.push({ option: token.name, value: token.value });
  }
  return { values: given as Call<O>['values'], operands: positionals, inOrder };
}

function parsed(args: string[], options: Record<string, { type: 'string' | 'boolean' }>, allowPositionals: boolean) {
  try {
    return parseArgs({ args, options, allowPositionals, tokens: true });
  } catch (error) {
    // Node adds advice about `--` that is about its own syntax.
    throw new UsageError(oneLine((error as Error).message).replace(/(?<=['’"]\.?) (To specify|This command).*$/, ''));
  }
}

const columns = (rows: [string, string][]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};

function helpOf<O extends Options>(name: string, record: CommandRecord<O>): string {
  const called = (args: string) => `npm run ${name} -- ${args}`.replace(/( --)? $/, '');
  const examples = record.examples ?? [[record.operands ?? '', record.summary]];
  const options = Object.entries<Option>({ ...record.options, ...helpOption });
  const endings = Object.entries({ ...record.endings, 2: 'the arguments make no sense' });
  return [
    record.summary,
    '',
    ...columns(examples.map(([args, does]) => [called(args), does])),
    '',
    ...columns(options.map(([option, { value, doc }]) => [`--${option}${value ? ` ${value}` : ''}`, doc])),
    ...(record.details ? ['', record.details] : []),
    '',
    'Ends with',
    ...columns(endings),
  ].join('\n');
}

async function answer<O extends Options>(name: string, record: CommandRecord<O>, args: string[]) {
  try {
    const { options, operands } = record;
    const call = readArguments({ options: { ...options, ...helpOption }, operands }, args);
    const { help, content } = call.values as { help: boolean; content?: string };
    // The settings are those of the folder that is worked on: greenroom.env lies next to it.
    if (content !== undefined) process.env.CONTENT_DIR = resolve(content);
    if (!help) return await record.run(call as Call<O>);
    console.log(helpOf(name, record));
    return 0;
  } catch (error) {
    const refused = writeRefused(error);
    const { message } = refused ?? (error as Error);
    const isUsage = error instanceof UsageError;
    console.error(isUsage ? `npm run ${name}: ${oneLine(message)} See npm run ${name} -- --help` : withSigns(message));
    return isUsage ? 2 : refused ? 1 : (record.codeOfFailure ?? 1);
  }
}

export const command = <const O extends Options>(record: CommandRecord<O>): Command => ({
  summary: record.summary,
  help: (name) => helpOf(name, record),
  run: (name, args) => answer(name, record, args),
});
