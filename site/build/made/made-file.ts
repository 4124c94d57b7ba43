// Describes files of a release that are neither pages nor texts: pictures, icons, PDFs. Their bytes are made only if
// needed.
/** Number of pixels above which decoding takes too much time and memory for a build. */
export const maxPixels = 100e6;

/** Function that warns the creator about a file that could not be made as intended. */
export type Warn = (line: string) => unknown;

export interface MadeFile {
  path: string;
  type: string;
  /** RFC 3339 timestamp of the last change. */
  changedAt: string;
  /** Hash of everything that the bytes depend on. */
  inputs: string;
  /** True if the file is outside the public folder. */
  private?: boolean;
  make: () => Promise<Buffer>;
}

/** Returns the file name of an address, which is the address without its first slash. */
export const fileAtPath = ({ path }: Pick<MadeFile, 'path'>): string => path.slice(1);
