// The interface of decoders, which write a recording as samples: 16 kHz, mono, 16 bits, little endian.
import type { ApiError } from '#contract/errors.ts';
import type { MediaKind } from './media-kind.ts';
import { transcriptionError, unsuitableError } from './errors.ts';

interface DecodeTask {
  from: string;
  to: string;
  /** Undefined if the first bytes do not identify the kind. */
  kind: MediaKind | undefined;
  maxSeconds: number;
  stop: AbortSignal;
}

export interface DecodeReport {
  /** Length that the container states. */
  containerSeconds: number | undefined;
  warnings: string[];
  /** True if the decoder found that the end of the file is missing. */
  isCutShort?: boolean;
}

/** Resolves when `to` is written. Rejects with an ApiError if the file cannot be decoded. */
export type Decoder = (task: DecodeTask) => Promise<DecodeReport>;

export const undecodableError = (kind: MediaKind | undefined): ApiError =>
  unsuitableError(
    kind
      ? `The file looks like ${kind.name}, but no sound can be read from it.`
      : 'The file is not audio or video of a supported kind.',
  );

export const decodeTimeoutError = (timeMs: number): ApiError =>
  transcriptionError(`Decoding the recording took longer than ${timeMs / 60_000} minutes.`, 'time');
