// Names of people, whatever their case, accents and spaces.
import type { Creator } from '#contract/schemas/content-files.ts';
import { folded } from './search/words.ts';

export const plainName = (name: string): string => folded(name).replace(/\s+/g, ' ').trim();

type Named = Pick<Creator, 'name' | 'otherNames'>;

/** Feeds and older texts may use another name for the creator. */
export const isNameOf = ({ name, otherNames = [] }: Named, one: string): boolean =>
  [name, ...otherNames].some((own) => plainName(own) === plainName(one));
