// The wire shapes of transcription: request, transcript and job.
import { type Static, Type } from 'typebox';
import { maxToolTokens } from '../limits.ts';
import { maxMinutes } from './payment.ts';
import { WebAddress } from './requests.ts';
import { anything, closedObject, Instant, list, oneOf, optional, postFields, text, Uri } from './shape.ts';

const transcriptFormats = ['markdown', 'text', 'vtt', 'srt', 'json'] as const;
export type TranscriptFormat = (typeof transcriptFormats)[number];

const format = 'Format of `transcript`; json follows the podcast namespace. Default markdown.';

/** Parameters of a transcript in pages. */
const pageFields = {
  maxTokens: optional(
    Type.Integer({ minimum: 100, maximum: maxToolTokens, description: 'Maximum size of a page in tokens.' }),
  ),
  cursor: optional(text('nextCursor of the previous page.', { pattern: '^\\d{1,9}$' })),
};
export const TranscriptPageQuery = Type.Object(pageFields);
export type TranscriptPageQuery = Static<typeof TranscriptPageQuery>;

/** @spec-gap transcription-sources */
export const TranscribeRequest = Type.Object(
  {
    sourceUrl: WebAddress('Address of an audio or video file. At most 2048 characters.'),
    language: optional(
      text('BCP 47 tag of the spoken language.', {
        pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$',
        maxLength: 35,
      }),
    ),
    format: optional(oneOf([...transcriptFormats], format)),
    maxMinutes: optional(maxMinutes),
    ...pageFields,
  },
  { title: 'TranscribeRequest' },
);
export type TranscribeRequest = Static<typeof TranscribeRequest>;

export const Segment = closedObject({
  start: Type.Number({ minimum: 0, description: 'Seconds from the beginning.' }),
  end: Type.Number({ minimum: 0, description: 'Seconds from the beginning.' }),
  text: text('Spoken text.'),
  speaker: optional(text('Speaker, if known.')),
  confidence: optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Confidence estimated by the engine.',
    }),
  ),
});
export type Segment = Static<typeof Segment>;

const languageSources = ['request', 'feed', 'detected', 'assumed'] as const;
const transcriptSources = ['feed', 'cache', 'embedded', 'provider'] as const;

export const Transcript = closedObject(
  {
    ...postFields,
    sourceUrl: text('Same as in the request.'),
    format: oneOf([...transcriptFormats], format),
    transcript: text('The text, or a page of it; empty if there is no speech.'),
    nextCursor: optional(text('cursor for the next page.')),
    language: text('BCP 47 tag; und if unknown.'),
    languageSource: oneOf([...languageSources], 'Source of the language.'),
    durationSeconds: Type.Number({ minimum: 0, description: 'Length of the recording.' }),
    segments: list(Segment, 'The text in order, with times.'),
    engine: text('Engine and model; publisher for a transcript of the feed.'),
    source: oneOf(
      [...transcriptSources],
      'feed: publisher’s transcript. cache: earlier transcription. embedded, provider: new transcription.',
    ),
    warnings: list(text('Known limitation. WebVTT has them as notes; SubRip marks missing parts.')),
    coverage: optional(
      closedObject({
        soundSeconds: Type.Number({ minimum: 0, description: 'Seconds as loud as speech.' }),
        heardSeconds: Type.Number({
          minimum: 0,
          description: 'Seconds of those with recognised words; warnings list the times of the rest.',
        }),
      }),
    ),
  },
  { title: 'Transcript' },
);
export type Transcript = Static<typeof Transcript>;

const transcribeStates = ['queued', 'running', 'done', 'failed'] as const;
export type TranscribeState = (typeof transcribeStates)[number];

const job = {
  jobId: text('Id of the job.'),
  status: oneOf([...transcribeStates], 'queued, running, done or failed.'),
  statusUrl: Uri('Address of the job. Everybody who knows it can read the result.'),
};

/** Body of the 202 response. */
export const TranscribeAccepted = closedObject(job, { title: 'TranscribeAccepted' });

export const TranscribeJob = closedObject(
  {
    ...job,
    progress: optional(Type.Number({ minimum: 0, maximum: 1, description: 'Completed share of a running job.' })),
    remainingSeconds: optional(Type.Number({ minimum: 0, description: 'Estimated remaining time of a running job.' })),
    partial: optional(
      closedObject({
        untilSeconds: Type.Number({ minimum: 0, description: 'End of the transcribed part.' }),
        segments: list(Segment, 'Segments of the transcribed part.'),
      }),
    ),
    createdAt: Instant('Creation time of the job.'),
    result: optional(Transcript),
    error: optional(
      closedObject({
        status: Type.Integer({ description: 'HTTP status of the error.' }),
        message: text('What happened and what to do.'),
        details: optional(anything('Field or reason.')),
      }),
    ),
  },
  { title: 'TranscribeJob' },
);
export type TranscribeJob = Static<typeof TranscribeJob>;

export const TranscribeJobParams = Type.Object({ jobId: text('Id of the job.', { maxLength: 100 }) });
