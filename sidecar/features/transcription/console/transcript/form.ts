// Reads the form of a transcript: segments in order, with the new names of speakers.
import type { Segment } from '#contract/schemas/transcripts.ts';
import { shortClock } from '#domain/transcripts/clock.ts';
import { formField, type FormValues } from '#sidecar/console/page.ts';
import type { ConsoleTranslate } from '#sidecar/console/messages/messages.ts';

/** Maximum number of segments in the form; longer transcripts are edited as a file. */
export const maxSegments = 5000;
const longest = { speaker: 100, text: 2000 };

const tidy = (text = ''): string => text.replace(/\s+/g, ' ').trim();

/** Returns new names of speakers by old names. */
function renamed({ was = [], named = [] }: FormValues): Map<string, string> {
  return new Map(was.map((old, index) => [tidy(old), tidy(named[index])]));
}

/** Returns the segments of a form, without lines whose text was cleared. */
export function readFormSegments(form: FormValues): Segment[] {
  const { start = [], end = [], speaker = [], text = [] } = form;
  const names = renamed(form);
  return text.flatMap((words, index): Segment[] => {
    const line = tidy(words);
    const label = tidy(speaker[index]);
    const name = names.get(label) ?? label;
    const segment = { start: Number(start[index]), end: Number(end[index]), text: line };
    return line === '' ? [] : [{ ...segment, ...(name && { speaker: name }) }];
  });
}

const isTime = (seconds: number): boolean => Number.isFinite(seconds) && seconds >= 0 && seconds < 1e6;

/** Returns the first problem of the segments of a form; undefined if they can be saved. */
export function findSegmentProblem(segments: Segment[], form: FormValues, t: ConsoleTranslate): string | undefined {
  const lengths = ['start', 'end', 'speaker'].map((name) => form[name]?.length ?? 0);
  if (lengths.some((length) => length !== (form.text?.length ?? 0))) return t('The form was incomplete. Save again.');
  if (segments.length === 0) return t('The transcript has no text. Delete it instead.');
  if (segments.length > maxSegments)
    return t('The transcript has more than {count} lines. Edit its file instead.', { count: maxSegments });
  const wrong = segments.find(({ start, end }) => !isTime(start) || !isTime(end) || end <= start);
  if (wrong) return t('The line “{text}” ends before it begins.', { text: wrong.text.slice(0, 60) });
  const misplaced = segments.find(({ start }, index) => start < (segments[index - 1]?.start ?? 0));
  if (misplaced) return t('The line at {time} begins before the line above it.', { time: shortClock(misplaced.start) });
  const long = segments.find(
    ({ text, speaker = '' }) => text.length > longest.text || speaker.length > longest.speaker,
  );
  if (long)
    return t('The line at {time} is too long. Split it or shorten the speaker’s name.', {
      time: shortClock(long.start),
    });
  return undefined;
}

export type Verb = 'save' | 'approve';
export const readVerb = (form: FormValues): Verb => (formField(form, 'do') === 'approve' ? 'approve' : 'save');
