// Ranges of samples: merged, padded, and split where it is quiet.
import { sampleRate } from './engine-messages.ts';
import { createLevelMeter, findQuietCuts } from './quiet-cuts.ts';

/** First sample of a range, and the one after its last. */
export interface SampleSpan {
  from: number;
  to: number;
}

export const toSamples = (seconds: number): number => Math.round(seconds * sampleRate);
export const toSeconds = (samples: number): number => Math.round((samples / sampleRate) * 100) / 100;
export const totalLength = (spans: SampleSpan[]): number => spans.reduce((sum, { from, to }) => sum + to - from, 0);

/** Merges spans across gaps shorter than `gap`, unless the result would be longer than `longest`. */
export function mergeSpans(spans: SampleSpan[], gap: number, longest = Infinity): SampleSpan[] {
  const mergedSpans: SampleSpan[] = [];
  for (const { from, to } of spans) {
    const open = mergedSpans.at(-1);
    if (open && from - open.to < gap && to - open.from <= longest) open.to = Math.max(open.to, to);
    else mergedSpans.push({ from, to });
  }
  return mergedSpans;
}

/** Widens spans on both sides; neighbours share the gap between them. */
export function padSpans(spans: SampleSpan[], pad: number, end: number): SampleSpan[] {
  return spans.map(({ from, to }, index) => {
    const before = spans[index - 1];
    const next = spans[index + 1];
    return {
      from: Math.max(0, from - pad, before ? (before.to + from) >> 1 : 0),
      to: Math.min(end, to + pad, next ? (to + next.from) >> 1 : end),
    };
  });
}

/** Returns the parts of `spans` that no span of `others` covers. Both lists are sorted. */
export function subtractSpans(spans: SampleSpan[], others: SampleSpan[]): SampleSpan[] {
  return spans.flatMap((span) => {
    const remainingSpans: SampleSpan[] = [];
    let { from } = span;
    for (const other of others) {
      if (other.to <= from || other.from >= span.to) continue;
      if (other.from > from) remainingSpans.push({ from, to: other.from });
      from = Math.max(from, other.to);
    }
    return from < span.to ? [...remainingSpans, { from, to: span.to }] : remainingSpans;
  });
}

/** Splits a span at pauses into spans of at most `seconds`. */
export function splitSpan(samples: Float32Array, { from, to }: SampleSpan, seconds: number): SampleSpan[] {
  const meter = createLevelMeter(sampleRate);
  meter.push(samples.subarray(from, to));
  const cuts = findQuietCuts(meter.end(), seconds).map((at) => Math.min(to, from + toSamples(at)));
  const edges = [from, ...cuts, to];
  return edges.slice(1).map((end, index) => ({ from: edges[index]!, to: end }));
}
