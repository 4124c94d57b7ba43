// Why a transcription came to nothing, in the words that the caller reads.
import { ApiError, type ErrorDetails, type ErrorKind } from '#contract/errors.ts';

/** The source, or the language, cannot be transcribed here: 400. */
export const unfit = (message: string, details: ErrorDetails = { field: 'sourceUrl' }): ApiError =>
  new ApiError('bad_request', message, details);

export const cancelled = (): ApiError => unfit('The transcription was cancelled.', { reason: 'cancelled' });

/** The engine found out that what is said is in none of its languages. */
export class UnheardLanguage extends Error {}

const languageName = new Intl.DisplayNames('en', { type: 'language' });

export const foreign = (languages: string[]): ApiError =>
  unfit(
    `What is said in the recording is not ${languages.map((tag) => languageName.of(tag)).join(' or ')}, or cannot be understood. ` +
      'The creator can set up a service for other languages with TRANSCRIBE_API_URL.',
    { reason: 'unsupported_language', languages },
  );

/** Network or engine failed: 500. */
export const broken = (message: string, reason: 'network' | 'engine' | 'time' | 'stopped'): ApiError =>
  new ApiError('internal_error', message, { reason });

export interface KeptProblem {
  kind: ErrorKind;
  message: string;
  details?: ErrorDetails | undefined;
}

export const toKept = ({ kind, message, details }: ApiError): KeptProblem => ({ kind, message, details });
