// Chooses among a publisher's transcripts: the best format in the requested language.
import type { TranscriptForm } from '../../content/transcripts/read-transcript.ts';

export interface OfferedTranscript {
  url: string;
  type: string;
  language?: string | undefined;
}

/** Formats from the most to the least informative. */
const forms: [TranscriptForm, RegExp][] = [
  ['vtt', /^text\/vtt/],
  ['json', /json/],
  ['srt', /srt|subrip/],
  ['html', /html/],
  ['text', /^text\/plain/],
];

const rankFormat = (type: string): number => forms.findIndex(([, named]) => named.test(type.toLowerCase()));

/** Returns `en` for `en-GB`. */
export const primarySubtag = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0]!;

const isSameLanguage = (one: string, other: string): boolean => primarySubtag(one) === primarySubtag(other);

/** Returns transcripts in the requested language, best first. `spoken` is the language of those that state none. */
export function chooseTranscripts<T extends OfferedTranscript>(
  offered: T[],
  requested: string | undefined,
  spoken: string | undefined,
): (T & { form: TranscriptForm })[] {
  return offered
    .filter(({ type }) => rankFormat(type) >= 0)
    .filter(({ language = spoken }) => !requested || !language || isSameLanguage(language, requested))
    .sort((one, other) => rankFormat(one.type) - rankFormat(other.type))
    .map((one) => ({ ...one, form: forms[rankFormat(one.type)]![0] }));
}
