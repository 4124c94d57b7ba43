// npm run transcribe: hears the creator's own episodes, and puts what it heard where the creator reviews it.
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { contentFolder, readSettings } from '#domain/settings.ts';
import { clockTime } from '#domain/transcripts/clock.ts';
import { outgoing } from './outgoing/outgoing.ts';
import { say } from './say.ts';
import { storePlace } from './store/place.ts';
import { openStore } from './store/store.ts';
import { chooseLanguage } from './transcribe/hear-recording.ts';
import { inFolder } from './transcribe/hear-source.ts';
import { openHearing } from './transcribe/open.ts';
import {
  approveTranscript,
  keepWaiting,
  type OwnEpisode,
  ownEpisodes,
  rejectTranscript,
} from './transcribe/own-episodes.ts';

const help = `Transcribes your own episodes.

npm run transcribe                      hears every published episode that has no transcript yet
npm run transcribe -- ID …              hears these, whatever they have
npm run transcribe -- --list            which have one: approved, waiting, or the publisher's
npm run transcribe -- --approve ID …    after you read content/transcripts/waiting/ID.vtt: page, search and feed have it
npm run transcribe -- --approve-all
npm run transcribe -- --reject ID …     deletes what waits

  --language TAG  what is spoken, where the feed does not say`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean' },
    approve: { type: 'boolean' },
    'approve-all': { type: 'boolean' },
    reject: { type: 'boolean' },
    language: { type: 'string' },
    help: { type: 'boolean' },
  },
});

const root = resolve(import.meta.dirname, '..');
const isTerminal = process.stdout.isTTY;
/** A line that the next one writes over; elsewhere nothing. */
const sayNow = (text: string) => isTerminal && process.stdout.write(`\r\u001B[K${text.replace(/\p{Cc}/gu, ' ')}`);

const stop = new AbortController();
process.on('SIGINT', () => stop.abort(new Error('Stopped.')));

async function decide(contentDir: string, ids: string[], move: typeof approveTranscript, done: string): Promise<void> {
  for (const id of ids) {
    if (await move(contentDir, id)) say(`${id}: ${done}`);
    else {
      console.error(`${id}: no transcript waits`);
      process.exitCode = 1;
    }
  }
}

async function hearAll(contentDir: string, wanted: OwnEpisode[]): Promise<void> {
  const settings = readSettings(process.env, root);
  const store = await openStore(storePlace(settings));
  const { hear, engine, folder } = openHearing({
    store,
    settings,
    outgoing: outgoing(settings),
    now: Date.now,
    onProblem: (error) => console.error(error.message),
  });
  for (const [index, episode] of wanted.entries()) {
    if (stop.signal.aborted) break;
    const name = `${index + 1}/${wanted.length} ${episode.title}`;
    const progress = {
      share: (share: number) => sayNow(`${name}  ${Math.floor(share * 100)} %`),
      duration: (seconds: number) => void (isTerminal || say(`${name}  ${clockTime(seconds)}`)),
    };
    const language = chooseLanguage(values.language, episode.language);
    try {
      const work = (own: string) => hear({ url: episode.audioUrl, language, folder: own, stop: stop.signal, progress });
      const heard = await inFolder(folder, work);
      sayNow('');
      const path = await keepWaiting(contentDir, episode, heard.segments, heard.engine);
      say(`${name}: ${relative(process.cwd(), path)}`, ...heard.warnings);
    } catch (error) {
      sayNow('');
      console.error(`${name}: ${(error as Error).message}`);
      process.exitCode = 1;
    }
  }
  engine?.stop();
  await store.close();
}

async function main(): Promise<void> {
  if (values.help) return say(help);
  const contentDir = contentFolder(process.env, root, existsSync);
  const episodes = await ownEpisodes(contentDir);
  const waiting = episodes.filter(({ state }) => state === 'waiting').map(({ id }) => id);
  if (values.list) return episodes.forEach(({ id, state, title }) => say(`${state.padEnd(9)}  ${id}  ${title}`));
  if (values['approve-all']) return decide(contentDir, waiting, approveTranscript, 'approved');
  if (values.approve) return decide(contentDir, positionals, approveTranscript, 'approved');
  if (values.reject) return decide(contentDir, positionals, rejectTranscript, 'deleted');
  const isWanted = ({ id, state }: OwnEpisode) =>
    positionals.length > 0 ? positionals.includes(id) : state === 'none';
  const wanted = episodes.filter(isWanted);
  const unknown = positionals.filter((id) => !episodes.some((episode) => episode.id === id));
  if (unknown.length > 0) throw new Error(`No published episode with a recording is called ${unknown.join(', ')}.`);
  if (wanted.length === 0) return say('Every episode has a transcript. See --list.');
  await hearAll(contentDir, wanted);
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
