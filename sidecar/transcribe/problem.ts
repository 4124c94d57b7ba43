// Why a transcription came to nothing, in the words that the caller reads.
import { ApiError, type ErrorDetails, type ErrorKind } from '#contract/errors.ts';

/** The source, or the language, cannot be transcribed here: 400. */
export const unfit = (message: string, details: ErrorDetails = { field: 'sourceUrl' }): ApiError =>
  new ApiError('bad_request', message, details);

export const cancelled = (): ApiError => unfit('The transcription was cancelled.', { reason: 'cancelled' });

/** Network or engine failed: 500. */
export const broken = (message: string, reason: 'network' | 'engine' | 'time' | 'stopped'): ApiError =>
  new ApiError('internal_error', message, { reason });

export interface KeptProblem {
  kind: ErrorKind;
  message: string;
  details?: ErrorDetails | undefined;
}

export const toKept = ({ kind, message, details }: ApiError): KeptProblem => ({ kind, message, details });
