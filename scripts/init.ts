// `npm run init -- https://example.org`: a first creator.json and feeds.json from what a site says about itself.
import { runCommand } from './command.ts';
import { feedReading } from './init/feed-facts.ts';
import { help, type InitOptions, readOptions } from './init/options.ts';
import { runInit } from './init/run.ts';
import { pageGetter } from './init/fetch-page.ts';
import { pageReading } from './init/page-reader.ts';
import { createReader } from './ingest/reader.ts';
import { hasTerminal, theTerminal } from './terminal.ts';

await runCommand({ name: 'npm run init', help, readOptions, work: init, codeOfFailure: 1 });

async function init(options: InitOptions): Promise<number> {
  const reader = createReader();
  try {
    const tools = { get: pageGetter(options.allowPrivate), readPage: pageReading(), readFeed: feedReading(reader) };
    const asks = hasTerminal() && !options.yes && !options.json;
    return await runInit(options, { tools, say: (line) => console.log(line), ...(asks && { terminal: theTerminal }) });
  } finally {
    await reader.close();
  }
}
