// A file of the release that is neither page nor text: pictures, icons, PDFs. Its bytes are made only when they are needed.
/** A larger picture takes too long to decode, and more memory than a build should. */
export const maxPixels = 100e6;

/** Tells the creator what could not be made as it should. */
export type Warn = (line: string) => unknown;

export interface MadeFile {
  path: string;
  type: string;
  /** RFC 3339 instant. */
  changedAt: string;
  /** Hash of everything that the bytes depend on. */
  inputs: string;
  /** Lies outside the public folder. */
  private?: boolean;
  make: () => Promise<Buffer>;
}

/** Takes a file that was named: every one of them lies where its address says. */
export const fileAtPath = ({ path }: Pick<MadeFile, 'path'>): string => path.slice(1);
