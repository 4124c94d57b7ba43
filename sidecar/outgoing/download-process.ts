// Downloads one file and exits, so that a hostile host can harm only this download.
import process from 'node:process';
import { createDownloader } from './download.ts';
import type { DownloadMessage, DownloadTask } from './download-messages.ts';
import { openOutgoing } from './outgoing.ts';
import { toOutgoingError } from './outgoing-error.ts';

const progressStep = 0.01;

const send = (message: DownloadMessage, then = () => {}) => process.send!(message, then);

async function work({ url, file, limits, baseUrl, allowedHosts }: DownloadTask): Promise<void> {
  const download = createDownloader(openOutgoing({ baseUrl, allowedHosts }), limits);
  let reported = 0;
  const onProgress = (share: number) => {
    if (share - reported >= progressStep) send({ type: 'progress', share: (reported = share) });
  };
  const end = () => process.exit(0);
  try {
    send({ type: 'done', downloaded: await download(url, file, new AbortController().signal, onProgress) }, end);
  } catch (error) {
    const { code, details } = toOutgoingError(error as Error);
    send({ type: 'problem', code, details }, end);
  }
}

process.once('message', work).once('disconnect', () => process.exit(0));
