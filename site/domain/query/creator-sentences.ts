// Sentences that the creator approved about herself and the room, which answer questions like the texts of items.
import type { Creator } from '#contract/schemas/content-files.ts';

export interface CreatorSentence {
  text: string;
  /** Page of the media room that shows it, as a path. */
  path: string;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

const splitSentences = (text: string): string[] =>
  [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter(Boolean);

/** Returns each sentence of the approved texts once. */
export function splitCreatorTexts(creator: Creator): CreatorSentence[] {
  const { bios, oneLiner, description, tagline, stats = [], speaking, pronunciation, pronouns } = creator;
  const texts = [oneLiner, description, bios?.long, bios?.medium, bios?.short, creator.boilerplate].filter(
    (text) => text !== undefined,
  );
  const sentences = texts.flatMap(splitSentences);
  const figures = stats.map(({ label, value }) => `${label}: ${value}`);
  const talks = (speaking?.pastTalks ?? []).map(({ title, event, date }) => `${title}, ${event}, ${date}`);
  const facts = { Tagline: tagline, Pronunciation: pronunciation, Pronouns: pronouns };
  const names = Object.entries(facts).flatMap(([name, text]) => (text === undefined ? [] : `${name}: ${text}`));
  const all = [...sentences, ...figures, ...names].map((text): CreatorSentence => ({ text, path: '/media-kit' }));
  const spoken = talks.map((text): CreatorSentence => ({ text, path: '/speaking' }));
  return [...new Map([...all, ...spoken].map((one) => [one.text, one])).values()];
}
