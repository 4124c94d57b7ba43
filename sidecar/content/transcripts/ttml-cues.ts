// Reads captions in TTML, also known as DFXP, SMPTE-TT, EBU-TT and IMSC.
import { readClock } from '#domain/transcripts/clock.ts';
import type { Cue } from './cues.ts';

export const isTtml = (text: string): boolean =>
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).)*-->\s*)?<(?:\w+:)?tt[\s>]/s.test(text.slice(0, 10_000));

const metric: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 0.001 };

/** Frames and ticks in a second. */
type Rates = Record<'f' | 't', number>;

/** Reads a time (TTML2 §12.3.1): 00:00:01.5, 00:00:01:12 with frames, 1.5s, 1500ms, or 90t. */
function readTtmlTime(text = '', rates: Rates): number | undefined {
  const [, count, unit] = /^(\d+(?:\.\d+)?)(h|m|s|ms|f|t)$/.exec(text.trim()) ?? [];
  if (unit) return unit in rates ? Number(count) / rates[unit as keyof Rates] : Number(count) * metric[unit]!;
  const [, clock = '', frame = '0'] = /^(\d+:\d+:\d+(?:\.\d+)?)(?::(\d+))?$/.exec(text.trim()) ?? [];
  const seconds = readClock(clock);
  return seconds === undefined ? undefined : seconds + Number(frame) / rates.f;
}

export async function readTtmlCues(text: string): Promise<Cue[]> {
  // Cheerio is loaded on first use, since few rooms need it.
  const { load } = await import('cheerio/slim');
  const $ = load(text.replace(/<(\/?)(?:tt|ttm|ttml|ns\d):/g, '<$1'), { xml: true });
  const root = $('tt');
  const rates: Rates = { f: Number(root.attr('ttp:frameRate')) || 30, t: Number(root.attr('ttp:tickRate')) || 1 };
  const names = new Map(
    $('agent')
      .toArray()
      .map((agent) => [$(agent).attr('xml:id'), $(agent).text().trim()]),
  );
  $('metadata').remove();
  $('br').replaceWith('\n');
  let last = 0;
  return $('p')
    .toArray()
    .flatMap((paragraph): Cue[] => {
      const timed = $(paragraph).attr('begin') ? $(paragraph) : $(paragraph).find('[begin]').first();
      const read = (name: string) => readTtmlTime(timed.attr(name), rates);
      const offset = $(paragraph)
        .parents('[begin]')
        .toArray()
        .reduce((sum, one) => sum + (readTtmlTime($(one).attr('begin'), rates) ?? 0), 0);
      // Times of a paragraph count from the begin of the elements around it.
      const start = read('begin') ?? last - offset;
      const end = read('end') ?? start + (read('dur') ?? 0);
      last = offset + Math.max(start, end);
      const speaker = names.get($(paragraph).closest('[ttm\\:agent]').attr('ttm:agent'));
      const lines = $(paragraph).text().split('\n');
      return [{ start: offset + start, end: offset + end, lines, ...(speaker && { speaker }) }];
    });
}
