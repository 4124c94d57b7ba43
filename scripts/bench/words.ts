// Vocabulary of the generated content, and random numbers that are the same in every run.

const words =
  'morning bread baker oven flour kitchen town market river light winter stone road letter window paper sound table garden rain copper engine workshop ledger harvest orchard timber harbour signal machine pattern needle thread column archive station bridge valley field season measure question answer listener reader neighbour teacher students evening quiet early narrow plain honest slow careful bright heavy useful broken simple common open makes keeps carries turns learns listens writes builds mends asks finds leaves holds shares plants grinds weighs counts tastes begins between because often rarely without toward after before while about under through'.split(
    ' ',
  );

/** Words by frequency: the first occurs in about a third of all items, the last in one of a hundred. */
export const keywords =
  'grain craft small-business local-food baking history podcast interviews water tools cities climate education music wood-fired publishing open-data cooperatives seasons travel design repair books radio mathematics gardens rye energy letters birds'.split(
    ' ',
  );

export type Chance = () => number;

/** Creates a generator of numbers from 0 to below 1 (Mulberry32). The same seed gives the same numbers. */
export function chanceOf(seed: number): Chance {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pick = <T>(chance: Chance, from: readonly T[]): T => from[Math.floor(chance() * from.length)]!;

export function sentence(chance: Chance, length: number): string {
  const text = Array.from({ length }, () => pick(chance, words)).join(' ');
  return text[0]!.toUpperCase() + text.slice(1);
}

/** Returns one to five different keywords, in the order of the list. */
export const someKeywords = (chance: Chance): string[] =>
  keywords.filter((_, rank) => chance() < Math.max(0.01, 0.34 / (1 + rank / 3)));

/** Returns two to four thousand characters of Markdown with paragraphs, headings, links and lists. */
export function article(chance: Chance): string {
  const atLeast = 2000 + chance() * 2000;
  const parts: string[] = [];
  for (let size = 0; size < atLeast; size += parts.at(-1)!.length) {
    const kind = chance();
    const lines = Array.from({ length: 3 }, () => `${sentence(chance, 9 + Math.floor(chance() * 9))}.`);
    if (kind < 0.12) parts.push(`## ${sentence(chance, 4)}`);
    else if (kind < 0.22) parts.push(lines.map((line) => `- ${line}`).join('\n'));
    else if (kind < 0.4) parts.push(`${lines[0]} [${sentence(chance, 3)}](https://example.org/) **${lines[1]}**`);
    else parts.push(lines.join(' '));
  }
  return parts.join('\n\n');
}
