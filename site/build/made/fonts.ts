// Reads the typefaces from their packages, once for all builds of the process.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { env } from 'node:process';
import { openFaces } from '#domain/pdf/faces.ts';
import type { Fontkit } from '#domain/pdf/open-fonts.ts';
import { programFile } from '../program.ts';

/** Resolves packages from the folder of the large fonts, which are installed when a room needs them. */
const largeFontsOrigin = join(env.CACHE_DIR || programFile('../.cache'), 'parts', 'letters', '_');

function readFontFile(file: string): Buffer | undefined {
  for (const origin of [programFile('_'), largeFontsOrigin])
    try {
      return readFileSync(createRequire(origin).resolve(file));
    } catch {
      // Try the next folder.
    }
  return undefined;
}

export const faces = openFaces(readFontFile, createRequire(programFile('_'))('fontkit') as Fontkit);
