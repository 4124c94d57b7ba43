// `npm run review`: the creator's decisions about what ingest has found.
import { existsSync } from 'node:fs';
import { runCommand } from './command.ts';
import { openDesk } from './review/desk.ts';
import { editInEditor } from './review/editor.ts';
import { help, readOptions, type ReviewOptions } from './review/options.ts';
import { runReview } from './review/run.ts';
import { hasTerminal, theTerminal } from './terminal.ts';

await runCommand({ name: 'npm run review', help, readOptions, work: review, codeOfFailure: 3 });

async function review(options: ReviewOptions): Promise<number> {
  if (!existsSync(options.contentDir)) {
    console.error(`There is no folder ${options.contentDir}: name the content folder with --content DIR.`);
    return 2;
  }
  const desk = openDesk(options.contentDir);
  const round = { desk, terminal: theTerminal, editText: editInEditor };
  return runReview(options, { desk, say: (line) => console.log(line), ...(hasTerminal() && { round }) });
}
