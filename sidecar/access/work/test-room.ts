// For tests: the example creator's content as material of tasks, and summaries that somebody wrote who had read it.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Creator } from '#contract/schemas/content-files.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { parseItemFile } from '#domain/item-file.ts';
import { plainText } from '#domain/search/plain-text.ts';
import { type Material, tellingLabels } from '#domain/work/material.ts';

const folder = resolve(import.meta.dirname, '../../../content/example');

export function exampleMaterial(): Material {
  const creator = JSON.parse(readFileSync(join(folder, 'creator.json'), 'utf8')) as Creator;
  const pieces = readdirSync(join(folder, 'published')).map((name) => {
    const file = parseItemFile(readFileSync(join(folder, 'published', name), 'utf8'));
    const { id, title, summary = '', keywords } = file.item as StoredItem;
    const text = plainText(file.body);
    return { id, title, summary, labels: keywords, text: () => text };
  });
  const labels = tellingLabels(pieces, creator.themes.flatMap(({ keywords }) => keywords)); // prettier-ignore
  const { publication, language, themes } = creator;
  return { publication, language, pieces, labels, themes };
}

/** By the begin of the id. */
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
};
