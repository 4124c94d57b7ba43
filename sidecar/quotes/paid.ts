// Articles that a pass opens and that may hold a quote: their texts are in no index, so that each is read.
import { cleanText, plainText } from '#domain/search/plain-text.ts';
import { folded, wordsOf } from '#domain/search/words.ts';
import { isOpened, pricedText } from '../release/priced-texts.ts';
import type { Release } from '../release/release.ts';
import type { Candidate } from '../release/text-index.ts';
import type { Pass } from '../server/handler.ts';

/** Of the words of the quote, less than a near one leaves unchanged. */
const leastShare = 0.5;
const most = 30;

interface Paid {
  position: number;
  markdown: string;
  share: number;
}

/** The articles with the most words of the quote, with their texts, by their positions. */
export async function paidCandidates(
  text: string,
  release: Release,
  { pass, newest }: { pass: Pass | undefined; newest: number },
): Promise<Map<number, Candidate>> {
  const { items } = release.index;
  const words = [...new Set(wordsOf(cleanText(text)).map(folded))];
  const best: Paid[] = [];
  for (let position = 0; pass && position < Math.min(newest, items.length); position++) {
    if (!isOpened(release, pass, items[position]!)) continue;
    const markdown = await pricedText(release, items[position]!);
    const held = folded(markdown);
    const share = words.filter((word) => held.includes(word)).length / words.length;
    if (share < leastShare) continue;
    best.push({ position, markdown, share });
    best.sort((a, b) => b.share - a.share);
    best.splice(most);
  }
  return new Map(
    best.map(({ position, markdown }) => {
      const candidate = release.texts.candidate(position);
      return [position, { ...candidate, texts: { ...candidate.texts, body: plainText(markdown) } }];
    }),
  );
}
