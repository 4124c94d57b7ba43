// Notices about pictures and recordings on other hosts, for the report of the ingest.
import type { Notice } from '#contract/notices.ts';
import type { OutsideMedia } from '#domain/items/media-replacements.ts';
import type { MediaMemory } from '../../../sidecar/content/media-copies.ts';

const maxNamed = 10;

/** Returns notices about the addresses requested in this run, and about all that cannot be copied. */
export function mediaNotices(media: OutsideMedia[], memory: MediaMemory, requested: ReadonlySet<string>): Notice[] {
  const available = media.filter(({ address }) => requested.has(address) && findMediaAddress(memory, address));
  const isSecure = ({ address }: OutsideMedia) => findMediaAddress(memory, address)!.startsWith('https:');
  return [
    ...countByKind(available.filter(isSecure), 'secured'),
    ...countByKind(
      available.filter((one) => !isSecure(one)),
      'copied',
    ),
    ...countByKind(
      media.filter(({ address }) => !memory[address]),
      'pending',
    ),
    ...failureNotices(media, memory),
  ];
}

function findMediaAddress(memory: MediaMemory, address: string): string | undefined {
  const outcome = memory[address];
  return outcome && 'place' in outcome ? outcome.place : undefined;
}

function failureNotices(media: OutsideMedia[], memory: MediaMemory): Notice[] {
  const failures = media.flatMap(({ address, kind }): Notice[] => {
    const outcome = memory[address];
    return outcome && 'problem' in outcome
      ? [{ code: `${kind}_lost`, details: { address }, cause: outcome.problem }]
      : [];
  });
  const count = failures.length - maxNamed;
  return count > 0 ? [...failures.slice(0, maxNamed), { code: 'media_lost', details: { count } }] : failures;
}

const countByKind = (media: OutsideMedia[], outcome: 'secured' | 'copied' | 'pending'): Notice[] =>
  (['picture', 'recording'] as const).flatMap((kind) => {
    const count = media.filter((one) => one.kind === kind).length;
    return count > 0 ? [{ code: `${kind}s_${outcome}` as const, details: { count } }] : [];
  });
