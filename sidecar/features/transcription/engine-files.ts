// Files of the embedded engine. Their packages are installed for the first recording, and verified before use.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { findPackageFile, packageFilePath, installOptionalPackage } from '../../jobs/optional-packages.ts';
import { type ModelFolder, readModelFolder } from './model-folder.ts';

export const embeddedEngine = 'moonshine-base';
export const embeddedLanguages = ['en'];

export interface EngineFiles {
  encoder: string;
  decoder: string;
  voice: string;
  /** Module with the vocabulary. */
  vocabulary: string;
}

/** SHA-256 of files in moonshine-js 0.1.10, vad-web 0.0.22 (Silero) and llama-tokenizer-js 1.2.2, all MIT. */
const digests: Record<keyof EngineFiles, string> = {
  encoder: '1dd9ab0a7f987113d30affcba5a068d11c8f90fa0223caa3e491ade431ad9751',
  decoder: 'cc9f3cd6698a369c6008b41aa60aa3fb3322e7f03c9bdf19d8e6b7200afca4f3',
  voice: '2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f',
  vocabulary: '34a7b9f7579d40486444590c37cba6564ef40c3dd98ecdfc2f7c886ae72c898d',
};

const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** Returns true on platforms with a package of sherpa-onnx; on Linux it needs glibc. */
const canHear = (): boolean =>
  ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win-x64'].includes(platform) &&
  (process.platform !== 'linux' || isGlibc());

const isGlibc = (): boolean =>
  (process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header.glibcVersionRuntime !== undefined;

/** Returns the path of a file, or the path it will have once the packages are installed. */
const placeOf = (file: string): string => findPackageFile('speech', file) ?? packageFilePath('speech', file);
const models = '@usefulsensors/moonshine-js/dist/model/base/quantized';
const runner = 'sherpa-onnx-node/sherpa-onnx.js';

const engineFiles = (): EngineFiles => ({
  encoder: placeOf(`${models}/encoder_model.onnx`),
  decoder: placeOf(`${models}/decoder_model_merged.onnx`),
  voice: placeOf('@ricky0123/vad-web/dist/silero_vad_v5.onnx'),
  vocabulary: placeOf('llama-tokenizer-js/llama-tokenizer.js'),
});

/** Returns the files of the engine; undefined if there is no package for the platform. */
export const findEngineFiles = (): EngineFiles | undefined => (canHear() ? engineFiles() : undefined);

/** Installs the packages if they are missing. Rejects with an Error whose first line gives the reason. */
export async function installEngine(): Promise<void> {
  if ([runner, `sherpa-onnx-${platform}/package.json`].every((file) => findPackageFile('speech', file))) return;
  await installOptionalPackage('speech');
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Rejects if a file is not the tested one. */
export async function verifyEngineFiles(files: EngineFiles): Promise<void> {
  for (const [name, file] of Object.entries(files) as [keyof EngineFiles, string][]) {
    if ((await hashFile(file)) !== digests[name])
      throw new Error(
        `${file} is not the file that this version was made for. Delete its node_modules: the next recording installs it again.`,
      );
  }
}

/** Models that the engine process loads. */
export interface EngineModels extends ModelFolder {
  /** Undefined if the folder has a recogniser. */
  embedded?: EngineFiles;
  voice: string;
  /** Module that runs the models. */
  runner: string;
}

/**
 * Returns the models of the folder, completed with those of the packages; undefined if there is no recogniser.
 * Throws if the folder has no known model.
 */
export function findModels(modelDir: string | undefined): EngineModels | undefined {
  const folder = modelDir === undefined ? {} : readModelFolder(modelDir);
  const files = findEngineFiles();
  const voice = folder.voice ?? files?.voice;
  if (!voice || !canHear() || !(folder.recogniser || files)) return undefined;
  return { ...folder, voice, runner: placeOf(runner), ...(!folder.recogniser && files && { embedded: files }) };
}

/** Returns the name of the engine in responses and the cache. */
export const engineName = ({ recogniser, speakers }: EngineModels): string =>
  (recogniser ? basename(recogniser.folder) : embeddedEngine) + (speakers ? '+speakers' : '');

export const engineLanguages = ({ recogniser }: EngineModels): string[] | undefined =>
  recogniser ? recogniser.languages : embeddedLanguages;
