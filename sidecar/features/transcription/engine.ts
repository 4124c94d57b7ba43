// The embedded engine: one process, started by the first recording and ended when nothing came for a while.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type EngineModels, engineName, languagesOf } from './engine-files.ts';
import type { EngineMessage, HearRequest } from './engine-messages.ts';
import type { Engine, Hear, HearDeps } from './engines.ts';
import { heardOf } from './heard.ts';
import { joinParts, nothingYet, type Part } from './part.ts';
import { broken, foreign, UnheardLanguage } from './problem.ts';
import { stepBack } from './step-back.ts';
import { withSpeakers } from './turns.ts';

const entry = fileURLToPath(new URL('./engine-process.ts', import.meta.url));

export interface EmbeddedOptions {
  models: EngineModels;
  /** Called before each recording; the first one may bring packages along. */
  prepare?: () => Promise<void>;
  idleMs?: number;
  onProblem: (error: Error) => void;
}

/** Without the sidecar's environment, which holds secrets. */
const start = (): ChildProcess => {
  const execArgv = ['--disable-warning=ExperimentalWarning'];
  return stepBack(fork(entry, { env: {}, execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }));
};

type Told = Pick<HearDeps, 'stop' | 'onPart'>;

function hearIn(child: ChildProcess, request: HearRequest, { stop, onPart }: Told) {
  let heard: Part = request.before ?? nothingYet;
  return new Promise<Part>((done, fail) => {
    const end = () => {
      child.off('message', take).off('exit', gone);
      stop.removeEventListener('abort', cancel);
    };
    const take = (message: EngineMessage) => {
      if (message.type === 'part') {
        heard = joinParts(heard, message.part);
        onPart(heard, message.share);
      } else if (message.type === 'done') {
        const { turns = [] } = message;
        settle(() => done({ ...heard, segments: withSpeakers(heard.segments, turns) }));
      } else if (message.type === 'foreign') settle(() => fail(new UnheardLanguage()));
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

/** Starts the process on demand, and ends it after some idle time. */
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

/** Taken where nobody knows the language and the models cannot tell it. */
function defaultLanguageOf({ recogniser, language }: EngineModels, languages: string[] | undefined) {
  if (languages?.length === 1) return languages[0];
  return recogniser?.kind === 'canary' && !language ? 'en' : undefined;
}

export function embedded({ models, prepare, idleMs = 120_000, onProblem }: EmbeddedOptions): Engine {
  const { running, rest, kill } = keeper(idleMs);
  const languages = languagesOf(models);
  const defaultLanguage = defaultLanguageOf(models, languages);
  const hear: Hear = async ({ pcm, language, names, before, stop, onPart }) => {
    stop.throwIfAborted();
    try {
      await prepare?.();
      stop.throwIfAborted();
      const heard = await hearIn(running(), { pcm, models, languages, language, names, before }, { stop, onPart });
      rest();
      return heardOf(heard);
    } catch (error) {
      if (error instanceof UnheardLanguage) {
        rest();
        throw foreign(languages!);
      }
      // What failed once may be in no state to go on.
      kill();
      if (stop.aborted) throw stop.reason;
      onProblem(error as Error);
      throw broken('The embedded engine failed. Try again; if it goes on, tell the creator.', 'engine');
    }
  };
  return {
    id: `embedded:${engineName(models)}`,
    source: 'embedded',
    speaks: (language) => languages?.includes(language) ?? true,
    defaultLanguage,
    hear,
    stop: kill,
  };
}
