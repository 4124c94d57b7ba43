// The people of a room: hosts, guests and authors, each with the items in which they appear.
import { memoizeText } from './text/memoize-text.ts';
import { sha256 } from './ids.ts';
import { findGuests } from './guests.ts';
import {
  type CreatorNames,
  creatorPersons,
  findCreatorPerson,
  findFirstName,
  isPublicationName,
  plainName,
  splitPersons,
} from './names.ts';
import { memoizeByObject, memoizeLast } from './memoize.ts';
import { isVisibleOn, memoizeByRoom, type Room, type RoomItem } from './room.ts';
import { findWriter, isNamelessLabel } from './search/voices.ts';
import { readableSlug } from './text/slug.ts';

interface ItemPerson {
  /** Readable id, which is equal for all spellings of the name. */
  id: string;
  name: string;
  /** Role in the item: of Podcasting 2.0, author, or speaker of the transcript. */
  role: string;
  /** Page about the person, as the feed states it. */
  href?: string;
}

export interface Person {
  id: string;
  name: string;
  /** True for the creator, and for each member of a group. */
  isCreator: boolean;
  roles: string[];
  href?: string;
  /** Newest first. */
  items: RoomItem[];
}

const isLatin = (name: string): boolean => /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u.test(name);

/** Returns the id of a person. Names of other scripts have a hash, because several may have the same transcription. */
export const personId = memoizeText((name: string): string => {
  const hash = sha256(plainName(name)).slice(0, 6);
  if (isLatin(name)) return readableSlug(plainName(name), hash);
  return `${readableSlug(name, 'person')}-${hash}`;
});

/** Names of groups, roles and accounts that feeds state as authors. */
const noPerson =
  /^@|https?:|^\S+\.[a-z]{2,}$|\b(?:admin|administrator|editors?|editorial|staff|team|redaktion|rédaction|redacción|redazione|podcasts?|radio|media|network|productions?|studios?|records|news|magazine|fm|inc|llc|ltd|gmbh)\b|\d{3}/iu;

