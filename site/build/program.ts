// Locates files of the program, independent of the folder that this code was compiled to.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const site = fileURLToPath(new URL('.', import.meta.resolve('#site/index')));

/** Returns the absolute path of a file in site/. */
export const programFile = (path: string): string => join(site, path);
