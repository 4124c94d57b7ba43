// What has a price, in words.
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { freeItems, isPaywalled, offersWork } from '#domain/access/access.ts';

const things: Record<string, string> = {
  transcribe: 'A transcription',
  'guest-kit': 'A guest kit',
  'content-index': 'The content index beyond the free slice',
  articles: 'The text of any article',
};

const nameOf = (resource: string): string => things[resource] ?? `The text of ${resource.replace('article:', '')}`;

const dayPassInWords = ({ dayPassSats, prices }: AccessFile): string[] => {
  if (dayPassSats !== undefined)
    return [`The texts of all articles that cost no more cost ${dayPassSats} sats for a day.`];
  return prices?.articles === undefined
    ? []
    : [`All of them for a day cost no more: set \`dayPassSats\` to change that.`];
};

export function accessInWords(access: AccessFile): string[] {
  const prices = Object.entries(access.prices ?? {});
  if (!access.enabled) return ['Everything is free: `enabled` is off in `access.json`.'];
  if (!isPaywalled(access)) return ['Everything is free: `access.json` names no price.'];
  return [
    ...prices.map(([resource, sats]) => `${nameOf(resource)} costs ${sats} sats.`),
    ...(access.pricePerMinute === undefined ? [] : [`A transcription costs ${access.pricePerMinute} sats a minute.`]),
    ...dayPassInWords(access),
    `A registered agent gets the newest ${freeItems(access)} items without paying.`,
    offersWork(access) ? 'Agents may work in place of paying.' : 'Work in place of payment is switched off.',
    'Everything else is free.',
  ];
}
