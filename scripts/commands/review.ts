// Runs npm run review.
import { existsSync } from 'node:fs';
import { openDesk } from '../../sidecar/content/desk.ts';
import { editInEditor } from '../review/editor.ts';
import { reviewOptions } from '../review/options.ts';
import { runReview } from '../review/run.ts';
import { print } from '../io.ts';
import { command, UsageError } from './command.ts';

export const review = command(
  'review',
  async (call, io) => {
    const options = reviewOptions(io.env, call);
    if (!existsSync(options.contentDir))
      throw new UsageError(`There is no folder ${options.contentDir}. Set it with --content DIR.`);
    const desk = openDesk(options.contentDir);
    const { terminal } = io;
    const round = terminal && { desk, terminal, editText: editInEditor(io.env) };
    return runReview(options, { desk, say: (line) => print(io, line), ...(round && { round }) });
  },
  3,
);
