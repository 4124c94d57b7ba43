// Chooses among a publisher's transcripts: the best format in the requested language.
import type { TranscriptForm } from '../../content/transcripts/read-transcript.ts';

export interface OfferedTranscript {
  url: string;
  type: string;
  language?: string | undefined;
}

/** Formats from the most to the least informative, by media type or file extension. */
const forms: [TranscriptForm, RegExp][] = [
  ['vtt', /vtt/],
  ['json', /json/],
  ['srt', /srt|subrip|sbv/],
  ['ttml', /ttml|dfxp|^(?:application|text)\/xml|^xml$/],
  ['html', /html?\b/],
  ['text', /^text\/plain|^te?xt$/],
];

/** Types that say nothing about the format, so that the file extension decides. */
const vagueTypes = /^(|text\/plain|[a-z]+\/octet-stream)$/;

/** Returns the rank of the format; -1 for a file that is no transcript. */
function rankFormat({ url, type }: OfferedTranscript): number {
  const mediaType = type.toLowerCase().split(';')[0]!.trim();
  const rank = (name: string) => forms.findIndex(([, names]) => names.test(name));
  const extension = /\.(\w+)$/.exec(URL.parse(url)?.pathname.toLowerCase() ?? '')?.[1] ?? '';
  return vagueTypes.test(mediaType) && rank(extension) >= 0 ? rank(extension) : rank(mediaType);
}

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
    .filter((one) => rankFormat(one) >= 0)
    .filter(({ language = spoken }) => !requested || !language || isSameLanguage(language, requested))
    .sort((one, other) => rankFormat(one) - rankFormat(other))
    .map((one) => ({ ...one, form: forms[rankFormat(one)]![0] }));
}
