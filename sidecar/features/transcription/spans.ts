// Stretches of sound in samples: joined, widened, cut where it is quiet.
import { sampleRate } from './engine-messages.ts';
import { levelMeter, quietCuts } from './quiet-cuts.ts';

/** In samples. */
export interface Span {
  from: number;
  to: number;
}

export const samplesIn = (seconds: number): number => Math.round(seconds * sampleRate);
export const secondsOf = (samples: number): number => Math.round((samples / sampleRate) * 100) / 100;
export const lengthOf = (spans: Span[]): number => spans.reduce((sum, { from, to }) => sum + to - from, 0);

/** Over a shorter gap they are one, as long as the whole is not too long. */
export function joinSpans(spans: Span[], gap: number, longest = Infinity): Span[] {
  const joined: Span[] = [];
  for (const { from, to } of spans) {
    const open = joined.at(-1);
    if (open && from - open.to < gap && to - open.from <= longest) open.to = Math.max(open.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** Wider on both sides; neighbours share what lies between them. */
export function padSpans(spans: Span[], pad: number, end: number): Span[] {
  return spans.map(({ from, to }, index) => {
    const before = spans[index - 1];
    const next = spans[index + 1];
    return {
      from: Math.max(0, from - pad, before ? (before.to + from) >> 1 : 0),
      to: Math.min(end, to + pad, next ? (to + next.from) >> 1 : end),
    };
  });
}

/** What is in `spans` and in none of `others`; both are in order. */
export function withoutSpans(spans: Span[], others: Span[]): Span[] {
  return spans.flatMap((span) => {
    const left: Span[] = [];
    let { from } = span;
    for (const other of others) {
      if (other.to <= from || other.from >= span.to) continue;
      if (other.from > from) left.push({ from, to: other.from });
      from = Math.max(from, other.to);
    }
    return from < span.to ? [...left, { from, to: span.to }] : left;
  });
}

/** In pieces of at most `seconds`, cut at their quietest moments. */
export function cutSpan(samples: Float32Array, { from, to }: Span, seconds: number): Span[] {
  const meter = levelMeter(sampleRate);
  meter.push(samples.subarray(from, to));
  const cuts = quietCuts(meter.end(), seconds).map((at) => Math.min(to, from + samplesIn(at)));
  const edges = [from, ...cuts, to];
  return edges.slice(1).map((end, index) => ({ from: edges[index]!, to: end }));
}
