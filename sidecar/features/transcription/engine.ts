// The embedded engine: one process that starts with the first recording and ends after some idle time.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type EngineModels, engineName, engineLanguages } from './engine-files.ts';
import type { EngineMessage, EngineRequest } from './engine-messages.ts';
import type { Engine, Transcribe, EngineTask } from './engines.ts';
import { toEngineTranscript } from './engine-transcript.ts';
import { appendTranscript, emptyTranscript, type PartialTranscript } from './partial-transcript.ts';
import { transcriptionError, foreignSpeechProblem, ForeignSpeechError } from './errors.ts';
import { lowerPriority } from './lower-priority.ts';
import { assignSpeakers } from './speaker-turns.ts';

const entry = fileURLToPath(new URL('./engine-process.ts', import.meta.url));

export interface EmbeddedOptions {
  models: EngineModels;
  /** Called before each recording; installs missing packages. */
  prepare?: () => Promise<void>;
  idleMs?: number;
  onProblem: (error: Error) => void;
}

/** Starts the process without the environment of the sidecar, which holds secrets. */
const start = (): ChildProcess => {
  const execArgv = ['--disable-warning=ExperimentalWarning'];
  return lowerPriority(fork(entry, { env: {}, execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }));
};

type Told = Pick<EngineTask, 'stop' | 'onPartial'>;

function hearIn(child: ChildProcess, request: EngineRequest, { stop, onPartial }: Told) {
  let heard: PartialTranscript = request.before ?? emptyTranscript;
  return new Promise<PartialTranscript>((done, fail) => {
    const end = () => {
      child.off('message', take).off('exit', gone);
      stop.removeEventListener('abort', cancel);
    };
    const take = (message: EngineMessage) => {
      if (message.type === 'part') {
        heard = appendTranscript(heard, message.part);
        onPartial(heard, message.share);
      } else if (message.type === 'done') {
        const { turns = [] } = message;
        settle(() => done({ ...heard, segments: assignSpeakers(heard.segments, turns) }));
      } else if (message.type === 'foreign') settle(() => fail(new ForeignSpeechError()));
      else if (message.type === 'failed') settle(() => fail(new Error(message.message)));
    };
    const settle = (how: () => void) => {
      end();
      how();
    };
    const gone = (code: number | null, signal: string | null) => {
      end();
      fail(new Error(`The process that hears ended (${signal ?? code}).`));
    };
    const cancel = () => settle(() => fail(stop.reason as Error));
    child.on('message', take).once('exit', gone);
    stop.addEventListener('abort', cancel, { once: true });
    child.send(request);
  });
}

/** Manages the process: starts it on demand and ends it after some idle time. */
function keeper(idleMs: number) {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  return {
    running: (): ChildProcess => {
      clearTimeout(idle);
      if (!child?.connected) child = start();
      return child;
    },
    rest: () => {
      idle = setTimeout(() => child?.connected && child.disconnect(), idleMs);
      idle.unref();
    },
    kill: () => {
      clearTimeout(idle);
      child?.kill('SIGKILL');
      child = undefined;
    },
  };
}

/** Returns the language that is assumed if none is given and the models cannot identify it. */
function defaultLanguageOf({ recogniser, language }: EngineModels, languages: string[] | undefined) {
  if (languages?.length === 1) return languages[0];
  return recogniser?.kind === 'canary' && !language ? 'en' : undefined;
}

export function createEmbeddedEngine({ models, prepare, idleMs = 120_000, onProblem }: EmbeddedOptions): Engine {
  const { running, rest, kill } = keeper(idleMs);
  const languages = engineLanguages(models);
  const defaultLanguage = defaultLanguageOf(models, languages);
  const hear: Transcribe = async ({ pcm, language, names, before, stop, onPartial }) => {
    stop.throwIfAborted();
    try {
      await prepare?.();
      stop.throwIfAborted();
      const heard = await hearIn(running(), { pcm, models, languages, language, names, before }, { stop, onPartial });
      rest();
      return toEngineTranscript(heard);
    } catch (error) {
      if (error instanceof ForeignSpeechError) {
        rest();
        throw foreignSpeechProblem(languages!);
      }
      // A process that failed may be in a broken state.
      kill();
      if (stop.aborted) throw stop.reason;
      onProblem(error as Error);
      throw transcriptionError('The embedded engine failed. Try again; if it goes on, tell the creator.', 'engine');
    }
  };
  return {
    id: `embedded:${engineName(models)}`,
    source: 'embedded',
    speaks: (language) => languages?.includes(language) ?? true,
    defaultLanguage,
    transcribe: hear,
    stop: kill,
  };
}
