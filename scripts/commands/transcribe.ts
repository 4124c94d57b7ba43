// Runs npm run transcribe: transcribes the creator's own episodes and saves the transcripts for review.
import { relative } from 'node:path';
import type { Creator } from '#contract/schemas/content-files.ts';
import { showControlsInLine } from '#domain/text/invisible.ts';
import { clockTime } from '#domain/transcripts/clock.ts';
import { openOutgoing } from '../../sidecar/outgoing/outgoing.ts';
import { chooseLanguage } from '../../sidecar/features/transcription/transcribe-recording.ts';
import { collectNames } from '../../sidecar/features/transcription/known-names.ts';
import { openTranscriber } from '../../sidecar/features/transcription/open-transcription.ts';
import { type OwnEpisode, listOwnEpisodes } from '../../sidecar/features/transcription/own-episodes.ts';
import {
  approveTranscript,
  assertUncorrected,
  saveTranscript,
  discardTranscript,
  replacesCorrected,
} from '../../sidecar/features/transcription/own-transcripts.ts';
import { readCreator } from '../build/catalog.ts';
import { type Io, printError, say } from '../io.ts';
import { contentDir as contentDirOf } from '../settings.ts';
import { withRoomStore } from '../store.ts';
import { type Call, command, UsageError } from './command.ts';

/** Prints a line on a terminal, replacing the previous one. */
const showProgress = ({ stdout }: Io, text: string) =>
  stdout.isTTY && stdout.write(`\r\u001B[K${showControlsInLine(text)}`);

async function decide(io: Io, contentDir: string, ids: string[], move: typeof approveTranscript, done: string) {
  let code = 0;
  for (const id of ids) {
    const outcome = await move(contentDir, id).catch((error: Error) => `not ${done}: ${error.message}`);
    if (outcome === true) say(io, `${id}: ${done}`);
    else {
      printError(io, `${id}: ${outcome || 'no transcript waits for review'}`);
      code = 1;
    }
  }
  return code;
}

/** Approves a transcript unless it would replace a corrected one, which only --approve ID may do. */
const approveUnlessCorrected: typeof approveTranscript = async (contentDir, id) => {
  if (await replacesCorrected(contentDir, id))
    throw new Error(`its approved transcript was corrected; use --approve ${id} to replace it.`);
  return approveTranscript(contentDir, id);
};

type Transcriber = ReturnType<typeof openTranscriber>;

async function transcribeEpisode(
  io: Io,
  { transcribe }: Transcriber,
  episode: OwnEpisode,
  name: string,
  creator: Creator,
  requestedLanguage: string | undefined,
) {
  const progress = {
    share: (share: number) => showProgress(io, `${name}  ${Math.floor(share * 100)} %`),
    duration: (seconds: number) => void (io.stdout.isTTY || say(io, `${name}  ${clockTime(seconds)}`)),
    turn: () => undefined,
    part: () => undefined,
  };
  const language = chooseLanguage(requestedLanguage, episode.language);
  // Ctrl-C ends the command immediately. Downloads that it leaves behind are deleted when the room starts.
  const stop = new AbortController().signal;
  try {
    return await transcribe({ url: episode.audioUrl, language, names: collectNames(creator, episode), stop, progress });
  } finally {
    showProgress(io, '');
  }
}

const transcribeEpisodes = (
  io: Io,
  contentDir: string,
  wanted: OwnEpisode[],
  language: string | undefined,
): Promise<number> =>
  withRoomStore(io.env, async (store, settings) => {
    const onProblem = (error: Error) => printError(io, error.message);
    const transcriber = openTranscriber({
      store,
      settings,
      outgoing: openOutgoing(settings),
      now: Date.now,
      onProblem,
    });
    const creator = readCreator(contentDir);
    let code = 0;
    for (const [index, episode] of wanted.entries()) {
      const name = `${index + 1}/${wanted.length} ${episode.title}`;
      try {
        await assertUncorrected(contentDir, episode.id);
        const transcript = await transcribeEpisode(io, transcriber, episode, name, creator, language);
        const path = await saveTranscript(contentDir, episode.id, transcript, episode.title);
        say(io, `${name}: ${relative(io.folder, path)}`, ...transcript.warnings);
      } catch (error) {
        printError(io, `${name}: ${(error as Error).message}`);
        code = 1;
      }
    }
    transcriber.engine?.stop();
    return code;
  });

function checkArguments({ values, operands }: Call<'transcribe'>): void {
  const verbs = (['list', 'approve', 'approve-all', 'reject'] as const).filter((name) => values[name]);
  if (verbs.length > 1) throw new UsageError(`${verbs.map((name) => `--${name}`).join(' and ')} exclude each other.`);
  const [verb] = verbs;
  if ((verb === 'approve' || verb === 'reject') && operands.length === 0)
    throw new UsageError(`--${verb} needs an ID.`);
  if ((verb === 'list' || verb === 'approve-all') && operands.length > 0)
    throw new UsageError(`--${verb} applies to all episodes and takes no ID.`);
  if (verb && values.language !== undefined) throw new UsageError(`--language has no effect with --${verb}.`);
}

async function run(call: Call<'transcribe'>, io: Io): Promise<number> {
  checkArguments(call);
  const { values, operands } = call;
  const contentDir = contentDirOf(io.env);
  const episodes = await listOwnEpisodes(contentDir);
  const waiting = episodes.filter(({ state }) => state === 'waiting').map(({ id }) => id);
  if (values.list) {
    for (const { id, state, title } of episodes) say(io, `${state.padEnd(9)}  ${id}  ${title}`);
    return 0;
  }
  if (values['approve-all']) return decide(io, contentDir, waiting, approveUnlessCorrected, 'approved');
  if (values.approve) return decide(io, contentDir, operands, approveTranscript, 'approved');
  if (values.reject) return decide(io, contentDir, operands, discardTranscript, 'deleted');
  const isWanted = ({ id, state }: OwnEpisode) => (operands.length > 0 ? operands.includes(id) : state === 'none');
  const selected = episodes.filter(isWanted);
  const unknown = operands.filter((id) => !episodes.some((episode) => episode.id === id));
  if (unknown.length > 0) throw new Error(`No published episode with a recording has the id ${unknown.join(', ')}.`);
  if (selected.length > 0) return transcribeEpisodes(io, contentDir, selected, values.language);
  say(io, 'Every episode has a transcript. See --list.');
  return 0;
}

export const transcribe = command('transcribe', run);
