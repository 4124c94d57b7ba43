// The embedded engine's files: packages that are installed for the first recording, each checked before it is trusted.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { fileInPart, installPart } from '../parts/parts.ts';

export const embeddedEngine = 'moonshine-base';
export const embeddedLanguages = ['en'];

export interface EngineFiles {
  encoder: string;
  decoder: string;
  voice: string;
  /** The module that holds the vocabulary. */
  vocabulary: string;
  /** The module that runs the models. */
  sherpa: string;
}

/** @usefulsensors/moonshine-js 0.1.10 (MIT), @ricky0123/vad-web 0.0.22 (Silero, MIT), llama-tokenizer-js 1.2.2 (MIT). */
const digests: Record<Exclude<keyof EngineFiles, 'sherpa'>, string> = {
  encoder: '1dd9ab0a7f987113d30affcba5a068d11c8f90fa0223caa3e491ade431ad9751',
  decoder: 'cc9f3cd6698a369c6008b41aa60aa3fb3322e7f03c9bdf19d8e6b7200afca4f3',
  voice: '2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f',
  vocabulary: '34a7b9f7579d40486444590c37cba6564ef40c3dd98ecdfc2f7c886ae72c898d',
};

const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** Made for these, on Linux for glibc. */
export const canHear = (): boolean =>
  ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win-x64'].includes(platform) &&
  (process.platform !== 'linux' || isGlibc());

const isGlibc = (): boolean =>
  (process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header.glibcVersionRuntime !== undefined;

const models = '@usefulsensors/moonshine-js/dist/model/base/quantized';
const places: EngineFiles = {
  encoder: `${models}/encoder_model.onnx`,
  decoder: `${models}/decoder_model_merged.onnx`,
  voice: '@ricky0123/vad-web/dist/silero_vad_v5.onnx',
  vocabulary: 'llama-tokenizer-js/llama-tokenizer.js',
  sherpa: 'sherpa-onnx-node/sherpa-onnx.js',
};

/** Undefined where a package is not installed. */
export function findEngine(): EngineFiles | undefined {
  const found = Object.entries(places).map(([name, file]) => [name, fileInPart('speech', file)]);
  const isWhole = fileInPart('speech', `sherpa-onnx-${platform}/package.json`) && found.every(([, file]) => file);
  return isWhole ? (Object.fromEntries(found) as EngineFiles) : undefined;
}

/** Rejects with an Error whose first line says why they cannot be had. */
export async function haveEngine(): Promise<EngineFiles> {
  const there = findEngine();
  if (there) return there;
  await installPart('speech');
  const installed = findEngine();
  if (!installed) throw new Error('The packages of speech recognition were installed, and are incomplete.');
  return installed;
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Rejects when a file is not the one that was tried. */
export async function checkEngine(files: EngineFiles): Promise<void> {
  for (const [name, digest] of Object.entries(digests)) {
    const file = files[name as keyof typeof digests];
    if ((await digestOf(file)) !== digest)
      throw new Error(
        `${file} is not the file that this version was made for. Delete its node_modules: the next recording installs it again.`,
      );
  }
}
