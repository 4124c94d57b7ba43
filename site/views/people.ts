// Prepares the pages of people: all of them, and each person with their items.
import { endpointUrl } from '#domain/links.ts';
import type { MessageKey } from '#domain/messages/messages.ts';
import { currentFirst } from '#domain/items/phases.ts';
import { newestItems, peopleOfItem, peopleOn, peoplePath, type Person, personId, personPath } from '#domain/people.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { entryView } from './entry.ts';
import type { PageHead } from './frame.ts';
import { appearancesLd } from './json-ld.ts';
import { pageLd } from './json-ld-lists.ts';
import { ownPicture } from './picture.ts';
import { hostLabel, webLink } from './web-link.ts';
import { joinList, type Translate, translatorOfRoom } from './translate.ts';

const translatedRoles = ['host', 'guest', 'author', 'speaker'];

/** Returns the name of a role. Rare roles of Podcasting 2.0 stay as in the feed, with a capital letter. */
const roleLabel = (t: Translate, role: string): string =>
  translatedRoles.includes(role) ? t(`role.${role}` as MessageKey) : role.slice(0, 1).toUpperCase() + role.slice(1);

/** Returns links to the people of an item, unless its creator is the only one. */
export function personLinks(room: Room, item: RoomItem) {
  const t = translatorOfRoom(room);
  const people = peopleOfItem(room, item);
  const isOnlyCreator = people.length === 1 && people[0]!.name === room.creator.name;
  return isOnlyCreator
    ? []
    : people.map((person) => ({ href: personPath(person), label: person.name, role: roleLabel(t, person.role) }));
}

type Member = NonNullable<Room['creator']['members']>[number];

export type MemberView = ReturnType<typeof memberView>;

/** Prepares a member of the group. */
function memberView(room: Room, { name, role, pronouns, bio = '', portrait }: Member) {
  const t = translatorOfRoom(room);
  const id = personId(name);
  const hasPage = peopleOn.mediaRoom(room).some((person) => person.id === id);
  return {
    name,
    href: hasPage ? personPath({ id }) : undefined,
    role: joinList(t, [role, pronouns]) || undefined,
    paragraphs: bio.split(/\n{2,}/).filter(Boolean),
    picture: portrait && ownPicture(room, portrait.file, portrait.alt),
  };
}

export const memberViews = (room: Room) => (room.creator.members ?? []).map((member) => memberView(room, member));

export function personView(room: Room, person: Person) {
  const t = translatorOfRoom(room);
  const { publication } = room.creator;
  const { name, roles, items, href } = person;
  const shownItems = newestItems(person);
  const path = personPath(person);
  const website = webLink(href);
  const member = room.creator.members?.find((one) => one.name === name);
  return {
    t,
    head: {
      path,
      title: name,
      description: t('people.description', { name, publication, count: items.length }),
      jsonLd: pageLd(room, name, path, appearancesLd(room, person)),
    } satisfies PageHead,
    name,
    roles: joinList(
      t,
      roles.map((role) => roleLabel(t, role)),
    ),
    member: member && memberView(room, member),
    website: website ? { href: website, label: hostLabel(website) } : undefined,
    /** Says how many items the page omits; undefined if it shows all of them. */
    newest:
      shownItems.length < items.length
        ? t('people.newest', { shown: shownItems.length, count: items.length })
        : undefined,
    entries: currentFirst(shownItems).map((item) => entryView(room, item)),
  };
}

export function peopleView(room: Room) {
  const t = translatorOfRoom(room);
  const lede = t('people.lede', { publication: room.creator.publication });
  const title = t('people.title');
  return {
    t,
    head: {
      path: peoplePath,
      title,
      description: lede,
      json: endpointUrl('', 'people'),
      jsonLd: pageLd(room, title, peoplePath),
    } satisfies PageHead,
    title,
    lede,
    people: peopleOn.mediaRoom(room).map((person) => ({
      href: personPath(person),
      name: person.name,
      facts: [...person.roles.map((role) => roleLabel(t, role)), `${t('people.items')}: ${person.items.length}`],
    })),
  };
}
