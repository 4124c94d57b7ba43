// Downloads each file in a separate process.
import { fork } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { DownloadFile, DownloadResult } from './download.ts';
import type { DownloadMessage, DownloadTask } from './download-messages.ts';
import type { RequestLimits } from './limits.ts';
import type { Outgoing } from './outgoing.ts';
import { OutgoingError } from './outgoing-error.ts';

const entry = fileURLToPath(new URL('./download-process.ts', import.meta.url));
const execArgv = ['--disable-warning=ExperimentalWarning', '--max-old-space-size=128'];

/** Variables that are passed on, so that a download resolves names and trusts certificates as other requests do. */
const passedVariables = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];

/** Returns the environment without secrets. */
const env = (): NodeJS.ProcessEnv =>
  Object.fromEntries(passedVariables.filter((name) => process.env[name]).map((name) => [name, process.env[name]]));

function runTask(task: DownloadTask, stop: AbortSignal, onProgress: (share: number) => void): Promise<DownloadResult> {
  stop.throwIfAborted();
  // Output of a crash goes to the log.
  const child = fork(entry, { env: env(), execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const cancel = () => void child.kill('SIGKILL');
  stop.addEventListener('abort', cancel, { once: true });
  return new Promise<DownloadResult>((done, fail) => {
    child.on('message', (message: DownloadMessage) => {
      if (message.type === 'progress') onProgress(message.share);
      else if (message.type === 'done') done(message.downloaded);
      else fail(new OutgoingError(message.code, message.details));
    });
    child.once('error', fail);
    child.once('exit', (code, signal) => {
      const error = new OutgoingError('download_ended', { cause: signal ?? String(code) });
      const report = () => fail(stop.aborted ? (stop.reason as Error) : error);
      // The last message may still be on its way; the channel closes after it.
      if (child.connected) child.once('disconnect', report);
      else report();
    });
    child.send(task, (error) => error && fail(error));
  }).finally(() => stop.removeEventListener('abort', cancel));
}

export const createProcessDownloader =
  ({ options }: Outgoing, limits: RequestLimits): DownloadFile =>
  (url, file, stop, onProgress = () => {}) => {
    const { baseUrl, allowedHosts } = options;
    return runTask({ url, file, limits, baseUrl, allowedHosts }, stop, onProgress);
  };
