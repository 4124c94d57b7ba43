// Notices about pictures and recordings on other hosts, for the report of the ingest.
import type { OutsideMedia } from '#domain/items/media-replacements.ts';
import type { MediaMemory } from '../../../sidecar/content/media-copies.ts';

const maxNamed = 10;

/** Returns notices about the addresses requested in this run, and about all that cannot be copied. */
export function mediaNotices(media: OutsideMedia[], memory: MediaMemory, requested: ReadonlySet<string>): string[] {
  const available = media.filter(({ address }) => requested.has(address) && findMediaAddress(memory, address));
  const isSecure = ({ address }: OutsideMedia) => findMediaAddress(memory, address)!.startsWith('https:');
  const secure = available.filter(isSecure);
  const copied = available.filter((one) => !isSecure(one));
  const failures = media.filter(({ address }) => memory[address] && !findMediaAddress(memory, address));
  const pending = media.filter(({ address }) => !memory[address]);
  return [
    ...(secure.length > 0 ? [`${countByKind(secure)} switched from http to https.`] : []),
    ...(copied.length > 0 ? [`${countByKind(copied)} copied to media/copies.`] : []),
    ...(pending.length > 0
      ? [`${countByKind(pending)} will be copied in the background while the room runs, or by the next ingest.`]
      : []),
    ...failureNotices(failures, memory),
  ];
}

function findMediaAddress(memory: MediaMemory, address: string): string | undefined {
  const outcome = memory[address];
  return outcome && 'place' in outcome ? outcome.place : undefined;
}

function failureNotices(failures: OutsideMedia[], memory: MediaMemory): string[] {
  const lines = failures.slice(0, maxNamed).map(({ address, kind }) => {
    const outcome = memory[address]!;
    const reason = 'problem' in outcome ? outcome.problem : '';
    return `A ${kind} is not shown because it cannot be copied: ${address}: ${reason}`;
  });
  const more = failures.slice(maxNamed);
  return more.length > 0 ? [...lines, `${countByKind(more)} more are not shown.`] : lines;
}

function countByKind(media: OutsideMedia[]): string {
  const kinds = (['picture', 'recording'] as const).map((kind) => {
    const count = media.filter((one) => one.kind === kind).length;
    return count === 0 ? [] : [`${count} ${kind}${count === 1 ? '' : 's'}`];
  });
  return kinds.flat().join(' and ');
}
