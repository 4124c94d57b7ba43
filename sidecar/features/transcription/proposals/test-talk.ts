// An invented conversation for tests: about tide gauges, then, after a pause, about sourdough.
import type { Segment } from '#contract/schemas/transcripts.ts';

const tides = [
  'The tide gauge in the harbour writes down the height of the water every minute.',
  'A float in the gauge follows the water, and a pen follows the float.',
  'Storms leave a mark in the harbour that the gauge keeps for a hundred years.',
  'We read the height of the tide by hand until the lighthouse had electric light.',
  'Sailors trusted the gauge in the lighthouse more than any table of tides.',
  'When the harbour froze, the float stood still and the gauge wrote a straight line.',
  'A straight line of the tide means that somebody has to climb down to the water.',
  'The lighthouse keeper read the gauge twice a day, also in the storm.',
];
const bread = [
  'My sourdough starter lives on rye flour, and I feed the starter each morning.',
  'Bread from a tired starter tastes of vinegar, and the crust stays pale.',
  'A hot oven gives the bread its crust, and steam keeps the dough soft for long.',
  'I knead the dough in the evening, so that the flour has the night to drink.',
  'Rye flour ferments faster than wheat, and the starter likes it warm.',
  'The baker in our street sells bread with a crust that you hear across the room.',
  'Salt slows the starter down, which the dough needs in summer.',
  'Whoever eats bread on the first day has never waited for the crust.',
];

const seconds = 9;
/** Repeats lines in reverse order. */
const part = (lines: string[]): string[] => [...lines, ...lines.toReversed()];

export const sampleTalk: Segment[] = [part(tides), part(bread)].flatMap((lines, which) =>
  lines.map((text, at) => {
    const start = which * (part(tides).length * seconds + 6) + at * seconds;
    return { start, end: start + seconds - 0.5, text, speaker: which === 0 ? 'Ada Berg' : 'Ben Cole' };
  }),
);
