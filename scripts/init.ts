// `npm run init -- https://example.org`: a first creator.json and feeds.json from what a site says about itself.
import process from 'node:process';
import { feedReading } from './init/feed-facts.ts';
import { help, type InitOptions, readOptions } from './init/options.ts';
import { runInit } from './init/run.ts';
import { pageGetter } from './init/fetch-page.ts';
import { pageReading } from './init/page-reader.ts';
import { createReader } from './ingest/reader.ts';
import { hasTerminal, theTerminal } from './terminal.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  let options: InitOptions;
  try {
    options = readOptions(args);
  } catch (error) {
    console.error(`${(error as Error).message}\nnpm run init -- --help tells what can be asked for.`);
    return 2;
  }
  if (options.help) {
    console.log(help);
    return 0;
  }
  return init(options);
}

async function init(options: InitOptions): Promise<number> {
  const reader = createReader();
  try {
    const tools = { get: pageGetter(options.allowPrivate), readPage: pageReading(), readFeed: feedReading(reader) };
    const asks = hasTerminal() && !options.yes && !options.json;
    return await runInit(options, { tools, say: (line) => console.log(line), ...(asks && { terminal: theTerminal }) });
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  } finally {
    await reader.close();
  }
}
