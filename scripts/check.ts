// npm run check: what it can be told by its arguments.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { runCommand } from './command.ts';
import { check } from './test/check.ts';
import { changedFiles, filesOf } from './test/selection.ts';

const help = `Checks the code: lock file, format, lint, import rules, types, unit tests.

npm run check                 checks everything
npm run check -- PATH …       format, lint and unit tests of these files and folders
npm run check -- --changed    the same for what differs from the last commit

  --help    this text

Ends with 0 when all passed, 1 when something failed, 2 when the arguments make no sense.`;

function readOptions(args: string[]): { help: boolean; files: string[] | undefined } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { changed: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  });
  if (values.changed && positionals.length > 0) throw new Error('Give either paths or --changed.');
  const files = values.changed ? changedFiles() : positionals.length > 0 ? filesOf(positionals) : undefined;
  return { help: values.help, files };
}

await runCommand({ name: 'npm run check', help, readOptions, work: ({ files }) => check(files), codeOfFailure: 1 });
process.exit();
