// Prepares the timeline by year. Each entry has an anchor.
import { currentFirst } from '#domain/items/phases.ts';
import { findOtherAuthor } from '#domain/names.ts';
import { endpointUrl } from '#domain/links.ts';
import { itemDay, itemsOfType, type Room, type RoomItem, itemsOn } from '#domain/room.ts';
import { groupItems, groupFor } from './archive.ts';
import { formatDay, formatDays, formatLongDays, type FormattedDate, formatShortDay } from './dates.ts';
import { languagesOf } from './entry.ts';
import type { PageHead } from './frame.ts';
import { timelineLd } from './json-ld-items.ts';
import { itemsLd, pageLd } from './json-ld-lists.ts';
import { namedPicture } from './picture.ts';
import { hostLabel, webLink } from './web-link.ts';
import { joinList, type Translate, translatorOfRoom } from './translate.ts';

/** Returns false if the title repeats the start of the text, as in social posts. Only the text is shown then. */
const addsToText = (title: string, text: string) => !text.startsWith(title.replace(/…$/, '').trimEnd());

function happeningState(t: Translate, { status }: RoomItem): string | undefined {
  return status === 'cancelled' || status === 'moved' ? t(`event.${status}`) : undefined;
}

/** Returns the text and picture that a content warning folds. */
function foldedView(room: Room, { contentWarning }: RoomItem) {
  if (!contentWarning) return undefined;
  const { label, text, image } = contentWarning;
  const t = translatorOfRoom(room);
  return {
    label: label ? t('post.warning', { label }) : t('post.sensitive'),
    text,
    picture: namedPicture(room, image, ''),
  };
}

/** Returns the pictures of an entry: all of a post, else the one that stands for the entry. */
function picturesOf(room: Room, { image, pictures = [], contentWarning, lostPictures = [] }: RoomItem) {
  const inText = contentWarning ? [] : pictures.filter(({ url }) => !lostPictures.includes(url));
  const isListed = image === undefined || inText.some(({ url }) => url === image);
  const all = [...(isListed ? [] : [{ url: image, alt: '' }]), ...inText];
  return all.flatMap(({ url, alt }) => namedPicture(room, url, alt) ?? []);
}

function happeningDay(room: Room, item: RoomItem, isYearNamed: boolean): FormattedDate {
  const day = itemDay(item);
  if (item.endDate) return (isYearNamed ? formatDays : formatLongDays)(room, day, item.endDate);
  return (isYearNamed ? formatShortDay : formatDay)(room, day);
}

export type Happening = ReturnType<typeof happeningView>;

export function happeningView(room: Room, item: RoomItem, isYearNamed: boolean) {
  const href = webLink(item.canonicalUrl);
  const summary = item.summary ?? '';
  const isTitleUseful = addsToText(item.title, summary);
  const languages = languagesOf(room, item);
  const t = translatorOfRoom(room);
  const isTitled = isTitleUseful || !summary;
  return {
    id: item.id,
    kind: t(`kind.${item.kind ?? 'milestone'}`),
    author: findOtherAuthor(room.creator, item.author),
    state: happeningState(t, item),
    title: isTitled ? item.title : summary,
    day: happeningDay(room, item, isYearNamed),
    text: isTitleUseful && summary ? summary : undefined,
    place: joinList(t, [item.organization, item.venue, item.location]),
    folded: foldedView(room, item),
    facts: (item.facts ?? []).map(({ label, value }) => ({ label: t(`fact.${label}`), value })),
    href,
    host: href && hostLabel(href),
    pictures: picturesOf(room, item),
    ...languages,
    titleLanguage: isTitled ? languages.titleLanguage : languages.summaryLanguage,
  };
}

export const timelineItems = (room: Room): RoomItem[] => itemsOfType(itemsOn('mediaRoom', room.items), 'timeline');

/** Returns true for an artwork, which galleries show instead of lists. */
export const isWork = ({ kind }: RoomItem): boolean => kind === 'work';

const groupView = (room: Room, items: RoomItem[]) => ({
  ...groupFor(translatorOfRoom(room), items[0]!),
  happenings: items.map((item) => happeningView(room, item, !item.isPlanned)),
});

export function timelineView(room: Room) {
  const t = translatorOfRoom(room);
  const items = currentFirst(timelineItems(room));
  const title = t('nav.timeline');
  const head: PageHead = {
    path: '/timeline',
    title,
    description: t('timeline.lede', { name: room.creator.name }),
    json: endpointUrl('', 'timelineEntries'),
    jsonLd: pageLd(room, title, '/timeline', itemsLd(room, title, '/timeline', items), ...timelineLd(room, items)),
  };
  return {
    t,
    head,
    works: items.filter(isWork).map((item) => happeningView(room, item, false)),
    groups: groupItems(
      t,
      items.filter((item) => !isWork(item)),
    ).map((group) => groupView(room, group)),
  };
}
