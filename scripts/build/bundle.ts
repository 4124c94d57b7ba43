// Bundles a program into a folder: `bundle.ts NAME FOLDER`. A process of its own: the bundler leaves hundreds of megabytes behind.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { build, type Plugin } from 'rolldown';
import { root } from '../../sidecar/settings/root.ts';

interface Program {
  entries: string[];
  /** Not bundled: imported at run time from node_modules. */
  external: RegExp[];
}

/** What the sidecar runs in processes and threads of their own. */
const workerFiles = 'sidecar/**/*-{process,worker}.ts';

const programs: Record<string, Program> = {
  // Native packages, and packages that read their own files, are not bundled.
  sidecar: {
    entries: ['sidecar/main.ts', workerFiles],
    external: [/^sharp$/, /^pdfmake/, /^fontkit$/, /^sherpa-onnx-node$/, /^pg-native$/, /^multilingual-stemmer$/],
  },
  // Commands for a package, in which packages of npm lie beside the program; the last ones need the source.
  scripts: {
    entries: [
      'scripts/main.ts',
      'scripts/build/warm.ts',
      'scripts/serve/prepare-process.ts',
      'scripts/{build,init,ingest}/*-worker.ts',
      workerFiles,
    ],
    external: [/^[^.#/]/, /^\.\/(check|test|soak|bench|dev|package)\.ts$/],
  },
};
const [name, dir] = process.argv.slice(2) as [string, string];
const { entries, external } = programs[name]!;

/** All bundled files are in one folder. */
const resolveWorkersInOneFolder: Plugin = {
  name: 'beside-each-other',
  transform: {
    filter: { code: "', import.meta.url)" },
    handler: (code) => code.replace(/'\.\/([\w-]+)\.ts', import\.meta\.url\)/g, "'./$1.js', import.meta.url)"),
  },
};

const escapeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** V8 keeps the source in memory and stores it as two bytes per character if it contains anything beyond Latin-1. */
const escapeNonAscii: Plugin = {
  name: 'in-ascii',
  generateBundle: (_, files) => {
    for (const file of Object.values(files))
      if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escapeCharacter);
  },
};

await build({
  input: globSync(entries, { cwd: root }),
  cwd: root,
  platform: 'node',
  external,
  plugins: [resolveWorkersInOneFolder, escapeNonAscii],
  resolve: {
    // ES modules first: the UMD form of some packages calls `require` in a way that bundlers cannot follow.
    mainFields: ['module', 'main'],
    // The browser build parses HTML just as well; the one for Node also includes an HTTP client and tables of all encodings.
    alias: { cheerio: join(root, 'node_modules', 'cheerio', 'dist', 'browser', 'index.js') },
  },
  logLevel: 'warn',
  // Without comments and white space; names stay, for the log.
  output: {
    dir,
    entryFileNames: '[name].js',
    minify: { compress: false, mangle: false, codegen: true },
  },
});
