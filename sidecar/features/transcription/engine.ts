// The embedded engine: one process that starts with the first recording and ends after some idle time.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type EngineModels, engineName, engineLanguages } from './engine-files.ts';
import type { EngineMessage, EngineRequest } from './engine-messages.ts';
import {
  type Engine,
  type Transcribe,
  type EngineTask,
  toEngineTranscript,
  appendTranscript,
  emptyTranscript,
  type PartialTranscript,
} from './engines.ts';
import { transcriptionError, foreignSpeechProblem, ForeignSpeechError } from './errors.ts';
import { lowerPriority } from '../../jobs/run-command.ts';
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
const startProcess = (): ChildProcess => {
  const execArgv = ['--disable-warning=ExperimentalWarning'];
  return lowerPriority(fork(entry, { env: {}, execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }));
};

type TaskControl = Pick<EngineTask, 'stop' | 'onPartial'>;

function transcribeIn(child: ChildProcess, request: EngineRequest, { stop, onPartial }: TaskControl) {
  let transcript: PartialTranscript = request.before ?? emptyTranscript;
  return new Promise<PartialTranscript>((done, fail) => {
    const removeListeners = () => {
      child.off('message', onMessage).off('exit', onExit);
      stop.removeEventListener('abort', cancel);
    };
    const onMessage = (message: EngineMessage) => {
      if (message.type === 'part') {
        transcript = appendTranscript(transcript, message.part);
        onPartial(transcript, message.share);
      } else if (message.type === 'done') {
        const { turns = [] } = message;
        settle(() => done({ ...transcript, segments: assignSpeakers(transcript.segments, turns) }));
      } else if (message.type === 'foreign') settle(() => fail(new ForeignSpeechError()));
      else if (message.type === 'failed') settle(() => fail(new Error(message.message)));
    };
    const settle = (action: () => void) => {
      removeListeners();
      action();
    };
    const onExit = (code: number | null, signal: string | null) => {
      removeListeners();
      fail(new Error(`The engine process ended (${signal ?? code}).`));
    };
    const cancel = () => settle(() => fail(stop.reason as Error));
    child.on('message', onMessage).once('exit', onExit);
    stop.addEventListener('abort', cancel, { once: true });
    child.send(request);
  });
}

/** Manages the process: starts it on demand and ends it after some idle time. */
function createProcessManager(idleMs: number) {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  return {
    getProcess: (): ChildProcess => {
      clearTimeout(idle);
      if (!child?.connected) child = startProcess();
      return child;
    },
    endWhenIdle: () => {
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
function findDefaultLanguage({ recogniser, language }: EngineModels, languages: string[] | undefined) {
  if (languages?.length === 1) return languages[0];
  return recogniser?.kind === 'canary' && !language ? 'en' : undefined;
}

export function createEmbeddedEngine({ models, prepare, idleMs = 120_000, onProblem }: EmbeddedOptions): Engine {
  const { getProcess, endWhenIdle, kill } = createProcessManager(idleMs);
  const languages = engineLanguages(models);
  const defaultLanguage = findDefaultLanguage(models, languages);
  const transcribe: Transcribe = async ({ pcm, language, names, before, stop, onPartial }) => {
    stop.throwIfAborted();
    try {
      await prepare?.();
      stop.throwIfAborted();
      const transcript = await transcribeIn(
        getProcess(),
        { pcm, models, languages, language, names, before },
        { stop, onPartial },
      );
      endWhenIdle();
      return toEngineTranscript(transcript);
    } catch (error) {
      if (error instanceof ForeignSpeechError) {
        endWhenIdle();
        throw foreignSpeechProblem(languages!);
      }
      // A process that failed may be in a broken state.
      kill();
      if (stop.aborted) throw stop.reason;
      onProblem(error as Error);
      throw transcriptionError(
        'The embedded engine failed. Try again later. If it fails again, contact the creator.',
        'engine',
      );
    }
  };
  return {
    id: `embedded:${engineName(models)}`,
    source: 'embedded',
    speaks: (language) => languages?.includes(language) ?? true,
    defaultLanguage,
    transcribe,
    stop: kill,
  };
}
