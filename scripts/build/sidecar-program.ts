// The sidecar as one file, bundled once for each version of its code: to load its 2,500 modules one by one takes longer
// than everything else at a start.
import { createHash } from 'node:crypto';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import { root } from '../settings.ts';
import { compiled } from './compiled.ts';

/** It and the programs that it runs in processes and threads of their own. */
const entries = ['sidecar/main.ts', 'sidecar/**/*-{process,worker}.ts'];
/** What is native, or reads files of its own package. */
const external = [/^sharp$/, /^pdfmake/, /^fontkit$/, /^sherpa-onnx-node$/, /^pg-native$/, /^multilingual-stemmer$/];

/** All that is bundled lies in one folder. */
const besideEachOther: Plugin = {
  name: 'beside-each-other',
  transform: {
    filter: { code: "', import.meta.url)" },
    handler: (code) => code.replace(/'\.\/([\w-]+)\.ts', import\.meta\.url\)/g, "'./$1.js', import.meta.url)"),
  },
};

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** V8 keeps the source, and takes two bytes for each character where a single one is beyond Latin-1. */
const inAscii: Plugin = {
  name: 'in-ascii',
  generateBundle: (_, files) => {
    for (const file of Object.values(files))
      if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escaped);
  },
};

async function bundle(outDir: string): Promise<void> {
  // Loaded when there is something to bundle.
  const { build } = await import('rolldown');
  await build({
    input: globSync(entries, { cwd: root }),
    cwd: root,
    platform: 'node',
    external,
    plugins: [besideEachOther, inAscii],
    // Packages that have both forms: the other one loads its parts by names that only its author's bundler follows.
    resolve: { mainFields: ['module', 'main'] },
    logLevel: 'warn',
    // Without comments and white space; names stay, for the log.
    output: { dir: outDir, entryFileNames: '[name].js', minify: { compress: false, mangle: false, codegen: true } },
  });
}

/** Sizes and times tell a version as well as digests do, and sooner. */
function versionOfCode(): string {
  const hash = createHash('sha256');
  for (const path of globSync(['{site,sidecar}/**/*.ts', 'package-lock.json', 'scripts/build/sidecar-program.ts'], {
    cwd: root,
  }).sort()) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** Gives the file that Node runs. */
export const sidecarProgram = async (): Promise<string> =>
  join(await compiled('sidecar', versionOfCode(), bundle), 'main.js');
