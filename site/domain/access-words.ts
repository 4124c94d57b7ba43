// What has a price, in words.
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { freeItems } from './access.ts';

const things: Record<string, string> = {
  transcribe: 'A transcription',
  'guest-kit': 'A guest kit',
  'content-index': 'The content index beyond the free slice',
  articles: 'The text of any article',
};

const nameOf = (resource: string): string => things[resource] ?? `The text of ${resource.replace('article:', '')}`;

export function accessInWords(access: AccessFile): string[] {
  const prices = Object.entries(access.prices ?? {});
  if (!access.enabled) return ['Everything is free: `enabled` is off in `access.json`.'];
  if (prices.length === 0) return ['Everything is free: `access.json` names no price.'];
  return [
    ...prices.map(([resource, sats]) => `${nameOf(resource)} costs ${sats} sats.`),
    `A registered agent gets the newest ${freeItems(access)} items without paying.`,
    'Everything else is free.',
  ];
}
