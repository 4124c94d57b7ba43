// npm run init: a first creator.json and feeds.json from what a site says about itself.
import { lineWithSigns } from '#domain/text/unseen.ts';
import { feedReading } from '../init/feed-facts.ts';
import { pageGetter, pictureGetter } from '../init/fetch-page.ts';
import { initArguments, type InitOptions, initOptions } from '../init/options.ts';
import { pageReading } from '../init/page-reader.ts';
import { runInit } from '../init/run.ts';
import type { GetPage } from '../init/web.ts';
import { createReader } from '../ingest/reader.ts';
import { hasTerminal, theTerminal } from '../terminal.ts';
import { command } from './command.ts';

/** For the program that waits for the findings: what is read at the moment, on standard error. */
const tellsAddresses =
  (get: GetPage): GetPage =>
  (url) => {
    console.error(lineWithSigns(url));
    return get(url);
  };

async function draft(options: InitOptions): Promise<number> {
  const reader = createReader();
  try {
    const told = (get: GetPage): GetPage => (options.json ? tellsAddresses(get) : get);
    const tools = {
      get: told(pageGetter(options.allowPrivate)),
      getPicture: told(pictureGetter(options.allowPrivate)),
      readPage: pageReading(),
      readFeed: feedReading(reader),
    };
    const asks = hasTerminal() && !options.yes && !options.json;
    return await runInit(options, { tools, say: (line) => console.log(line), ...(asks && { terminal: theTerminal }) });
  } finally {
    await reader.close();
  }
}

export const init = command({
  summary: 'Finds the feeds of your site and writes a first content/creator.json and content/feeds.json.',
  examples: [
    ['https://example.org', 'asks where a terminal is there; more addresses may follow: podcast feed, channel'],
  ],
  ...initArguments,
  endings: { 0: 'the files were written', 1: 'nothing could be found or written' },
  run: (call) => draft(initOptions(call)),
});
