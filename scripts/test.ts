// npm test: what it can be told by its arguments.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { runCommand } from './command.ts';
import { filesOf, isBrowserTest, isNodeTest } from './test/selection.ts';
import { test } from './test/test.ts';

const help = `Runs the tests.

npm test               everything: the checks of npm run check, end-to-end tests, browser tests
npm test -- PATH …     the tests in these files and folders, for example e2e/release.test.ts

  --help    this text

Ends with 0 when all passed, 1 when something failed, 2 when the arguments make no sense.`;

function readOptions(args: string[]): { help: boolean; files: string[] | undefined } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false } },
  });
  if (positionals.length === 0) return { help: values.help, files: undefined };
  const files = filesOf(positionals).filter((file) => isNodeTest(file) || isBrowserTest(file));
  if (files.length === 0) throw new Error(`There are no tests in ${positionals.join(', ')}.`);
  return { help: values.help, files };
}

await runCommand({ name: 'npm test', help, readOptions, work: ({ files }) => test(files), codeOfFailure: 1 });
process.exit();
