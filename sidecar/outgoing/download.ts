// GET into a file: counted and hashed while it comes, and written at once, so that the disk sets the pace of the host.
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import type { ResponseHead } from './exchange.ts';
import type { RequestLimits } from './limits.ts';
import type { Outgoing } from './outgoing.ts';
import { OutgoingError } from './outgoing-error.ts';

export interface DownloadResult {
  bytes: number;
  /** Hex. */
  sha256: string;
  contentType?: string | undefined;
}

/** Rejects with an OutgoingProblem, or with the reason of `stop`. */
export type DownloadFile = (
  url: string,
  file: string,
  stop: AbortSignal,
  onProgress?: (share: number) => void,
) => Promise<DownloadResult>;

function check({ status, headers }: ResponseHead): void {
  if (status !== 200) throw new OutgoingError('status', `The host answers ${status}.`);
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new OutgoingError('encoding', 'The host sends it compressed.');
}

function write(fd: number, piece: Buffer): void {
  for (let at = 0; at < piece.length;) at += writeSync(fd, piece, at);
}

/** Blocks while it writes: for a process that does nothing else. */
export const createDownloader =
  ({ send }: Outgoing, limits: RequestLimits): DownloadFile =>
  async (url, file, stop, onProgress = () => {}) => {
    const hash = createHash('sha256');
    const fd = openSync(file, 'w', 0o600);
    let [bytes, length] = [0, 0];
    let contentType: string | undefined;
    const onHead = (head: ResponseHead) => {
      check(head);
      contentType = head.headers['content-type'];
      length = Number(head.headers['content-length'] ?? 0);
    };
    const take = (piece: Buffer) => {
      bytes += piece.length;
      hash.update(piece);
      write(fd, piece);
      if (length > 0) onProgress(bytes / length);
    };
    try {
      await send(url, { limits, stop, onHead, take });
    } finally {
      closeSync(fd);
    }
    if (bytes === 0) throw new OutgoingError('empty', 'The file is empty.');
    return { bytes, sha256: hash.digest('hex'), ...(contentType && { contentType }) };
  };
