// Describes the prices in sentences.
import type { AccessFile } from '#contract/schemas/content-files.ts';
import type { Release } from '#sidecar/release/release.ts';
import { resourceTitle } from '../resource-title.ts';
import { freeItems, isPaywalled, offersWork } from '#domain/access/access.ts';
import type { ConsoleTranslate } from '#sidecar/console/messages/messages.ts';

const describeDayPass = ({ dayPassSats, prices }: AccessFile, t: ConsoleTranslate): string[] => {
  if (dayPassSats !== undefined)
    return [
      t('A day pass for {count} sats opens every article that costs {count} sats or less.', { count: dayPassSats }),
    ];
  return prices?.articles === undefined ? [] : [t('A day pass at the same price opens all of these articles.')];
};

export function describeAccess(release: Release, t: ConsoleTranslate): string[] {
  const { access } = release.facts;
  const prices = Object.entries(access.prices ?? {});
  if (!access.enabled) return [t('Everything is free because prices are turned off.')];
  if (!isPaywalled(access)) return [t('Everything is free because you have not set a price.')];
  return [
    ...prices.map(([resource, sats]) =>
      t('{what} costs {count} sats.', { what: resourceTitle(release, resource, t), count: sats }),
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
