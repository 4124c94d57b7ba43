// What the commands have in common: arguments that make no sense end with 2, --help explains, a failure is one message.
import process from 'node:process';

export interface Command<Options extends { help: boolean }> {
  /** As it is called: `npm run ingest`. */
  name: string;
  help: string;
  /** Throws an Error that says which argument makes no sense. */
  readOptions: (args: string[]) => Options;
  /** Gives the exit code. */
  work: (options: Options) => Promise<number>;
  codeOfFailure: number;
}

export async function runCommand<Options extends { help: boolean }>(command: Command<Options>): Promise<void> {
  process.exitCode = await exitCodeOf(command, process.argv.slice(2));
}

async function exitCodeOf<Options extends { help: boolean }>(
  { name, help, readOptions, work, codeOfFailure }: Command<Options>,
  args: string[],
): Promise<number> {
  let options: Options;
  try {
    options = readOptions(args);
  } catch (error) {
    console.error(`${(error as Error).message}\n${name} -- --help tells what can be asked for.`);
    return 2;
  }
  if (options.help) {
    console.log(help);
    return 0;
  }
  try {
    return await work(options);
  } catch (error) {
    console.error((error as Error).message);
    return codeOfFailure;
  }
}
