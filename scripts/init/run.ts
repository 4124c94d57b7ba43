// Does what the arguments of `npm run init` ask for and gives the exit code.
import { isoDay } from '#domain/instants.ts';
import { draftFeedsFile, listFilesToReplace, writeFirstFiles } from '../../sidecar/content/first-files.ts';
import type { Environment } from '../../sidecar/settings/settings.ts';
import type { Terminal } from '../terminal.ts';
import { askChoices } from './answers.ts';
import { type Discovery, discoverFeeds, type DiscoveryDeps } from './discover.ts';
import { chooseColours } from './colours.ts';
import { type CreatorAnswers, draftCreator, guessCreator } from './draft.ts';
import type { InitOptions } from './options.ts';
import { discoveryLines, guessLines, nextLines, permissionLines, refusedHosts } from './report.ts';
import { downloadPictures } from './pictures.ts';
import { writeSettingsFile } from './settings-file.ts';
import type { GetPage } from './web.ts';

export interface InitDeps {
  env: Environment;
  tools: DiscoveryDeps & { getPicture: GetPage };
  say: (line: string) => void;
  /** Where a person sits at a terminal and wants to be asked. */
  terminal?: Terminal;
}

export async function runInit(options: InitOptions, { env, tools, say, terminal }: InitDeps): Promise<number> {
  const tell = (lines: string[]) => lines.forEach((line) => options.json || say(line));
  const fail = (message: string, about: object = {}) => {
    say(options.json ? JSON.stringify({ error: message, ...about }) : message);
    return 1;
  };
  const inTheWay = listFilesToReplace(options.contentDir);
  if (inTheWay.length && !options.force) {
    return fail(
      `${inTheWay.join(' and ')} ${inTheWay.length > 1 ? 'exist' : 'exists'}: --force replaces what is there, --content DIR writes elsewhere.`,
    );
  }
  const asked = [...new Set([...options.feeds, ...options.urls])];
  const discovery = await discoverFeeds(asked, tools);
  const privateHosts = refusedHosts(discovery, asked);
  tell([...discoveryLines(discovery), ...permissionLines(privateHosts)]);
  const { feeds: found, hints, problems } = discovery;
  if (!discovery.pages.length && !found.length)
    return fail('Nothing was written, as nothing could be read.', { problems, privateHosts });
  const missing = options.feeds.filter((url) => !found.some((feed) => feed.asked === url || feed.url === url));
  if (missing.length) return fail(`Nothing was written, as this is no feed that can be read: ${missing.join(', ')}`);
  const guesses = guessCreator(discovery, options.urls);
  tell(guessLines(guesses));
  const { answers, feeds, autoReview } = await askChoices(options, guesses, found, terminal);
  const { creator, files, notes } = await draftWithPictures(discovery, answers, tools.getPicture, options.contentDir);
  tell(notes);
  const written = await writeFirstFiles(options.contentDir, {
    creator,
    feeds: draftFeedsFile(feeds, autoReview, options.allowPrivate),
  });
  written.push(...files, ...(await writeSettingsFile(options.contentDir, env)));
  tell(nextLines(feeds, written, options.contentDir));
  if (options.json) {
    const taken = feeds.map(({ url }) => url);
    say(JSON.stringify({ found, guesses, hints, problems, privateHosts, taken, notes, written }, null, 2));
  }
  return 0;
}

/** The creator with the pictures that were fetched, and the colours drawn from them. */
async function draftWithPictures(found: Discovery, answers: CreatorAnswers, get: GetPage, contentDir: string) {
  const { pictures, written, notes } = await downloadPictures(found, answers.name, get, contentDir);
  const { cover, banner, portrait } = pictures;
  const telling = [cover, banner?.file, portrait?.file].filter((file) => file !== undefined);
  const colours = await chooseColours(found, contentDir, telling);
  return {
    creator: draftCreator(found, answers, { pictures, colours, today: isoDay(Date.now()) }),
    files: written,
    notes: [...notes, ''],
  };
}
