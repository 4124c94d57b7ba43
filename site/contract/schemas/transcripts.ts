// The wire shapes of transcription: request, transcript and job.
import { type Static, Type } from 'typebox';
import { maxMinutes } from './payment.ts';
import { WebAddress } from './requests.ts';
import { anything, closedObject, Instant, list, oneOf, optional, postFields, text, Uri } from './shape.ts';

const transcriptFormats = ['markdown', 'text', 'vtt', 'srt', 'json'] as const;
export type TranscriptFormat = (typeof transcriptFormats)[number];

const format = 'Form of `transcript`; json is that of the podcast namespace. Default markdown.';

/** @spec-gap transcription-sources */
export const TranscribeRequest = Type.Object(
  {
    sourceUrl: WebAddress('Address of an audio or video file, http or https. At most 2048 characters.'),
    language: optional(
      text('BCP 47 tag of the language that is spoken. Say it if you know it.', {
        pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$',
        maxLength: 35,
      }),
    ),
    format: optional(oneOf([...transcriptFormats], format)),
    maxMinutes: optional(maxMinutes),
  },
  { title: 'TranscribeRequest' },
);
export type TranscribeRequest = Static<typeof TranscribeRequest>;

export const Segment = closedObject({
  start: Type.Number({ minimum: 0, description: 'Seconds from the beginning.' }),
  end: Type.Number({ minimum: 0, description: 'Seconds from the beginning.' }),
  text: text('What is said.'),
  speaker: optional(text('Who says it, where that is known.')),
  confidence: optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'How far the words can be relied on, as the engine estimates it.',
    }),
  ),
});
export type Segment = Static<typeof Segment>;

const languageSources = ['request', 'feed', 'detected', 'assumed'] as const;
const transcriptSources = ['feed', 'cache', 'embedded', 'provider'] as const;

export const Transcript = closedObject(
  {
    ...postFields,
    sourceUrl: text('As asked.'),
    format: oneOf([...transcriptFormats], format),
    transcript: text('The whole text; empty where nothing is said.'),
    language: text('BCP 47 tag; und where it is not known.'),
    languageSource: oneOf([...languageSources], 'How the language is known.'),
    durationSeconds: Type.Number({ minimum: 0, description: 'Length of the recording.' }),
    segments: list(Segment, 'The text in order, with times.'),
    engine: text('What heard it: engine and model; publisher for a transcript of the feed.'),
    source: oneOf(
      [...transcriptSources],
      'feed: the publisher’s own transcript. cache: heard before. embedded, provider: heard now.',
    ),
    warnings: list(
      text(
        'What to know before relying on it. They stand in `transcript`, too; SubRip says at each time what is missing.',
      ),
    ),
    coverage: optional(
      closedObject({
        soundSeconds: Type.Number({ minimum: 0, description: 'As loud as speech.' }),
        heardSeconds: Type.Number({
          minimum: 0,
          description: 'Of these, with words; warnings name the times of the rest.',
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
  statusUrl: Uri('Where the job is asked about. Whoever knows the address may read the result.'),
};

/** Body of the 202 response. */
export const TranscribeAccepted = closedObject(job, { title: 'TranscribeAccepted' });

export const TranscribeJob = closedObject(
  {
    ...job,
    progress: optional(Type.Number({ minimum: 0, maximum: 1, description: 'While it runs: how much is done.' })),
    remainingSeconds: optional(
      Type.Number({ minimum: 0, description: 'While it runs: how long it will still take, about.' }),
    ),
    partial: optional(
      closedObject({
        untilSeconds: Type.Number({ minimum: 0, description: 'The recording is transcribed up to here.' }),
        segments: list(Segment, 'What is said until then.'),
      }),
    ),
    createdAt: Instant('When it was asked for.'),
    result: optional(Transcript),
    error: optional(
      closedObject({
        status: Type.Integer({ description: 'The HTTP status that a caller who waited got.' }),
        message: text('Why it failed, and what to do.'),
        details: optional(anything('Names the field or the reason.')),
      }),
    ),
  },
  { title: 'TranscribeJob' },
);
export type TranscribeJob = Static<typeof TranscribeJob>;

export const TranscribeJobParams = Type.Object({ jobId: text('Id of the job.', { maxLength: 100 }) });
