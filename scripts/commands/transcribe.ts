// npm run transcribe: hears the creator's own episodes, and puts what it heard where the creator reviews it.
import { relative } from 'node:path';
import process from 'node:process';
import type { Creator } from '#contract/schemas/content-files.ts';
import { lineWithSigns } from '#domain/text/unseen.ts';
import { clockTime } from '#domain/transcripts/clock.ts';
import { outgoing } from '../../sidecar/outgoing/outgoing.ts';
import { chooseLanguage } from '../../sidecar/features/transcription/hear-recording.ts';
import { knownNames } from '../../sidecar/features/transcription/known-names.ts';
import { openHearing } from '../../sidecar/features/transcription/open.ts';
import { type OwnEpisode, ownEpisodes } from '../../sidecar/features/transcription/own-episodes.ts';
import {
  approveTranscript,
  assertUncorrected,
  keepHeard,
  rejectTranscript,
  replacesCorrected,
} from '../../sidecar/features/transcription/own-transcripts.ts';
import { readCreator } from '../build/catalog.ts';
import { say } from '../say.ts';
import { contentDir as contentDirOf } from '../settings.ts';
import { withRoomStore } from '../store.ts';
import { type Call, command, type Options, UsageError } from './command.ts';

const options = {
  list: { type: 'boolean', doc: 'which have a transcript: approved, waiting, or the publisher’s' },
  approve: {
    type: 'boolean',
    doc: 'after you read content/transcripts/waiting/ID.vtt: page, search and feed have it',
  },
  'approve-all': { type: 'boolean', doc: 'approves everything that waits' },
  reject: { type: 'boolean', doc: 'deletes what waits' },
  language: { type: 'string', value: 'TAG', doc: 'what is spoken, where the feed does not say' },
} as const satisfies Options;

const isTerminal = process.stdout.isTTY;
/** A line that the next one writes over; elsewhere nothing. */
const sayNow = (text: string) => isTerminal && process.stdout.write(`\r\u001B[K${lineWithSigns(text)}`);

async function decide(contentDir: string, ids: string[], move: typeof approveTranscript, done: string) {
  let code = 0;
  for (const id of ids) {
    const outcome = await move(contentDir, id).catch((error: Error) => `not ${done}: ${error.message}`);
    if (outcome === true) say(`${id}: ${done}`);
    else {
      console.error(`${id}: ${outcome || 'no transcript waits'}`);
      code = 1;
    }
  }
  return code;
}

/** For those that decide about everything at once: what was corrected gives way only where its episode is named. */
const approveUnlessCorrected: typeof approveTranscript = async (contentDir, id) => {
  if (await replacesCorrected(contentDir, id))
    throw new Error(`its approved transcript was corrected; --approve ${id} puts the new one in its place.`);
  return approveTranscript(contentDir, id);
};

type Hear = ReturnType<typeof openHearing>;

async function hearOne({ hear }: Hear, episode: OwnEpisode, name: string, creator: Creator, given: string | undefined) {
  const progress = {
    share: (share: number) => sayNow(`${name}  ${Math.floor(share * 100)} %`),
    duration: (seconds: number) => void (isTerminal || say(`${name}  ${clockTime(seconds)}`)),
    turn: () => undefined,
    part: () => undefined,
  };
  const language = chooseLanguage(given, episode.language);
  // Ctrl-C ends the command at once; what it has downloaded is deleted when the room starts.
  const stop = new AbortController().signal;
  try {
    return await hear({ url: episode.audioUrl, language, names: knownNames(creator, episode), stop, progress });
  } finally {
    sayNow('');
  }
}

const hearAll = (contentDir: string, wanted: OwnEpisode[], language: string | undefined): Promise<number> =>
  withRoomStore(async (store, settings) => {
    const onProblem = (error: Error) => console.error(error.message);
    const hearing = openHearing({ store, settings, outgoing: outgoing(settings), now: Date.now, onProblem });
    const creator = readCreator(contentDir);
    let code = 0;
    for (const [index, episode] of wanted.entries()) {
      const name = `${index + 1}/${wanted.length} ${episode.title}`;
      try {
        await assertUncorrected(contentDir, episode.id);
        const heard = await hearOne(hearing, episode, name, creator, language);
        const path = await keepHeard(contentDir, episode.id, heard, episode.title);
        say(`${name}: ${relative(process.cwd(), path)}`, ...heard.warnings);
      } catch (error) {
        console.error(`${name}: ${(error as Error).message}`);
        code = 1;
      }
    }
    hearing.engine?.stop();
    return code;
  });

function checkArguments({ values, operands }: Call<typeof options>): void {
  const verbs = (['list', 'approve', 'approve-all', 'reject'] as const).filter((name) => values[name]);
  if (verbs.length > 1) throw new UsageError(`${verbs.map((name) => `--${name}`).join(' and ')} exclude each other.`);
  const [verb] = verbs;
  if ((verb === 'approve' || verb === 'reject') && operands.length === 0)
    throw new UsageError(`--${verb} needs an ID.`);
  if ((verb === 'list' || verb === 'approve-all') && operands.length > 0)
    throw new UsageError(`--${verb} is about every episode: it takes no ID.`);
  if (verb && values.language !== undefined) throw new UsageError(`--language says nothing to --${verb}.`);
}

async function run(call: Call<typeof options>): Promise<number> {
  checkArguments(call);
  const { values, operands } = call;
  const contentDir = contentDirOf();
  const episodes = await ownEpisodes(contentDir);
  const waiting = episodes.filter(({ state }) => state === 'waiting').map(({ id }) => id);
  if (values.list) {
    for (const { id, state, title } of episodes) say(`${state.padEnd(9)}  ${id}  ${title}`);
    return 0;
  }
  if (values['approve-all']) return decide(contentDir, waiting, approveUnlessCorrected, 'approved');
  if (values.approve) return decide(contentDir, operands, approveTranscript, 'approved');
  if (values.reject) return decide(contentDir, operands, rejectTranscript, 'deleted');
  const isWanted = ({ id, state }: OwnEpisode) => (operands.length > 0 ? operands.includes(id) : state === 'none');
  const wanted = episodes.filter(isWanted);
  const unknown = operands.filter((id) => !episodes.some((episode) => episode.id === id));
  if (unknown.length > 0) throw new Error(`No published episode with a recording is called ${unknown.join(', ')}.`);
  if (wanted.length > 0) return hearAll(contentDir, wanted, values.language);
  say('Every episode has a transcript. See --list.');
  return 0;
}

export const transcribe = command({
  summary: 'Transcribes your own episodes.',
  examples: [
    ['', 'hears every published episode that has no transcript yet'],
    ['ID …', 'hears these, whatever they have'],
    ['--list', 'lists the episodes'],
    ['--approve ID …', 'publishes what waits'],
    ['--reject ID …', 'deletes what waits'],
  ],
  operands: 'ID …',
  options,
  endings: { 0: 'all is done', 1: 'something could not be heard, or there is no such transcript' },
  run,
});
