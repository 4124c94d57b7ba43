// Where the program's own files lie, also when this code was compiled to another folder.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(fileURLToPath(import.meta.resolve('#package.json')));
