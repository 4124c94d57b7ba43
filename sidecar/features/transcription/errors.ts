// Errors of transcription, with messages for the client.
import { ApiError, type ErrorDetails, type ErrorKind } from '#contract/errors.ts';

/** Tolerance for lengths that feeds and containers round, and for a jingle. */
const graceSeconds = 30;

/** Converts minutes to seconds with tolerance; undefined if only the limit of the room applies. */
export const toLimitSeconds = (maxMinutes: number | null | undefined): number | undefined =>
  maxMinutes ? maxMinutes * 60 + graceSeconds : undefined;

/** Throws if the recording is longer than `maxSeconds`. `whole` is its full length if only a part was read. */
export function assertLength(seconds: number, maxSeconds: number | undefined, whole = seconds): void {
  if (maxSeconds === undefined || seconds <= maxSeconds) return;
  const minutes = Math.floor(maxSeconds / 60);
  throw unsuitableError(`The recording is longer than ${minutes} minutes.`, {
    field: 'sourceUrl',
    maximumMinutes: minutes,
    // If one extra second was read, the full length is unknown.
    ...(whole > maxSeconds + 1 && { durationMinutes: Math.ceil(whole / 60) }),
  });
}

/** Returns a 400 for a source or language that cannot be transcribed. */
export const unsuitableError = (message: string, details: ErrorDetails = { field: 'sourceUrl' }): ApiError =>
  new ApiError('bad_request', message, details);

export const cancelledError = (): ApiError =>
  unsuitableError('The transcription was cancelled.', { reason: 'cancelled' });

/** The speech is in none of the languages of the engine. */
export class ForeignSpeechError extends Error {}

const languageName = new Intl.DisplayNames('en', { type: 'language' });

export const foreignSpeechProblem = (languages: string[]): ApiError =>
  unsuitableError(
    `The speech is not ${languages.map((tag) => languageName.of(tag)).join(' or ')}, or it is not intelligible. ` +
      'For other languages the creator can configure a transcription service (TRANSCRIBE_API_URL).',
    { reason: 'unsupported_language', languages },
  );

/** Returns a 500 for a failure of the network or the engine. */
export const transcriptionError = (message: string, reason: 'network' | 'engine' | 'time' | 'stopped'): ApiError =>
  new ApiError('internal_error', message, { reason });

export interface StoredError {
  kind: ErrorKind;
  message: string;
  details?: ErrorDetails | undefined;
}

export const toStoredError = ({ kind, message, details }: ApiError): StoredError => ({ kind, message, details });
