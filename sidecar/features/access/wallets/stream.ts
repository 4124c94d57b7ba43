// Receives notifications of a wallet over a WebSocket or a streamed response, and reconnects after failures.
import { parseJsonObject } from '#domain/text/json-object.ts';
import { type LineCall, openLines } from '#sidecar/outgoing/line-stream.ts';

const reconnectMs = 5000;

type Message = Record<string, unknown>;
type OpenConnection = (onMessage: (text: string) => void, onEnd: () => void) => () => void;

/**
 * Keeps a connection open and returns a function that closes it. Messages that are not JSON arrive as empty objects.
 */
function stayConnected(open: OpenConnection, onMessage: (message: Message) => void): () => void {
  let isClosed = false;
  let close = () => {};
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    const reopen = () => {
      if (isClosed) return;
      clearTimeout(timer);
      timer = setTimeout(start, reconnectMs);
      timer.unref();
    };
    close = open((text) => onMessage(parseJsonObject(text) ?? {}), reopen);
  };
  start();
  return () => {
    isClosed = true;
    clearTimeout(timer);
    close();
  };
}

/** Listens to a WebSocket. `url` has the scheme http or https. */
export const listenToSocket = (url: string, headers: Record<string, string>, onMessage: (message: Message) => void) =>
  stayConnected((onText, onEnd) => {
    // The cast is needed because only Node's WebSocket accepts headers.
    const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers } as never);
    socket.addEventListener('message', ({ data }) => onText(String(data)));
    socket.addEventListener('close', onEnd);
    return () => socket.close();
  }, onMessage);

export const listenToLines = (url: string, call: LineCall, onMessage: (message: Message) => void) =>
  stayConnected((onText, onEnd) => openLines(url, call, onText, onEnd), onMessage);
