// What became of pictures and recordings from elsewhere, in the words of ingest's report.
import type { OutsideMedia } from '#domain/items/media-replacements.ts';
import type { MediaMemory } from '../../../sidecar/content/media-places.ts';

const mostNamed = 10;

/** `asked`: the addresses of this run; what stays a link is named each time. */
export function noticesOf(media: OutsideMedia[], memory: MediaMemory, asked: ReadonlySet<string>): string[] {
  const placed = media.filter(({ address }) => asked.has(address) && placeIn(memory, address));
  const isSecure = ({ address }: OutsideMedia) => placeIn(memory, address)!.startsWith('https:');
  const secure = placed.filter(isSecure);
  const copied = placed.filter((one) => !isSecure(one));
  const links = media.filter(({ address }) => memory[address] && !placeIn(memory, address));
  const left = media.filter(({ address }) => !memory[address]);
  return [
    ...(secure.length > 0 ? [`${counted(secure)} named over http: pages load them over https.`] : []),
    ...(copied.length > 0 ? [`${counted(copied)} copied to media/copies.`] : []),
    ...(left.length > 0 ? [`${counted(left)} left for a later ingest, links or tiles until then.`] : []),
    ...named(links, memory),
  ];
}

function placeIn(memory: MediaMemory, address: string): string | undefined {
  const outcome = memory[address];
  return outcome && 'place' in outcome ? outcome.place : undefined;
}

function named(links: OutsideMedia[], memory: MediaMemory): string[] {
  const lines = links.slice(0, mostNamed).map(({ address, kind }) => {
    const outcome = memory[address]!;
    const why = 'problem' in outcome ? outcome.problem : '';
    return `A ${kind} is not shown, as it cannot be copied: ${address}: ${why}`;
  });
  const more = links.slice(mostNamed);
  return more.length > 0 ? [...lines, `${counted(more)} more are not shown.`] : lines;
}

function counted(media: OutsideMedia[]): string {
  const kinds = (['picture', 'recording'] as const).map((kind) => {
    const count = media.filter((one) => one.kind === kind).length;
    return count === 0 ? [] : [`${count} ${kind}${count === 1 ? '' : 's'}`];
  });
  return kinds.flat().join(' and ');
}
