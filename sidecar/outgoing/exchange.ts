// One request and its answer. Every wait is bounded, every error is heard, and the body is never paused: whoever takes
// it takes it at once, so that a host that closes early finds no connection in an in-between state.
import { type Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as overHttp } from 'node:http';
import { type Agent as HttpsAgent, request as overTls } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { RequestLimits } from './limits.ts';
import { connectionClosedError, toOutgoingError, timeoutErrors, type OutgoingError } from './outgoing-error.ts';

interface Clock {
  connected: () => void;
  answered: () => void;
  /** Some of the body came. */
  count: (bytes: number) => void;
  stop: () => void;
}

/** `leftMs`: what redirects left of the whole. */
function startClock(limits: RequestLimits, leftMs: number, giveUp: (problem: OutgoingError) => void): Clock {
  const { connectMs, firstByteMs, wholeMs, pace } = limits;
  let isAnswered = false;
  let received = 0;
  const whole = setTimeout(
    () => giveUp(isAnswered ? timeoutErrors.finishing(wholeMs) : timeoutErrors.answering(wholeMs)),
    leftMs,
  );
  let step = setTimeout(() => giveUp(timeoutErrors.connecting()), connectMs);
  const next = (timer: NodeJS.Timeout) => {
    clearTimeout(step);
    step = timer;
  };
  const measure = () => {
    if (received < pace.bytes) giveUp(received === 0 ? timeoutErrors.stalled() : timeoutErrors.slow());
    received = 0;
  };
  return {
    connected: () => isAnswered || next(setTimeout(() => giveUp(timeoutErrors.answering(firstByteMs)), firstByteMs)),
    answered: () => {
      isAnswered = true;
      next(setInterval(measure, pace.ms));
    },
    count: (bytes) => void (received += bytes),
    stop: () => {
      clearTimeout(whole);
      clearTimeout(step);
    },
  };
}

export interface ResponseHead {
  status: number;
  /** Names in lower case; of a header that is repeated, the first. */
  headers: Record<string, string | undefined>;
}

export interface ExchangeOptions {
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
  /** `false`: a connection of its own. */
  agent: HttpAgent | HttpsAgent | false;
  lookup: LookupFunction;
  /** PEM of a certificate to trust in place of the usual ones. */
  ca?: string | undefined;
  limits: RequestLimits;
  leftMs: number;
  stop: AbortSignal | undefined;
  /** Hears the head of the answer and says whether its body is wanted; may throw. */
  head: (head: ResponseHead) => boolean;
  /** Takes a piece of the body; may throw. */
  take: (piece: Buffer) => void;
}

const headerBytes = 16 * 1024;

const headOf = ({ statusCode, headers }: IncomingMessage): ResponseHead => ({
  status: statusCode!,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()[0]])),
});

function open(url: URL, { method, headers, agent, lookup, ca }: ExchangeOptions): ClientRequest {
  const send = url.protocol === 'https:' ? overTls : overHttp;
  const options = { method, headers, agent, lookup, maxHeaderSize: headerBytes, insecureHTTPParser: false };
  return send(url, { ...options, ...(ca !== undefined && { ca }) });
}

/** A kept connection that the host closed before it saw the request. */
class Stale extends Error {}

const isStale = (request: ClientRequest, error: NodeJS.ErrnoException): boolean =>
  request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '');

/** Rejects with an OutgoingProblem, with what `head` or `take` threw, or with the reason of `stop`. */
export async function exchange(url: URL, parts: ExchangeOptions): Promise<ResponseHead> {
  try {
    return await exchangeOnce(url, parts);
  } catch (error) {
    if (error instanceof Stale) return exchangeOnce(url, { ...parts, agent: false });
    throw error;
  }
}

function exchangeOnce(url: URL, parts: ExchangeOptions): Promise<ResponseHead> {
  const { limits, leftMs, stop } = parts;
  stop?.throwIfAborted();
  return new Promise<ResponseHead>((done, fail) => {
    const request = open(url, parts);
    let [isOver, isAnswered] = [false, false];
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
    // These two listeners stay to the end: late errors of a closed connection must not crash the process.
    request.on('error', (error) => end(!isAnswered && isStale(request, error) ? new Stale() : toOutgoingError(error)));
    request.on('close', () => isAnswered || end(connectionClosedError()));
    request.once('socket', (socket) => {
      if (request.reusedSocket) clock.connected();
      else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', clock.connected);
    });
    request.once('response', (response) => {
      isAnswered = true;
      clock.answered();
      receive(response, parts, clock.count, end, () => request.destroy());
    });
    request.end(parts.body);
  });
}

function receive(
  response: IncomingMessage,
  { head: hear, take }: ExchangeOptions,
  count: (bytes: number) => void,
  end: (outcome: ResponseHead | Error) => void,
  drop: () => void,
): void {
  const head = headOf(response);
  const attempt = (work: () => boolean | void) => {
    try {
      return work();
    } catch (error) {
      end(error as Error);
      return false;
    }
  };
  response.on('error', (error) => end(toOutgoingError(error)));
  response.once('end', () => end(response.complete ? head : connectionClosedError()));
  response.once('close', () => end(connectionClosedError()));
  if (!attempt(() => hear(head))) {
    end(head);
    return drop();
  }
  response.on('data', (piece: Buffer) => {
    count(piece.length);
    attempt(() => take(piece));
  });
}
