// What has a price, in words.
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { freeItems, isPaywalled, offersWork } from '#domain/access/access.ts';
import type { Say, Text } from '#sidecar/console/words/words.ts';

const things: Record<string, Text> = {
  transcribe: 'A transcription',
  'guest-kit': 'A guest kit',
  'content-index': 'The content index beyond the free slice',
  articles: 'The text of any article',
};

const nameOf = (resource: string, say: Say): string => {
  const thing = things[resource];
  return thing ? say(thing) : say('The text of {id}', { id: resource.replace('article:', '') });
};

const dayPassInWords = ({ dayPassSats, prices }: AccessFile, say: Say): string[] => {
  if (dayPassSats !== undefined)
    return [say('The texts of all articles that cost no more cost {count} sats for a day.', { count: dayPassSats })];
  return prices?.articles === undefined
    ? []
    : [say('All of them for a day cost no more: set `dayPassSats` to change that.')];
};

export function accessInWords(access: AccessFile, say: Say): string[] {
  const prices = Object.entries(access.prices ?? {});
  if (!access.enabled) return [say('Everything is free: `enabled` is off in `access.json`.')];
  if (!isPaywalled(access)) return [say('Everything is free: `access.json` names no price.')];
  return [
    ...prices.map(([resource, sats]) =>
      say('{what} costs {count} sats.', { what: nameOf(resource, say), count: sats }),
    ),
    ...(access.pricePerMinute === undefined
      ? []
      : [say('A transcription costs {count} sats a minute.', { count: access.pricePerMinute })]),
    ...dayPassInWords(access, say),
    say('A registered agent gets the newest {count} items without paying.', { count: freeItems(access) }),
    say(offersWork(access) ? 'Agents may work in place of paying.' : 'Work in place of payment is switched off.'),
    say('Everything else is free.'),
  ];
}
