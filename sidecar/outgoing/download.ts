// Downloads into a file. Chunks are counted, hashed and written immediately, so that the disk limits the pace.
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import type { ResponseHead } from './exchange.ts';
import type { RequestLimits } from './limits.ts';
import type { Outgoing } from './outgoing.ts';
import { OutgoingError } from './outgoing-error.ts';

export interface DownloadResult {
  bytes: number;
  /** SHA-256 in hex. */
  sha256: string;
  contentType?: string | undefined;
}

/** Downloads a file. Rejects with an OutgoingError or with the reason of `stop`. */
export type DownloadFile = (
  url: string,
  file: string,
  stop: AbortSignal,
  onProgress?: (share: number) => void,
) => Promise<DownloadResult>;

function checkHead({ status, headers }: ResponseHead): void {
  if (status !== 200) throw new OutgoingError('status', { status });
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new OutgoingError('compressed');
}

function writeAll(fd: number, chunk: Buffer): void {
  for (let at = 0; at < chunk.length;) at += writeSync(fd, chunk, at);
}

/** Creates a function that blocks while it writes, for a process that does nothing else. */
export const createDownloader =
  ({ send }: Outgoing, limits: RequestLimits): DownloadFile =>
  async (url, file, stop, onProgress = () => {}) => {
    const hash = createHash('sha256');
    const fd = openSync(file, 'w', 0o600);
    let bytes = 0;
    let length = 0;
    let contentType: string | undefined;
    const onHead = (head: ResponseHead) => {
      checkHead(head);
      contentType = head.headers['content-type'];
      length = Number(head.headers['content-length'] ?? 0);
    };
    const receive = (chunk: Buffer) => {
      bytes += chunk.length;
      hash.update(chunk);
      writeAll(fd, chunk);
      if (length > 0) onProgress(bytes / length);
    };
    try {
      await send(url, { limits, stop, onHead, onChunk: receive });
    } finally {
      closeSync(fd);
    }
    if (bytes === 0) throw new OutgoingError('empty_file');
    return { bytes, sha256: hash.digest('hex'), ...(contentType && { contentType }) };
  };
