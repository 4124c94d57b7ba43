// Recordings for the tests, a server that hands them out and counts requests, and a service that transcribes.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';

const run = promisify(execFile);

const sentence = 'The harbor master wrote down the height of the tide every morning.';

/** The text as MP3, spoken by flite. */
export async function spoken(text = sentence): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-speech-'));
  const wav = join(folder, 'speech.wav');
  const mp3 = join(folder, 'speech.mp3');
  await run('flite', ['-voice', 'slt', '-t', text, '-o', wav]);
  await run('ffmpeg', ['-nostdin', '-v', 'error', '-i', wav, mp3]);
  const bytes = await readFile(mp3);
  await rm(folder, { recursive: true });
  return bytes;
}

const sampleRate = 16_000;
const wavHeaderBytes = 44;
/** 16 bits a sample. */
const bytesPerSecond = 2 * sampleRate;

/** Returns a WAV file of one channel. `bytesPerSample` is 1 (unsigned) or 2 (signed). */
export function wavFile(samples: Uint8Array, { hertz, bytesPerSample }: { hertz: number; bytesPerSample: 1 | 2 }) {
  const header = Buffer.alloc(wavHeaderBytes);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(header.length - 8 + samples.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(hertz, 24);
  header.writeUInt32LE(hertz * bytesPerSample, 28);
  header.writeUInt16LE(bytesPerSample, 32);
  header.writeUInt16LE(8 * bytesPerSample, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

/** A WAV file without silence, for a service that does not listen. */
export function sound(seconds: number): Buffer {
  const { buffer } = new Int16Array(seconds * sampleRate).fill(3000);
  return wavFile(new Uint8Array(buffer), { hertz: sampleRate, bytesPerSample: 2 });
}

type Answering = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface MediaHost {
  url: string;
  host: string;
  /** Responses by path. */
  files: Map<string, Buffer | string | Answering>;
  asked: string[];
  stop: () => void;
}

async function listen(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://${host}`, host, stop };
}

export async function mediaHost(): Promise<MediaHost> {
  const files: MediaHost['files'] = new Map();
  const asked: string[] = [];
  const server = await listen((request, response) => {
    asked.push(request.url!);
    const file = files.get(request.url!);
    if (typeof file === 'function') return void file(request, response);
    response.writeHead(file ? 200 : 404).end(file);
  });
  return { ...server, files, asked };
}

export interface SpeechService {
  /** Settings of a room that transcribes with it. */
  settings: Record<string, string>;
  /** Seconds of each piece that it got. */
  pieces: number[];
  /** Gives the sentences of a piece, which are spread evenly over it. */
  transcribe: (seconds: number) => string[] | Promise<string[]>;
  stop: () => void;
}

/** A service with the transcription API of OpenAI. */
export async function speechService(sentences = [sentence]): Promise<SpeechService> {
  const { url, stop } = await listen(async (request, response) => {
    const headers = { 'content-type': request.headers['content-type']! };
    const form = await new Response(await buffer(request), { headers }).formData();
    const seconds = ((form.get('file') as File).size - wavHeaderBytes) / bytesPerSecond;
    service.pieces.push(seconds);
    const texts = await service.transcribe(seconds);
    const each = seconds / texts.length;
    const segments = texts.map((text, at) => ({ start: at * each, end: (at + 1) * each, text }));
    const spokenText = { language: 'english', duration: seconds, text: texts.join(' '), segments };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(spokenText));
  });
  const service: SpeechService = {
    settings: { TRANSCRIBE_API_URL: `${url}/v1`, TRANSCRIBE_MODEL: 'whisper-1' },
    pieces: [],
    transcribe: () => sentences,
    stop,
  };
  return service;
}
