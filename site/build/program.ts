// Where the program's own files lie, wherever this code was compiled to.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const site = fileURLToPath(new URL('.', import.meta.resolve('#site/index')));

/** `path` is relative to site/. */
export const programFile = (path: string): string => join(site, path);
