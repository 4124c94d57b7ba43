// Names that are likely in the creator's own recordings: hints for the engine, and the spelling for corrections.
import type { Creator } from '#contract/schemas/content-files.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';

export interface KnownNames {
  /** Names and topics, the most likely first. */
  hints: string[];
  /** Names of people and the show, as the creator spells them. */
  spelled: string[];
  /** Names of possible speakers, the creator first. */
  people: string[];
}

export const noNames: KnownNames = { hints: [], spelled: [], people: [] };

export function collectNames(
  { name, publication, themes, topics }: Pick<Creator, 'name' | 'publication' | 'themes' | 'topics'>,
  { persons = [] }: Pick<StoredItem, 'persons'>,
): KnownNames {
  const people = [...new Set([name, ...persons.map((person) => person.name)])];
  const spelled = [...new Set([...people, publication])];
  return { hints: [...new Set([...spelled, ...themes.map(({ label }) => label), ...topics])], spelled, people };
}
