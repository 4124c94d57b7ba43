// The process that downloads one file and ends: whatever a hostile host does to it, only this file is lost.
import process from 'node:process';
import { createDownloader } from './download.ts';
import type { DownloadMessage, DownloadTask } from './download-messages.ts';
import { openOutgoing } from './outgoing.ts';
import { toOutgoingError } from './outgoing-error.ts';

const progressStep = 0.01;

const tell = (message: DownloadMessage, then = () => {}) => process.send!(message, then);

async function work({ url, file, limits, baseUrl, allowedHosts }: DownloadTask): Promise<void> {
  const download = createDownloader(openOutgoing({ baseUrl, allowedHosts }), limits);
  let told = 0;
  const onProgress = (share: number) => {
    if (share - told >= progressStep) tell({ type: 'progress', share: (told = share) });
  };
  const end = () => process.exit(0);
  try {
    tell({ type: 'done', downloaded: await download(url, file, new AbortController().signal, onProgress) }, end);
  } catch (error) {
    const { reason, message } = toOutgoingError(error as Error);
    tell({ type: 'problem', reason, message }, end);
  }
}

process.once('message', work).once('disconnect', () => process.exit(0));
