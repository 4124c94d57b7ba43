// Where the program's own files lie, also when this code was compiled to another folder.
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(fileURLToPath(import.meta.resolve('#package.json')));

/** A package brings compiled code in the place of the source, because Node runs no TypeScript below node_modules. */
export const isCompiled = !existsSync(join(root, 'scripts', 'main.ts'));

/** What Node runs for a file of scripts/. */
export const scriptPath = (source: string): string =>
  isCompiled ? join(root, 'compiled', 'scripts', `${basename(source, '.ts')}.js`) : join(root, source);
