// Recordings for the tests: a sentence spoken by flite, and a server that hands files out and counts who asked.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Words cost more to hear than silence does. */
const pauseSeconds = 15;

const sentence = 'The harbor master wrote down the height of the tide every morning.';

/** The text as MP3; with `times`, repeated that often with a pause after each repetition. */
export async function spoken(text = sentence, times = 1): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-speech-'));
  const [wav, mp3] = [join(folder, 'speech.wav'), join(folder, 'speech.mp3')];
  await run('flite', ['-voice', 'slt', '-t', text, '-o', wav]);
  const pauses = times > 1 ? ['-af', `apad=pad_dur=${pauseSeconds},aloop=${times - 1}:2e9`] : [];
  await run('ffmpeg', ['-nostdin', '-v', 'error', '-i', wav, ...pauses, mp3]);
  const bytes = await readFile(mp3);
  await rm(folder, { recursive: true });
  return bytes;
}

type Answering = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface MediaHost {
  url: string;
  host: string;
  /** By path. */
  files: Map<string, Buffer | string | Answering>;
  asked: string[];
  stop: () => void;
}

export async function mediaHost(): Promise<MediaHost> {
  const files: MediaHost['files'] = new Map();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    const file = files.get(request.url!);
    if (typeof file === 'function') return void file(request, response);
    response.writeHead(file ? 200 : 404).end(file);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://${host}`, host, files, asked, stop };
}
