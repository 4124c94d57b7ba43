// Files that belong to no endpoint: feeds, what crawlers read first, and what the creator's settings ask for.
import { type Artifact, artifact, type BodyOf, mediaTypes } from '#domain/release/artifact.ts';
import { isLicensed, nostrJson, robotsTxt, rslLicense, securityTxt } from './documents/policy.ts';
import { serverCard, serverCardPaths, serverCardType } from './documents/server-card.ts';
import { feedFiles } from '../feeds/feeds.ts';
import { licensePath } from '#domain/links.ts';
import { indexUpdatedAt, type Room } from '#domain/room.ts';

export function rootFiles(room: Room, bodyOf: BodyOf): Artifact[] {
  const file = (path: string, type: string, text: string | undefined): Artifact[] =>
    text === undefined ? [] : [artifact(path, type, indexUpdatedAt(room), () => text)];
  const { indexNow } = room.creator;
  return [
    ...file('/robots.txt', mediaTypes.text, robotsTxt(room)),
    ...file(licensePath, mediaTypes.rsl, isLicensed(room) ? rslLicense(room) : undefined),
    ...file('/.well-known/security.txt', mediaTypes.text, securityTxt(room)),
    ...file('/.well-known/nostr.json', mediaTypes.json, nostrJson(room)),
    ...file(`/${indexNow?.key}.txt`, mediaTypes.text, indexNow?.key),
    ...serverCardPaths.flatMap((path) => file(path, serverCardType, JSON.stringify(serverCard(room)))),
    ...feedFiles(room, bodyOf),
  ];
}
