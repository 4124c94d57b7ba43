// Names that may be said in the creator's own recordings: hints for the engine, and afterwards their spelling.
import type { Creator } from '#contract/schemas/content-files.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';

export interface KnownNames {
  /** Names and subjects, the likeliest first. */
  hints: string[];
  /** Of people and the show. */
  spelled: string[];
  /** Who may speak. */
  people: string[];
}

export const noNames: KnownNames = { hints: [], spelled: [], people: [] };

export function knownNames(
  { name, publication, themes, topics }: Pick<Creator, 'name' | 'publication' | 'themes' | 'topics'>,
  { persons = [] }: Pick<StoredItem, 'persons'>,
): KnownNames {
  const people = [...new Set([name, ...persons.map((person) => person.name)])];
  const spelled = [...new Set([...people, publication])];
  return { hints: [...new Set([...spelled, ...themes.map(({ label }) => label), ...topics])], spelled, people };
}
