// What became of pictures and recordings from elsewhere, in the words of ingest's report.
import type { OutsideMedia } from '#domain/items/media-replacements.ts';
import type { MediaMemory } from '../../../sidecar/content/media-copies.ts';

const maxNamed = 10;

/** `asked`: the addresses of this run; what stays a link is named each time. */
export function mediaNotices(media: OutsideMedia[], memory: MediaMemory, asked: ReadonlySet<string>): string[] {
  const placed = media.filter(({ address }) => asked.has(address) && findMediaAddress(memory, address));
  const isSecure = ({ address }: OutsideMedia) => findMediaAddress(memory, address)!.startsWith('https:');
  const secure = placed.filter(isSecure);
  const copied = placed.filter((one) => !isSecure(one));
  const links = media.filter(({ address }) => memory[address] && !findMediaAddress(memory, address));
  const left = media.filter(({ address }) => !memory[address]);
  return [
    ...(secure.length > 0 ? [`${countByKind(secure)} named over http: pages load them over https.`] : []),
    ...(copied.length > 0 ? [`${countByKind(copied)} copied to media/copies.`] : []),
    ...(left.length > 0 ? [`${countByKind(left)} left for a later ingest, links or tiles until then.`] : []),
    ...failureNotices(links, memory),
  ];
}

function findMediaAddress(memory: MediaMemory, address: string): string | undefined {
  const outcome = memory[address];
  return outcome && 'place' in outcome ? outcome.place : undefined;
}

function failureNotices(links: OutsideMedia[], memory: MediaMemory): string[] {
  const lines = links.slice(0, maxNamed).map(({ address, kind }) => {
    const outcome = memory[address]!;
    const why = 'problem' in outcome ? outcome.problem : '';
    return `A ${kind} is not shown, as it cannot be copied: ${address}: ${why}`;
  });
  const more = links.slice(maxNamed);
  return more.length > 0 ? [...lines, `${countByKind(more)} more are not shown.`] : lines;
}

function countByKind(media: OutsideMedia[]): string {
  const kinds = (['picture', 'recording'] as const).map((kind) => {
    const count = media.filter((one) => one.kind === kind).length;
    return count === 0 ? [] : [`${count} ${kind}${count === 1 ? '' : 's'}`];
  });
  return kinds.flat().join(' and ');
}
