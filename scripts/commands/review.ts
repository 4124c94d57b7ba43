// npm run review: the creator's decisions about what ingest has found.
import { existsSync } from 'node:fs';
import { openDesk } from '../../sidecar/content/desk.ts';
import { editInEditor } from '../review/editor.ts';
import { reviewArguments, reviewOptions } from '../review/options.ts';
import { runReview } from '../review/run.ts';
import { hasTerminal, theTerminal } from '../terminal.ts';
import { command, UsageError } from './command.ts';

export const review = command({
  summary: 'Decides about the items that wait in the inbox.',
  examples: [
    ['', 'on a terminal: lists what waits, then asks about each item'],
    ['--approve ID … --reject ID …', 'decides without a terminal'],
    ['--edit ID --set title="New title"', 'changes an item'],
  ],
  ...reviewArguments,
  endings: {
    0: 'all was done',
    1: 'something could not be: unknown id, changed meanwhile, a file that cannot be read or written',
    3: 'the program itself failed',
  },
  codeOfFailure: 3,
  run: async (call) => {
    const options = reviewOptions(call);
    if (!existsSync(options.contentDir))
      throw new UsageError(`There is no folder ${options.contentDir}: name the content folder with --content DIR.`);
    const desk = openDesk(options.contentDir);
    const round = { desk, terminal: theTerminal, editText: editInEditor };
    return runReview(options, { desk, say: (line) => console.log(line), ...(hasTerminal() && { round }) });
  },
});
