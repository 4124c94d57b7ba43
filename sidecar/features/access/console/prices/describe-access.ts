// Describes the prices in sentences.
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { freeItems, isPaywalled, offersWork } from '#domain/access/access.ts';
import type { ConsoleTranslate, ConsoleMessage } from '#sidecar/console/messages/messages.ts';

const resourceTexts: Record<string, ConsoleMessage> = {
  transcribe: 'A transcription',
  'guest-kit': 'A guest kit',
  'content-index': 'The content index beyond the free items',
  articles: 'The text of any article',
};

const resourceText = (resource: string, t: ConsoleTranslate): string => {
  const text = resourceTexts[resource];
  return text ? t(text) : t('The text of {id}', { id: resource.replace('article:', '') });
};

const describeDayPass = ({ dayPassSats, prices }: AccessFile, t: ConsoleTranslate): string[] => {
  if (dayPassSats !== undefined)
    return [t('A day pass for all articles up to this price costs {count} sats.', { count: dayPassSats })];
  return prices?.articles === undefined ? [] : [t('A day pass for these articles costs the same.')];
};

export function describeAccess(access: AccessFile, t: ConsoleTranslate): string[] {
  const prices = Object.entries(access.prices ?? {});
  if (!access.enabled) return [t('Everything is free because prices are turned off.')];
  if (!isPaywalled(access)) return [t('Everything is free because you have not set a price.')];
  return [
    ...prices.map(([resource, sats]) =>
      t('{what} costs {count} sats.', { what: resourceText(resource, t), count: sats }),
    ),
    ...(access.pricePerMinute === undefined
      ? []
      : [t('A transcription costs {count} sats a minute.', { count: access.pricePerMinute })]),
    ...describeDayPass(access, t),
    t('Registered agents get the newest {count} items for free.', { count: freeItems(access) }),
    t(offersWork(access) ? 'Agents can work instead of paying.' : 'Work instead of payment is turned off.'),
    t('Everything else is free.'),
  ];
}
