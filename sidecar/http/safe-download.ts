// GET of an address that a stranger chose, into a file: checked at every hop, counted while it comes, bounded in time and size.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { type Dispatcher, request } from 'undici';
import { mediaAddressProblem } from '#domain/media-address.ts';
import { createDispatcher, type DispatcherOptions, explainFailure, ForbiddenAddress } from './safe-dispatcher.ts';

export interface DownloadLimits {
  bytes: number;
  firstByteMs: number;
  /** Between two pieces of the body. */
  pauseMs: number;
  wholeMs: number;
  redirects: number;
}

interface Downloaded {
  bytes: number;
  /** Hex. */
  sha256: string;
}

/** `refused`: the address, or what is there, is over a limit or not allowed. `failed`: it could not be had. */
export class DownloadProblem extends Error {
  readonly kind: 'refused' | 'failed';

  constructor(kind: 'refused' | 'failed', message: string) {
    super(message);
    this.kind = kind;
  }
}

export type Download = (
  url: string,
  file: string,
  stop: AbortSignal,
  onProgress?: (share: number) => void,
) => Promise<Downloaded>;

const refused = (message: string) => new DownloadProblem('refused', message);
const failed = (message: string) => new DownloadProblem('failed', message);

const tooLarge = (bytes: number) => refused(`The file is larger than ${Math.floor(bytes / 1024 ** 2)} MiB.`);

interface Way {
  dispatcher: Dispatcher;
  allowedHosts: string[];
  limits: DownloadLimits;
}

/** Follows redirects itself, so that each target passes the same checks. */
async function follow(address: string, { dispatcher, allowedHosts, limits }: Way, signal: AbortSignal) {
  let url = address;
  for (let hops = 0; hops <= limits.redirects; hops += 1) {
    const problem = mediaAddressProblem(url, allowedHosts);
    if (problem) throw refused(`${hops === 0 ? 'The address' : 'It redirects to an address that'} ${problem}.`);
    const answer = await request(url, {
      dispatcher,
      signal,
      headersTimeout: limits.firstByteMs,
      bodyTimeout: limits.pauseMs,
      headers: { accept: '*/*', 'accept-encoding': 'identity' },
    });
    const location = [answer.headers.location].flat()[0];
    if (![301, 302, 303, 307, 308].includes(answer.statusCode) || !location) return answer;
    await answer.body.dump({ limit: 16 * 1024, signal }).catch(() => undefined);
    if (!URL.canParse(location, url)) throw failed('It redirects to a broken address.');
    url = new URL(location, url).href;
  }
  throw failed(`It redirects more than ${limits.redirects} times.`);
}

function checkAnswer({ statusCode, headers }: Dispatcher.ResponseData, { bytes }: DownloadLimits): number | undefined {
  if (statusCode !== 200) throw failed(`The host answers ${statusCode}.`);
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw failed('The host sends it compressed.');
  const length = Number(headers['content-length'] ?? NaN);
  if (length > bytes) throw tooLarge(bytes);
  return Number.isNaN(length) ? undefined : length;
}

async function save(
  answer: Dispatcher.ResponseData,
  path: string,
  limits: DownloadLimits,
  onProgress: (share: number) => void,
): Promise<Downloaded> {
  const length = checkAnswer(answer, limits);
  const hash = createHash('sha256');
  const file = await open(path, 'w', 0o600);
  let bytes = 0;
  try {
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limits.bytes) throw tooLarge(limits.bytes);
      hash.update(chunk);
      await file.writeFile(chunk);
      if (length) onProgress(bytes / length);
    }
  } finally {
    await file.close();
    answer.body.destroy();
  }
  if (bytes === 0) throw refused('The file is empty.');
  return { bytes, sha256: hash.digest('hex') };
}

export function safeDownload(limits: DownloadLimits, options: DispatcherOptions): Download {
  const way: Way = { dispatcher: createDispatcher(options), allowedHosts: options.allowedHosts, limits };
  return async (url, file, stop, onProgress = () => {}) => {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(limits.wholeMs)]);
    try {
      return await save(await follow(url, way, signal), file, limits, onProgress);
    } catch (error) {
      if (stop.aborted) throw stop.reason;
      if (error instanceof DownloadProblem) throw error;
      if (error instanceof ForbiddenAddress) throw refused(error.message);
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'UND_ERR_HEADERS_TIMEOUT') throw failed(`No answer within ${limits.firstByteMs / 1000} seconds.`);
      if (code === 'UND_ERR_BODY_TIMEOUT') throw failed('The host stopped sending.');
      throw failed(explainFailure(error as Error, limits.wholeMs).message);
    }
  };
}
