// Reads the typefaces from their packages; opened once for all builds of the process.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { env } from 'node:process';
import { openFaces } from '#domain/pdf/faces.ts';
import type { Fontkit } from '#domain/pdf/open-fonts.ts';
import { programFile } from '../program.ts';

/** Where large faces are installed once a room needs them; a room that is offline does without. */
const letters = join(env.CACHE_DIR || programFile('../.cache'), 'parts', 'letters', '_');

function readFontFile(file: string): Buffer | undefined {
  for (const place of [programFile('_'), letters])
    try {
      return readFileSync(createRequire(place).resolve(file));
    } catch {
      // Looked for in the next place.
    }
  return undefined;
}

export const faces = openFaces(readFontFile, createRequire(programFile('_'))('fontkit') as Fontkit);
