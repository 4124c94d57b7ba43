// `npm run review`: the creator's decisions about what ingest has found.
import { existsSync } from 'node:fs';
import process from 'node:process';
import { openDesk } from './review/desk.ts';
import { editInEditor } from './review/editor.ts';
import { help, readOptions, type ReviewOptions } from './review/options.ts';
import { runReview } from './review/run.ts';
import { hasTerminal, theTerminal } from './terminal.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  let options: ReviewOptions;
  try {
    options = readOptions(args);
  } catch (error) {
    console.error(`${(error as Error).message}\nnpm run review -- --help tells what can be asked for.`);
    return 2;
  }
  if (options.help) {
    console.log(help);
    return 0;
  }
  if (!existsSync(options.contentDir)) {
    console.error(`There is no folder ${options.contentDir}: name the content folder with --content DIR.`);
    return 2;
  }
  return review(options);
}

async function review(options: ReviewOptions): Promise<number> {
  try {
    const desk = openDesk(options.contentDir);
    const round = { desk, terminal: theTerminal, editText: editInEditor };
    return await runReview(options, { desk, say: (line) => console.log(line), ...(hasTerminal() && { round }) });
  } catch (error) {
    console.error((error as Error).message);
    return 3;
  }
}
