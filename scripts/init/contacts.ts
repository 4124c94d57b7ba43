// Finds the contacts of the creator with their roles in what pages say next to mail addresses and telephone numbers.
import { isFullName } from '#domain/person-name.ts';
import { longPattern } from '#domain/text/long-pattern.ts';
import type { Creator } from '#contract/schemas/content-files.ts';
import type { Discovery } from './discover.ts';
import type { Mention } from './page-contacts.ts';
import type { PageFacts } from './page-facts.ts';

type Role = 'press' | NonNullable<Creator['contacts']>[number]['role'];
interface FoundContact {
  role: Role;
  name: string;
  email?: string;
  telephone?: string;
}

/** Words for the roles in the languages of the program. */
const roleWords: [Role, RegExp][] = [
  [
    'press',
    longPattern(
      String.raw`
      \b(?:press|presse\w*|media|medien\w*|journalist\w*|pr|prensa|medios|stampa|ufficio stampa|imprensa|pers|
      pras[ayo]\w*|medi[oó]w)\b|取材|報道|プレス|メディア|広報|صحاف|صحف|إعلام`,
      'iu',
    ),
  ],
  [
    'management',
    longPattern(
      String.raw`
      \b(?:management|manager|agents?|agency|agentur|agence|agente|agencia|agenzia|agentschap|agencja|
      vertretung|representation|représentation)\b|マネジメント|マネージャー|所属事務所|(?<!\p{sc=Han})事務所|إدارة الأعمال|وكيل`,
      'iu',
    ),
  ],
  [
    'booking',
    longPattern(
      String.raw`
      \b(?:bookings?|buchung\w*|speaking|réservations?|contrataci[oó]n\w*|contrata[cç][oõ]es|prenotazioni|
      boeking\w*|rezerwacj\w*)\b|出演|講演|ブッキング|حجز|حجوزات`,
      'iu',
    ),
  ],
];
const findRole = (texts: string[]): Role | undefined =>
  texts.flatMap((text) => roleWords.find(([, words]) => words.test(text))?.[0] ?? [])[0];

/**
 * The text before an address counts first, then the address itself, a short line above it, the heading and the title of
 * the page.
 */
function roleOf({ before, email = '', above, heading }: Mention, { title = '' }: PageFacts): Role {
  const local = email.split('@')[0]!.replace(/[._-]/g, ' ');
  const lineAbove = above.at(-1) ?? '';
  const label = lineAbove.length > maxLabelCharacters ? '' : lineAbove;
  return findRole([before.slice(-60), local, label, heading, title]) ?? 'general';
}

const maxLabelCharacters = 40;

const eastAsian = String.raw`[\p{sc=Han}\p{sc=Kana}\p{sc=Hira}]{1,5}`;
/** Names in scripts without capital letters are recognised only after a label with a colon. */
const labelledName = new RegExp(
  String.raw`[:：]\s*(${eastAsian}[ \u3000・]${eastAsian}|\p{sc=Arab}{2,12}(?: \p{sc=Arab}{2,12}){1,2})[\s،、,:：]*$`,
  'u',
);

/** Finds the name of a person in the block of a mention: `Tom Alderwick, tom@example.org`. */
function findNameNextTo({ before, above }: Mention): string | undefined {
  const name = labelledName.exec(before)?.[1];
  if (name && findRole([name]) === undefined) return name;
  const label = before.replace(/[\s:]+$/, '').replace(/^.*[:：]\s*(?=\S)|^(?:by|von|par|por|di|door)\s+/iu, '');
  const texts = [label, ...above].map((text) => text.replace(/[\s,:;<([–—-]+$/u, '').trim());
  return texts.find((text) => isFullName(text) && findRole([text]) === undefined);
}

/** Returns the names next to the general contacts of a page. */
export const findOwnerNames = (page: PageFacts): string[] =>
  page.people.mentions
    .filter((mention) => roleOf(mention, page) === 'general')
    .flatMap((one) => findNameNextTo(one) ?? []);

/** Returns the contacts in the order of the pages, each address once for each role. */
function findContacts({ pages, asides }: Discovery, name: string): FoundContact[] {
  const contacts: FoundContact[] = [];
  const hostedPages = new Set<PageFacts>(pages.filter(({ isHosted }) => isHosted));
  const add = (contact: FoundContact) => {
    const knownContact = contacts.find(
      ({ role, email }) => role === contact.role && (!email || !contact.email || email === contact.email),
    );
    if (knownContact) Object.assign(knownContact, { ...contact, ...knownContact });
    else contacts.push(contact);
  };
  for (const page of [...pages, ...asides]) {
    for (const { types, ...entity } of page.entities) {
      if (types.includes('Person') && entity.email) add({ role: 'general', name: entity.name, ...reached(entity) });
      for (const point of entity.contactPoints)
        add({ role: findRole([point.type]) ?? 'general', name: point.name ?? name, ...reached(point) });
    }
    // The mail address on a page of a host is often that of the host.
    if (!hostedPages.has(page)) for (const contact of readPage(page, name)) add(contact);
  }
  return contacts;
}

const reached = ({ email, telephone }: { email?: string | undefined; telephone?: string | undefined }) => ({
  ...(email && { email }),
  ...(telephone && { telephone }),
});

/** A telephone number belongs to the first mail address of its block. */
function readPage(page: PageFacts, name: string): FoundContact[] {
  const { mentions } = page.people;
  const describe = (mention: Mention) => ({
    role: roleOf(mention, page),
    name: findNameNextTo(mention) ?? name,
    ...reached(mention),
  });
  const blocks = Map.groupBy(mentions, ({ block }) => block);
  return [...blocks.values()].flatMap((block) => {
    const mails = block.filter(({ email }) => email).map(describe);
    const [number] = block.filter(({ telephone }) => telephone);
    if (!number) return mails;
    const [first = describe(number), ...others] = mails;
    return [{ ...first, telephone: number.telephone! }, ...others];
  });
}

/** Returns the contacts as fields of creator.json. A press contact needs a mail address. */
export function draftContacts(found: Discovery, name: string): Pick<Creator, 'pressContact' | 'contacts'> {
  const all = findContacts(found, name);
  const press = all.find(({ role, email }) => role === 'press' && email);
  const others = (['general', 'management', 'booking'] as const).flatMap((role) => {
    const contact = all.find((one) => one.role === role);
    return contact ? [{ ...contact, role }] : [];
  });
  const { role: _, ...pressContact } = press ?? { role: 'press' as const };
  return {
    ...(press && { pressContact: pressContact as NonNullable<Creator['pressContact']> }),
    ...(others.length > 0 && { contacts: others }),
  };
}
