// Describes everything that has an address in a release: pages, documents, pictures. Its bytes are made only if needed.
import type { Artifact } from '#domain/release/artifact.ts';

/** Number of pixels above which decoding takes too much time and memory for a build. */
export const maxPixels = 100e6;

/** Function that warns the creator about a file that could not be made as intended. */
export type Warn = (line: string) => unknown;

/** Document, page or picture, with a function that makes its bytes. */
export interface ReleaseOutput extends Omit<Artifact, 'body'> {
  make: () => Promise<Buffer> | Buffer;
}
