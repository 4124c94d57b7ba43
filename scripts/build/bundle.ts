// Bundles a program into a folder: `bundle.ts NAME FOLDER`. It runs in its own process, because the bundler keeps
// hundreds of megabytes of memory.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { build, type Plugin } from 'rolldown';
import { root } from '../../sidecar/settings/root.ts';

interface Program {
  entries: string[];
  /** Modules that are not bundled but imported from node_modules at run time. */
  external: RegExp[];
}

/** Files that the sidecar runs in separate processes and threads. */
const workerFiles = 'sidecar/**/*-{process,worker}.ts';

const programs: Record<string, Program> = {
  // Native packages, and packages that read their own files, are not bundled.
  sidecar: {
    entries: ['sidecar/main.ts', workerFiles],
    external: [/^sharp$/, /^pdfmake/, /^fontkit$/, /^sherpa-onnx-node$/, /^pg-native$/, /^multilingual-stemmer$/],
  },
  // Commands for a package, whose npm packages lie next to the program. The last pattern excludes commands that need
  // the source.
  scripts: {
    entries: ['scripts/main.ts', 'scripts/build/warm.ts', 'scripts/{build,init,ingest}/*-worker.ts', workerFiles],
    external: [/^[^.#/]/, /^\.\/(check|test|soak|bench|dev|package)\.ts$/],
  },
};
const [name, dir] = process.argv.slice(2) as [string, string];
const { entries, external } = programs[name]!;

/** All bundled files are in one folder, so that worker paths are relative to it. */
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
    // The browser build parses HTML just as well. The Node build also includes an HTTP client and tables of all
    // encodings.
    alias: { cheerio: join(root, 'node_modules', 'cheerio', 'dist', 'browser', 'index.js') },
  },
  logLevel: 'warn',
  // Comments and white space are removed. Names are preserved for stack traces in the log.
  output: {
    dir,
    entryFileNames: '[name].js',
    minify: { compress: false, mangle: false, codegen: true },
  },
});
