// Reads the typefaces from their packages; opened once for all builds of the process.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openFaces } from '#domain/pdf/faces.ts';

export const faces = openFaces((file) => readFileSync(fileURLToPath(import.meta.resolve(file))));
