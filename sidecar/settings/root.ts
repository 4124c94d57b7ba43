// Paths of the program's files, also when this code was compiled to another folder.
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(fileURLToPath(import.meta.resolve('#package.json')));

/** A published package contains compiled code, because Node runs no TypeScript below node_modules. */
export const isCompiled = !existsSync(join(root, 'scripts', 'main.ts'));

/** Returns the path that Node runs for a file of scripts/. */
export const scriptPath = (source: string): string =>
  isCompiled ? join(root, 'compiled', 'scripts', `${basename(source, '.ts')}.js`) : join(root, source);
