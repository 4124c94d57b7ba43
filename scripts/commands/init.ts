// Runs npm run init.
import { showControlsInLine } from '#domain/text/invisible.ts';
import { createPageGetter, createPictureGetter } from '../init/fetch-page.ts';
import { type InitOptions, initOptions } from '../init/options.ts';
import { createPageReader } from '../init/page-reader.ts';
import { runInit } from '../init/run.ts';
import type { GetPage } from '../init/web.ts';
import { type Io, print, printError } from '../io.ts';
import { command } from './command.ts';

/** Prints each requested address on standard error, so that the calling program can show progress. */
const reportAddresses =
  (io: Io, get: GetPage): GetPage =>
  (url) => {
    printError(io, showControlsInLine(url));
    return get(url);
  };

async function draft(io: Io, options: InitOptions): Promise<number> {
  const reader = createPageReader();
  try {
    const reporting = (get: GetPage): GetPage => (options.json ? reportAddresses(io, get) : get);
    const tools = {
      get: reporting(createPageGetter(options.allowPrivate, { env: io.env })),
      getPicture: reporting(createPictureGetter(options.allowPrivate, io.env)),
      read: reader.read,
    };
    const terminal = options.yes || options.json ? undefined : io.terminal;
    const say = (line: string) => print(io, line);
    return await runInit(options, { env: io.env, tools, say, ...(terminal && { terminal }) });
  } finally {
    await reader.close();
  }
}

export const init = command('init', (call, io) => draft(io, initOptions(io, call)));
