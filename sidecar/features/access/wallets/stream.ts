// Notifications from a wallet over a WebSocket or an endless response, reopened when the connection breaks.
import { type LineCall, openLines } from '#sidecar/outgoing/line-stream.ts';

const reconnectMs = 5000;

type Message = Record<string, unknown>;
type OpenConnection = (onMessage: (text: string) => void, onEnd: () => void) => () => void;

function parseMessage(text: string): Message {
  try {
    return (JSON.parse(text) ?? {}) as Message;
  } catch {
    return {};
  }
}

/** Returns a function that stops it. Messages that are not JSON arrive as empty objects. */
function stayConnected(open: OpenConnection, onMessage: (message: Message) => void): () => void {
  let isOver = false;
  let close = () => {};
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    const reopen = () => {
      if (isOver) return;
      clearTimeout(timer);
      timer = setTimeout(start, reconnectMs);
      timer.unref();
    };
    close = open((text) => onMessage(parseMessage(text)), reopen);
  };
  start();
  return () => {
    isOver = true;
    clearTimeout(timer);
    close();
  };
}

/** `url` is that of the HTTP API. */
export const listenToSocket = (url: string, headers: Record<string, string>, onMessage: (message: Message) => void) =>
  stayConnected((onText, onEnd) => {
    // Only Node's WebSocket accepts headers.
    const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers } as never);
    socket.addEventListener('message', ({ data }) => onText(String(data)));
    socket.addEventListener('close', onEnd);
    return () => socket.close();
  }, onMessage);

export const listenToLines = (url: string, call: LineCall, onMessage: (message: Message) => void) =>
  stayConnected((onText, onEnd) => openLines(url, call, onText, onEnd), onMessage);