/** Returns a name in its usual order without additions; undefined if it does not name a person. */
function cleanPersonName(text: string): string | undefined {
  const plain = text
    .replace(/\s*[([|].*$/u, '')
    .replace(/^(?:by|von|par|por|di|with|feat\.?)\s+/iu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  const [last = '', first = '', ...rest] = plain.split(/,\s*/u);
  const name = first !== '' && rest.length === 0 && /^\p{L}+$/u.test(last) ? `${first} ${last}` : plain;
  const isName = /^\p{L}[\p{L}\p{M} .’'・＝-]*$/u.test(name) && !noPerson.test(name) && name.length <= 60;
  return isName && !isNamelessLabel(name) ? name : undefined;
}

/** Names that are stated as persons, with their roles. */
interface StatedPerson {
  name: string;
  role: string;
  href?: string;
}

/** Returns the people whom the fields of an item name. */
function statedPersons({ creator }: Room, item: RoomItem): StatedPerson[] {
  const writer = findWriter(item, creator);
  const authors = writer === undefined ? [] : splitPersons(writer).map((name) => ({ name, role: 'author' }));
  const listedPersons = (item.persons ?? []).flatMap(({ name, role = 'host', href }) =>
    splitPersons(name).map((one) => ({ name: one, role, ...(href && { href }) })),
  );
  return [...listedPersons, ...authors];
}

/** Returns the speakers of the transcript. One with a first name only is known if the item names such a person. */
function findSpeakers({ creator }: Room, { spoken = [] }: RoomItem, known: string[]): StatedPerson[] {
  const names = [...new Set(spoken.flatMap(({ speaker }) => speaker ?? []))];
  const persons = [...known, ...creatorPersons(creator).map(({ name }) => name)];
  return names.flatMap((name) => {
    const one = name.includes(' ') || !isLatin(name) ? name : findFirstName(persons, name);
    return one === undefined ? [] : [{ name: one, role: 'speaker' }];
  });
}

/** Merges mentions of the same person; the first role is the most precise. */
function mergeMentions(creator: CreatorNames, mentions: StatedPerson[]): ItemPerson[] {
  const people = new Map<string, ItemPerson>();
  for (const { name: stated, role, href } of mentions) {
    const name = findCreatorPerson(creator, stated) ?? cleanPersonName(stated);
    if (name === undefined) continue;
    const id = personId(name);
    const earlier = people.get(id);
    people.set(
      id,
      earlier ? { ...earlier, ...(href && !earlier.href && { href }) } : { id, name, role, ...(href && { href }) },
    );
  }
  return [...people.values()];
}

/** Finds the people of an item: those whom its fields name, then speakers, then guests whom its texts announce. */
const findPeople = memoizeLast((item: RoomItem, room: Room): ItemPerson[] => {
  const { creator } = room;
  const isPerson = ({ name }: StatedPerson) =>
    findCreatorPerson(creator, name) !== undefined ||
    (!isPublicationName(creator, name) && plainName(name) !== plainName(item.podcast ?? ''));
  const persons = statedPersons(room, item).filter(isPerson);
  const names = persons.map(({ name }) => name);
  const announced = [...findGuests(item), ...(item.notedGuests ?? [])];
  const guests = announced.filter((name) => !findCreatorPerson(creator, name)).map((name) => ({ name, role: 'guest' }));
  return mergeMentions(creator, [...persons, ...guests, ...findSpeakers(room, item, names).filter(isPerson)]);
});

const creatorKey = memoizeByObject((creator: Room['creator']) => JSON.stringify(creator));

/** Returns the people of an item. Builds in the same process share them. */
export const peopleOfItem = (room: Room, item: RoomItem): ItemPerson[] =>
  findPeople(creatorKey(room.creator), item, room);

export const personIds = (room: Room, item: RoomItem): string[] => peopleOfItem(room, item).map(({ id }) => id);

/** Returns the id of a person whose name or id a client states. */
export const readPersonId = (text: string): string => personId(cleanPersonName(text) ?? text);

const mostFrequent = (values: string[]): string =>
  [...Map.groupBy(values, (value) => value)].reduce((best, one) => (one[1].length > best[1].length ? one : best))[0];

const listVisible = (room: Room, surface: 'api' | 'mediaRoom'): Person[] => {
  const mentions = room.items
    .filter(isVisibleOn(surface))
    .flatMap((item) => peopleOfItem(room, item).map((person) => ({ item, person })));
  const people = [...Map.groupBy(mentions, ({ person }) => person.id)].map(([id, own]): Person => {
    const name = mostFrequent(own.map(({ person }) => person.name));
    const href = own.find(({ person }) => person.href)?.person.href;
    return {
      id,
      name,
      isCreator: findCreatorPerson(room.creator, name) !== undefined,
      roles: [...new Set(own.map(({ person }) => person.role))].sort(),
      ...(href && { href }),
      items: own.map(({ item }) => item),
    };
  });
  return people.sort((a, b) => b.items.length - a.items.length || (a.id < b.id ? -1 : 1));
};

/** Lists the people of the items that a surface shows, those with most items first. */
export const peopleOn = {
  api: memoizeByRoom((room) => listVisible(room, 'api')),
  mediaRoom: memoizeByRoom((room) => listVisible(room, 'mediaRoom')),
};

/** Returns true if anybody but the creator appears in the media room. */
export const hasGuests = (room: Room): boolean => peopleOn.mediaRoom(room).some(({ isCreator }) => !isCreator);

/** Maximum number of items on the page of a person; a host of many years appears in thousands. */
const maxShown = 100;

export const newestItems = ({ items }: Person): RoomItem[] => items.slice(0, maxShown);

export const peoplePath = '/people';
/** Returns the path of the page about a person; undefined for a name that does not name a person. */
export function findPersonPath(stated: string): string | undefined {
  const name = cleanPersonName(stated);
  return name && personPath({ id: personId(name) });
}

export const personPath = ({ id }: Pick<Person, 'id'>): string => `${peoplePath}/${id}`;
