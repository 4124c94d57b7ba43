// Notifications from a wallet over a WebSocket or an endless response, reopened when the connection breaks.
import { type LineCall, openLines } from '#sidecar/outgoing/lines.ts';

const againMs = 5000;

type Message = Record<string, unknown>;
type Open = (onMessage: (text: string) => void, onEnd: () => void) => () => void;

function parse(text: string): Message {
  try {
    return (JSON.parse(text) ?? {}) as Message;
  } catch {
    return {};
  }
}

/** Returns a function that stops it. Messages that are not JSON arrive as empty objects. */
function keepOpen(open: Open, onMessage: (message: Message) => void): () => void {
  let isOver = false;
  let close = () => {};
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    const again = () => {
      if (isOver) return;
      clearTimeout(timer);
      timer = setTimeout(start, againMs);
      timer.unref();
    };
    close = open((text) => onMessage(parse(text)), again);
  };
  start();
  return () => {
    isOver = true;
    clearTimeout(timer);
    close();
  };
}

/** `url` is that of the HTTP API. */
export const socketMessages = (url: string, headers: Record<string, string>, onMessage: (message: Message) => void) =>
  keepOpen((onText, onEnd) => {
    // Only Node's WebSocket accepts headers.
    const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers } as never);
    socket.addEventListener('message', ({ data }) => onText(String(data)));
    socket.addEventListener('close', onEnd);
    return () => socket.close();
  }, onMessage);

export const lineMessages = (url: string, call: LineCall, onMessage: (message: Message) => void) =>
  keepOpen((onText, onEnd) => openLines(url, call, onText, onEnd), onMessage);
