// Helpers for tests: the example content as material for tasks, summaries that a person wrote, and workers.
import { exampleCreator, exampleArticles } from '../../release/test-example.ts';
import type { Sender } from './work.ts';
import { type Material, distinctiveLabels } from './rules/material.ts';

export const senderAt = (address: string): Sender => ({ address, client: async () => address });
export const testSender = senderAt('192.0.2.1');

export function exampleMaterial(): Material {
  const { publication, language, themes } = exampleCreator;
  const labels = distinctiveLabels(
    exampleArticles,
    themes.flatMap(({ keywords }) => keywords),
  );
  return { publication, language, pieces: exampleArticles, priced: [], labels, themes };
}

/** Summaries by the beginning of the item id. */
export const honestSummaries: Record<string, string> = {
  'a-machine-that-draws':
    'In the basement of a closed observatory Tomasz Wierzbanek has restored a brass machine that adds forty swings of the tide. Pulleys and a single wire move its pen, and when the handle is turned it draws the high waters of 2027 for Lanvarrow.',
  'a-tide-in-twenty':
    'A tide table is an addition of swings driven by the sun and the moon. A program of twenty lines adds the five largest at Lanvarrow, and springs and neaps appear by themselves when M2 and S2 agree.',
  'by-the-deep':
    'Before screens showed depth, sailors felt it: a hand lead on a rope whose marks of leather, linen and serge could be told apart in the dark. The leadsman’s call said whether he knew the fathoms or guessed them.',
  'eighteen-years':
    'The tilt of the moon’s path goes round once in eighteen years and seven months and makes high tides a little weaker or stronger. It hides the rising sea until the strong end of the cycle around 2034, when both work together.',
  'five-people':
    'A pilot, a lamp keeper, a buoy tender, a lifeguard and a wave analyst say what they see first when they look at the sea in the morning. None of the five said blue or beautiful.',
  'letter-from-a-place':
    'From a survey boat in the southern North Sea, a letter about an amphidromic point, the hub round which the tide turns. The range there is almost nothing, yet the current runs past the boat at nearly two knots.',
  'reading-a-wrack':
    'The wrack line of weed and rubbish is a record of the tides without an instrument. Read from the storm line at the top down to today’s wet line, it shows the last big tide and counts the steps towards neaps.',
  'salt-patiently':
    'In a Portuguese lagoon, salt is made by leading sea water through ever shallower basins until the sun has taken most of it. The spring tide fills the pans, and the fine flower must be skimmed before evening.',
  'six-ways':
    'Merryn Trewhiddle, keeper of the causeway to Inner Kell, lists the six commonest reasons for being caught by the tide: an old table, the wrong clock, the look of the sea, a lorry ahead, turning back, and lunch.',
  'the-moon-is':
    'Spring tides reach Lanvarrow a day and a half after full and new moon, a delay once called the age of the tide: the harbour answers a push that the Atlantic felt two days before. High water at full moon also keeps its own hour in each port.',
  'the-last-page':
    'After six years of reading the sea from a brass pointer at a quarter to eight, the keeper of the Lanvarrow ledger hands the work to a radar sensor. The last line is still written by hand, four words too long, and becomes the start of these letters.',
  'waiting-for-the-bore':
    'Where a narrowing estuary squeezes the flood, the tide runs inland as a step: the bore. Four mornings of waiting on the Teasel bring a wrinkle, a clean knee-high line, fog and at last a chest-high wave, but what stays is the river quietly running backwards.',
  'the-rule-of-twelfths':
    'The rule of twelfths says how much the tide falls in each hour: one part, two, three, three, two and one, so half of the water leaves in the two middle hours. It lies in shallow estuaries, in gales, where high water comes twice, and late in the sixth hour.',
  'the-harbour-after':
    'On the lowest water of the autumn the harbour at midnight is empty, its boats lying on their sides. Two people wipe weed off a bronze plate to check that it has not moved, and then the first thread of the flood comes back past the quay head.',
  'what-mud':
    'A saltmarsh grows a few millimetres a year from what each tide drops among its stems. A two-metre core from a creek bank shows it: rubber from the road, tin works, the sand of one storm, older roots and at the bottom a hazelnut.',
  'the-weight-of-the-air':
    'Low air pressure lets the sea bulge and high pressure pushes it down, one centimetre for each hectopascal. The residual, the difference between the predicted tide and the one that came, is thus no error: anyone with a tide table and a barometer can weigh the sky with it.',
  'what-zero':
    'A builder, an oceanographer and a skipper each have a zero of their own: levelling datum, mean sea level and chart datum. The last was chosen so low that the real depth is nearly always greater than what is printed, which makes the chart a promise to keep people floating.',
  'the-crow-s-foot':
    'A bench mark is a groove with an arrow, cut by surveyors to fix a height above zero. Walking the nine between the quay and the reservoir with the old levelling book turns up six; satellites have replaced them, but only such marks tell whether a wall has moved.',
};
