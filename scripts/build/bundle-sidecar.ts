// Bundles the sidecar into the folder of its argument. A process of its own: the bundler leaves hundreds of megabytes behind.
import { globSync } from 'node:fs';
import process from 'node:process';
import { build, type Plugin } from 'rolldown';
import { root } from '../../sidecar/root.ts';

/** The sidecar, and the programs it runs in separate processes and threads. */
const entries = ['sidecar/main.ts', 'sidecar/**/*-{process,worker}.ts'];
/** Native packages, and packages that read their own files. */
const external = [/^sharp$/, /^pdfmake/, /^fontkit$/, /^sherpa-onnx-node$/, /^pg-native$/, /^multilingual-stemmer$/];

/** All bundled files are in one folder. */
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

await build({
  input: globSync(entries, { cwd: root }),
  cwd: root,
  platform: 'node',
  external,
  plugins: [besideEachOther, inAscii],
  // ES modules first: the UMD form of some packages calls `require` in a way that bundlers cannot follow.
  resolve: { mainFields: ['module', 'main'] },
  logLevel: 'warn',
  // Without comments and white space; names stay, for the log.
  output: {
    dir: process.argv[2]!,
    entryFileNames: '[name].js',
    minify: { compress: false, mangle: false, codegen: true },
  },
});
