// The embedded engine's files: packages that may be missing on a platform, each checked before it is trusted.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
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

const placeOf = (name: string) => fileURLToPath(import.meta.resolve(name));

/** Throws where the package that runs models is not installed. */
function checkRunner(): void {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  placeOf(`sherpa-onnx-${platform}-${process.arch}/package.json`);
}

/** Undefined where a package is not installed. */
export function findEngine(): EngineFiles | undefined {
  try {
    const speech = placeOf('@usefulsensors/moonshine-js');
    const models = join(dirname(speech), 'model', 'base', 'quantized');
    checkRunner();
    const files = {
      encoder: join(models, 'encoder_model.onnx'),
      decoder: join(models, 'decoder_model_merged.onnx'),
      voice: join(dirname(placeOf('@ricky0123/vad-web')), 'silero_vad_v5.onnx'),
      vocabulary: createRequire(speech).resolve('llama-tokenizer-js'),
    };
    return Object.values(files).every((file) => existsSync(file)) ? files : undefined;
  } catch {
    return undefined;
  }
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
      throw new Error(`${file} is not the file that this version was made for. Install the packages again: npm ci.`);
  }
}

/** What the engine process loads. */
export interface EngineModels extends ModelFolder {
  /** Undefined where the folder has a recogniser. */
  embedded?: EngineFiles;
  voice: string;
}

/** Of the folder, if there is one, with the packages' for what it lacks; undefined where nothing recognises speech. Throws where the folder is no use. */
export function findModels(modelDir: string | undefined): EngineModels | undefined {
  const folder = modelDir === undefined ? {} : readModelFolder(modelDir);
  const files = findEngine();
  const voice = folder.voice ?? files?.voice;
  if (!voice || !(folder.recogniser || files)) return undefined;
  checkRunner();
  return { ...folder, voice, ...(!folder.recogniser && files && { embedded: files }) };
}

/** For answers and the cache. */
export const engineName = ({ recogniser, speakers }: EngineModels): string =>
  (recogniser ? basename(recogniser.folder) : embeddedEngine) + (speakers ? '+speakers' : '');

export const languagesOf = ({ recogniser }: EngineModels): string[] | undefined =>
  recogniser ? recogniser.languages : embeddedLanguages;
