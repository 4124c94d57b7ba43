// The embedded engine's files: packages that are installed for the first recording, each checked before it is trusted.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { fileInPart, futureFile, installPart } from '../../jobs/optional-packages.ts';
import { type ModelFolder, readModelFolder } from './model-folder.ts';

export const embeddedEngine = 'moonshine-base';
export const embeddedLanguages = ['en'];

export interface EngineFiles {
  encoder: string;
  decoder: string;
  voice: string;
  /** The module that holds the vocabulary. */
  vocabulary: string;
}

/** @usefulsensors/moonshine-js 0.1.10 (MIT), @ricky0123/vad-web 0.0.22 (Silero, MIT), llama-tokenizer-js 1.2.2 (MIT). */
const digests: Record<keyof EngineFiles, string> = {
  encoder: '1dd9ab0a7f987113d30affcba5a068d11c8f90fa0223caa3e491ade431ad9751',
  decoder: 'cc9f3cd6698a369c6008b41aa60aa3fb3322e7f03c9bdf19d8e6b7200afca4f3',
  voice: '2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f',
  vocabulary: '34a7b9f7579d40486444590c37cba6564ef40c3dd98ecdfc2f7c886ae72c898d',
};

const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** sherpa-onnx has packages for these platforms; on Linux they need glibc. */
const canHear = (): boolean =>
  ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win-x64'].includes(platform) &&
  (process.platform !== 'linux' || isGlibc());

const isGlibc = (): boolean =>
  (process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header.glibcVersionRuntime !== undefined;

/** Where it is, or will be once the part is installed. */
const placeOf = (file: string): string => fileInPart('speech', file) ?? futureFile('speech', file);
const models = '@usefulsensors/moonshine-js/dist/model/base/quantized';
const runner = 'sherpa-onnx-node/sherpa-onnx.js';

const engineFiles = (): EngineFiles => ({
  encoder: placeOf(`${models}/encoder_model.onnx`),
  decoder: placeOf(`${models}/decoder_model_merged.onnx`),
  voice: placeOf('@ricky0123/vad-web/dist/silero_vad_v5.onnx'),
  vocabulary: placeOf('llama-tokenizer-js/llama-tokenizer.js'),
});

/** Undefined where no package is made for the platform. */
export const findEngine = (): EngineFiles | undefined => (canHear() ? engineFiles() : undefined);

/** The first recording brings the packages along. Rejects with an Error whose first line says why they cannot be had. */
export async function haveEngine(): Promise<void> {
  if ([runner, `sherpa-onnx-${platform}/package.json`].every((file) => fileInPart('speech', file))) return;
  await installPart('speech');
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Rejects when a file is not the one that was tried. */
export async function checkEngine(files: EngineFiles): Promise<void> {
  for (const [name, file] of Object.entries(files) as [keyof EngineFiles, string][]) {
    if ((await digestOf(file)) !== digests[name])
      throw new Error(
        `${file} is not the file that this version was made for. Delete its node_modules: the next recording installs it again.`,
      );
  }
}

/** What the engine process loads. */
export interface EngineModels extends ModelFolder {
  /** Undefined where the folder has a recogniser. */
  embedded?: EngineFiles;
  voice: string;
  /** The module that runs them. */
  runner: string;
}

/** Of the folder, if there is one, with the packages' for what it lacks; undefined where nothing recognises speech. Throws where the folder is no use. */
export function findModels(modelDir: string | undefined): EngineModels | undefined {
  const folder = modelDir === undefined ? {} : readModelFolder(modelDir);
  const files = findEngine();
  const voice = folder.voice ?? files?.voice;
  if (!voice || !canHear() || !(folder.recogniser || files)) return undefined;
  return { ...folder, voice, runner: placeOf(runner), ...(!folder.recogniser && files && { embedded: files }) };
}

/** For answers and the cache. */
export const engineName = ({ recogniser, speakers }: EngineModels): string =>
  (recogniser ? basename(recogniser.folder) : embeddedEngine) + (speakers ? '+speakers' : '');

export const languagesOf = ({ recogniser }: EngineModels): string[] | undefined =>
  recogniser ? recogniser.languages : embeddedLanguages;
