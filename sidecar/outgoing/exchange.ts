// One request and its response. Every wait is bounded and every error is handled. The body is never paused: each chunk
// is processed immediately, so that a host that closes early finds no connection in an intermediate state.
import { type Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as overHttp } from 'node:http';
import { type Agent as HttpsAgent, request as overTls } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { RequestLimits } from './limits.ts';
import { OutgoingError, timeoutError, toOutgoingError } from './outgoing-error.ts';

interface Clock {
  connected: () => void;
  answered: () => void;
  /** Counts received bytes of the body. */
  count: (bytes: number) => void;
  stop: () => void;
}

/** Starts the time limits of an exchange. `leftMs` is the total time minus previous redirects. */
function startClock(limits: RequestLimits, leftMs: number, giveUp: (problem: OutgoingError) => void): Clock {
  const { connectMs, firstByteMs, totalMs, pace } = limits;
  let isAnswered = false;
  let receivedBytes = 0;
  const whole = setTimeout(() => giveUp(timeoutError(isAnswered ? 'body_timeout' : 'answer_timeout', totalMs)), leftMs);
  let step = setTimeout(() => giveUp(new OutgoingError('no_answer')), connectMs);
  const next = (timer: NodeJS.Timeout) => {
    clearTimeout(step);
    step = timer;
  };
  const measure = () => {
    if (receivedBytes < pace.bytes) giveUp(new OutgoingError(receivedBytes === 0 ? 'stalled' : 'slow'));
    receivedBytes = 0;
  };
  return {
    connected: () =>
      isAnswered || next(setTimeout(() => giveUp(timeoutError('answer_timeout', firstByteMs)), firstByteMs)),
    answered: () => {
      isAnswered = true;
      next(setInterval(measure, pace.ms));
    },
    count: (bytes) => void (receivedBytes += bytes),
    stop: () => {
      clearTimeout(whole);
      clearTimeout(step);
    },
  };
}

export interface ResponseHead {
  status: number;
  /** Names in lower case. Contains the first value of a repeated header. */
  headers: Record<string, string | undefined>;
  /** Cookies that the response sets, as `name=value`. */
  cookies?: string[];
}

export interface ExchangeOptions {
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
  /** `false` opens a new connection. */
  agent: HttpAgent | HttpsAgent | false;
  lookup: LookupFunction;
  /** PEM of a certificate to trust in place of the default ones. */
  ca?: string | undefined;
  limits: RequestLimits;
  leftMs: number;
  stop: AbortSignal | undefined;
  /** Called with the head of the response; returns true if the body is wanted, and may throw. */
  onHead: (head: ResponseHead) => boolean;
  /** Called with each chunk of the body; may throw. */
  onChunk: (chunk: Buffer) => void;
}

const headerBytes = 16 * 1024;

const readHead = ({ statusCode, headers }: IncomingMessage): ResponseHead => ({
  status: statusCode!,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()[0]])),
  ...(headers['set-cookie'] && { cookies: headers['set-cookie'].map((cookie) => cookie.split(';')[0]!.trim()) }),
});

function openRequest(url: URL, { method, headers, agent, lookup, ca }: ExchangeOptions): ClientRequest {
  const send = url.protocol === 'https:' ? overTls : overHttp;
  const options = { method, headers, agent, lookup, maxHeaderSize: headerBytes, insecureHTTPParser: false };
  return send(url, { ...options, ...(ca !== undefined && { ca }) });
}

/** A reused connection that the host closed before it received the request. */
class Stale extends Error {}

const isStale = (request: ClientRequest, error: NodeJS.ErrnoException): boolean =>
  request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '');

/**
 * Exchanges a request for a response. Rejects with an OutgoingError, with an error of `onHead` or `onChunk`, or with
 * the reason of `stop`.
 */
export async function exchange(url: URL, options: ExchangeOptions): Promise<ResponseHead> {
  try {
    return await exchangeOnce(url, options);
  } catch (error) {
    if (error instanceof Stale) return exchangeOnce(url, { ...options, agent: false });
    throw error;
  }
}

function exchangeOnce(url: URL, options: ExchangeOptions): Promise<ResponseHead> {
  const { limits, leftMs, stop } = options;
  stop?.throwIfAborted();
  return new Promise<ResponseHead>((done, fail) => {
    const request = openRequest(url, options);
    let isOver = false;
    let isAnswered = false;
    const end = (outcome: ResponseHead | Error) => {
      if (isOver) return;
      isOver = true;
      clock.stop();
      stop?.removeEventListener('abort', cancel);
      if (!(outcome instanceof Error)) return done(outcome);
      request.destroy();
      fail(outcome);
    };
    const clock = startClock(limits, leftMs, end);
    const cancel = () => end(stop!.reason as Error);
    stop?.addEventListener('abort', cancel, { once: true });
    // These listeners are never removed: late errors of a closed connection must not crash the process.
    request.on('error', (error) => end(!isAnswered && isStale(request, error) ? new Stale() : toOutgoingError(error)));
    request.on('close', () => isAnswered || end(new OutgoingError('connection_closed')));
    request.once('socket', (socket) => {
      if (request.reusedSocket) clock.connected();
      else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', clock.connected);
    });
    request.once('response', (response) => {
      isAnswered = true;
      clock.answered();
      receive(response, options, clock.count, end, () => request.destroy());
    });
    request.end(options.body);
  });
}

function receive(
  response: IncomingMessage,
  { onHead, onChunk }: ExchangeOptions,
  count: (bytes: number) => void,
  end: (outcome: ResponseHead | Error) => void,
  drop: () => void,
): void {
  const head = readHead(response);
  const attempt = (work: () => boolean | void) => {
    try {
      return work();
    } catch (error) {
      end(error as Error);
      return false;
    }
  };
  response.on('error', (error) => end(toOutgoingError(error)));
  response.once('end', () => end(response.complete ? head : new OutgoingError('connection_closed')));
  response.once('close', () => end(new OutgoingError('connection_closed')));
  if (!attempt(() => onHead(head))) {
    end(head);
    return drop();
  }
  response.on('data', (chunk: Buffer) => {
    count(chunk.length);
    attempt(() => onChunk(chunk));
  });
}
