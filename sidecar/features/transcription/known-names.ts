// Names that are likely in the creator's own recordings: hints for the engine, and the spelling for corrections.
import type { Creator } from '#contract/schemas/content-files.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';

export interface KnownNames {
  /** Names and topics, the most likely first. */
  hints: string[];
  /** Names of people and the show, as the creator spells them. */
  spelled: string[];
}

export const noNames: KnownNames = { hints: [], spelled: [] };

export function collectNames(
  { name, publication, themes, topics }: Pick<Creator, 'name' | 'publication' | 'themes' | 'topics'>,
  { persons = [] }: Pick<StoredItem, 'persons'>,
): KnownNames {
  const spelled = [...new Set([name, ...persons.map((person) => person.name), publication])];
  return { hints: [...new Set([...spelled, ...themes.map(({ label }) => label), ...topics])], spelled };
}
