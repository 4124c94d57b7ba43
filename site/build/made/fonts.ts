// Reads the typefaces from their packages, once for all builds of the process.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { env } from 'node:process';
import { openFaces } from '#domain/pdf/faces.ts';
import type { Fontkit } from '#domain/pdf/open-fonts.ts';
import { programFile } from '../program.ts';

/** Folder in which the large fonts are installed when a room needs them. A room that is offline omits them. */
const letters = join(env.CACHE_DIR || programFile('../.cache'), 'parts', 'letters', '_');

function readFontFile(file: string): Buffer | undefined {
  for (const place of [programFile('_'), letters])
    try {
      return readFileSync(createRequire(place).resolve(file));
    } catch {
      // The next folder is tried.
    }
  return undefined;
}

export const faces = openFaces(readFontFile, createRequire(programFile('_'))('fontkit') as Fontkit);
