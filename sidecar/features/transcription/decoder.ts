// What a decoder is: it writes a recording as samples, 16 kHz, mono, 16 bits, little endian.
import type { ApiError } from '#contract/errors.ts';
import type { MediaKind } from './media-kind.ts';
import { broken, unfit } from './problem.ts';

interface DecodeTask {
  from: string;
  to: string;
  /** Undefined where the first bytes do not tell. */
  kind: MediaKind | undefined;
  maxSeconds: number;
  stop: AbortSignal;
}

export interface DecodeReport {
  /** As the file itself says, where it does. */
  containerSeconds: number | undefined;
  warnings: string[];
  /** True if the decoder found that the end of the file is missing. */
  isCutShort?: boolean;
}

/** Resolves when `to` is written; what the decoder says against the file is thrown as an ApiError. */
export type Decoder = (task: DecodeTask) => Promise<DecodeReport>;

export const undecodable = (kind: MediaKind | undefined): ApiError =>
  unfit(
    kind
      ? `It begins like ${kind.name}, but no sound can be read from it.`
      : 'It is no audio or video of a known kind.',
  );

export const tooSlow = (timeMs: number): ApiError =>
  broken(`Reading the recording took longer than ${timeMs / 60_000} minutes.`, 'time');
