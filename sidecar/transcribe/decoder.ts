// What a decoder is: it writes a recording as samples, 16 kHz, mono, 16 bits, little endian.
import type { ApiError } from '#contract/errors.ts';
import type { MediaKind } from './media-kind.ts';
import { unfit } from './problem.ts';

interface DecodeTask {
  from: string;
  to: string;
  kind: MediaKind;
  maxSeconds: number;
  stop: AbortSignal;
}

/** Resolves when `to` is written; what the decoder says against the file is thrown as an ApiError. */
export type Decoder = (task: DecodeTask) => Promise<void>;

export const undecodable = (kind: MediaKind): ApiError =>
  unfit(`It begins like ${kind.name}, but no sound can be read from it.`);
