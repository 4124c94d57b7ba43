// Which of a publisher's transcripts is read: the best form, in the language that was asked for.
import type { TranscriptForm } from '../../content/transcripts/read-transcript.ts';

export interface OfferedTranscript {
  url: string;
  type: string;
  language?: string | undefined;
}

/** From the form that says most to the one that says least. */
const forms: [TranscriptForm, RegExp][] = [
  ['vtt', /^text\/vtt/],
  ['json', /json/],
  ['srt', /srt|subrip/],
  ['html', /html/],
  ['text', /^text\/plain/],
];

const formOf = (type: string): number => forms.findIndex(([, named]) => named.test(type.toLowerCase()));

/** `en-GB` as `en`. */
export const primaryLanguage = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0]!;

const isSameLanguage = (one: string, other: string): boolean => primaryLanguage(one) === primaryLanguage(other);

/** Best first; none of another language than asked. `spoken` is the language of those that do not say theirs. */
export function chooseTranscripts<T extends OfferedTranscript>(
  offered: T[],
  asked: string | undefined,
  spoken: string | undefined,
): (T & { form: TranscriptForm })[] {
  return offered
    .filter(({ type }) => formOf(type) >= 0)
    .filter(({ language = spoken }) => !asked || !language || isSameLanguage(language, asked))
    .sort((one, other) => formOf(one.type) - formOf(other.type))
    .map((one) => ({ ...one, form: forms[formOf(one.type)]![0] }));
}
