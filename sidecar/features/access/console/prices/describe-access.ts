// What has a price, in words.
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { freeItems, isPaywalled, offersWork } from '#domain/access/access.ts';
import type { ConsoleTranslate, ConsoleMessage } from '#sidecar/console/messages/messages.ts';

const resourceTexts: Record<string, ConsoleMessage> = {
  transcribe: 'A transcription',
  'guest-kit': 'A guest kit',
  'content-index': 'The content index beyond the free slice',
  articles: 'The text of any article',
};

const resourceText = (resource: string, t: ConsoleTranslate): string => {
  const thing = resourceTexts[resource];
  return thing ? t(thing) : t('The text of {id}', { id: resource.replace('article:', '') });
};

const describeDayPass = ({ dayPassSats, prices }: AccessFile, t: ConsoleTranslate): string[] => {
  if (dayPassSats !== undefined)
    return [t('The texts of all articles that cost no more cost {count} sats for a day.', { count: dayPassSats })];
  return prices?.articles === undefined
    ? []
    : [t('All of them for a day cost no more: set `dayPassSats` to change that.')];
};

export function describeAccess(access: AccessFile, t: ConsoleTranslate): string[] {
  const prices = Object.entries(access.prices ?? {});
  if (!access.enabled) return [t('Everything is free: `enabled` is off in `access.json`.')];
  if (!isPaywalled(access)) return [t('Everything is free: `access.json` names no price.')];
  return [
    ...prices.map(([resource, sats]) =>
      t('{what} costs {count} sats.', { what: resourceText(resource, t), count: sats }),
    ),
    ...(access.pricePerMinute === undefined
      ? []
      : [t('A transcription costs {count} sats a minute.', { count: access.pricePerMinute })]),
    ...describeDayPass(access, t),
    t('A registered agent gets the newest {count} items without paying.', { count: freeItems(access) }),
    t(offersWork(access) ? 'Agents may work in place of paying.' : 'Work in place of payment is switched off.'),
    t('Everything else is free.'),
  ];
}
