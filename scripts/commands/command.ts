// Creates commands: parses arguments, prints help, and turns errors into exit codes.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { explainWriteError } from '../../sidecar/storage/write-errors.ts';
import { showControls } from '#domain/text/invisible.ts';
import { CommandError, type Io, print, printError } from '../io.ts';
import { commandTexts, helpOf, helpOption } from '../setup/help.mjs';

export type CommandName = keyof typeof commandTexts;

interface Option {
  type: 'string' | 'boolean';
  /** True if the option can be repeated. */
  multiple?: true;
  /** Placeholder of the value in the help, as in `--feed ID`. */
  value?: string;
  doc: string;
}

type Options = Readonly<Record<string, Option>>;
type OptionsOf<Name extends CommandName> = (typeof commandTexts)[Name]['options'];

type ValueOf<O> = O extends { type: 'boolean' }
  ? boolean
  : O extends { multiple: true }
    ? string[]
    : string | undefined;

/** Argument in the order of the command line. */
export type Argument = { option: string; value: string | undefined } | { option?: never; value: string };

/** Parsed arguments of a command. */
export interface Call<Name extends CommandName> {
  values: { -readonly [O in keyof OptionsOf<Name>]: ValueOf<OptionsOf<Name>[O]> };
  operands: string[];
  inOrder: Argument[];
}

/** Returns the exit code, or undefined if the command keeps running. */
export type Command = (args: string[], io: Io) => Promise<number | undefined>;

/** Error about an argument. It is printed in one line, and the exit code is 2. */
export class UsageError extends Error {}

const joinLines = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim();

/** Parses arguments. Throws a UsageError that names the wrong one. */
function readArguments(options: Options, takesOperands: boolean, args: string[]) {
  const config = Object.entries(options).map(([name, { type, multiple = false }]) => [name, { type, multiple }]);
  const { values: parsedValues, positionals, tokens } = parseWithNode(args, Object.fromEntries(config), takesOperands);
  const values: Record<string, unknown> = {};
  const inOrder: Argument[] = [];
  for (const [name, { type, multiple }] of Object.entries(options))
    values[name] = parsedValues[name] ?? (type === 'boolean' ? false : multiple ? [] : undefined);
  for (const token of tokens) {
    if (token.kind === 'positional') inOrder.push({ value: token.value });
    if (token.kind !== 'option') continue;
    const isRepeated = inOrder.some(({ option }) => option === token.name);
    if (isRepeated && !options[token.name]!.multiple) throw new UsageError(`--${token.name} is given twice.`);
    inOrder.push({ option: token.name, value: token.value });
  }
  return { values, operands: positionals, inOrder };
}

/** Parses the arguments of a command. Throws a UsageError that names the wrong one. */
export function readCall<Name extends CommandName>(name: Name, args: string[]): Call<Name> & { isHelp: boolean } {
  const { options, operands }: { options: Options; operands?: string } = commandTexts[name];
  const call = readArguments({ ...options, ...helpOption }, operands !== undefined, args);
  return { ...(call as unknown as Call<Name>), isHelp: call.values['help'] === true };
}

function parseWithNode(
  args: string[],
  options: Record<string, { type: 'string' | 'boolean' }>,
  allowPositionals: boolean,
) {
  try {
    return parseArgs({ args, options, allowPositionals, tokens: true });
  } catch (error) {
    // Node appends advice about `--`, which does not fit the usage of npm.
    throw new UsageError(joinLines((error as Error).message).replace(/(?<=['’"]\.?) (To specify|This command).*$/, ''));
  }
}

/** Uses the settings next to the folder in --content, if there is one. */
function withContent(io: Io, { content }: { content?: string }): Io {
  return content === undefined ? io : { ...io, env: { ...io.env, CONTENT_DIR: resolve(io.folder, content) } };
}

/** Creates a command. `codeOfFailure` is the exit code if `run` throws, except for a folder that cannot be written. */
export const command =
  <const Name extends CommandName>(
    name: Name,
    run: (call: Call<Name>, io: Io) => Promise<number | undefined>,
    codeOfFailure = 1,
  ): Command =>
  async (args, io) => {
    try {
      const { isHelp, ...call } = readCall(name, args);
      if (!isHelp) return await run(call, withContent(io, call.values));
      print(io, helpOf(name));
      return 0;
    } catch (error) {
      return reportFailure(name, io, error as Error, codeOfFailure);
    }
  };

function reportFailure(name: CommandName, io: Io, error: Error, codeOfFailure: number): number {
  if (error instanceof UsageError) {
    printError(io, `npm run ${name}: ${joinLines(error.message)} See npm run ${name} -- --help`);
    return 2;
  }
  if (error instanceof CommandError) {
    printError(io, error.message);
    return error.code;
  }
  const problem = explainWriteError(error);
  printError(io, showControls((problem ?? error).message));
  return problem ? 1 : codeOfFailure;
}
