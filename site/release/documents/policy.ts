// Renders robots.txt, the licence and security.txt.
import { readingHasPrice } from '#domain/access/access.ts';
import type { Room } from '#domain/room.ts';
import { escapeMarkup } from '#domain/text/markup.ts';

/** @spec-gap content-signals */
const defaultSignals = { search: true, aiInput: true, aiTrain: false };

const contentSignalsOf = ({ creator }: Room) => creator.contentSignals ?? defaultSignals;

/**
 * Renders robots.txt with https://contentsignals.org. It has no lines for the licence (RSL) and the agent catalog
 * (ARD), because validators of robots.txt report them as errors. Link headers and the head of every page refer to both.
 */
export function robotsTxt(room: Room): string {
  const { search, aiInput, aiTrain } = contentSignalsOf(room);
  const word = (allowed: boolean) => (allowed ? 'yes' : 'no');
  return [
    'User-agent: *',
    `Content-Signal: search=${word(search)}, ai-input=${word(aiInput)}, ai-train=${word(aiTrain)}`,
    'Allow: /',
    '',
    `Sitemap: ${room.baseUrl}/sitemap-index.xml`,
    '',
  ].join('\n');
}

/** Returns true if the creator grants a licence by syndication. */
export const isLicensed = ({ creator }: Room): boolean => creator.syndication?.available === true;

function usages(room: Room): { permitted: string[]; prohibited: string[] } {
  const { search, aiInput, aiTrain } = contentSignalsOf(room);
  const all = { search, 'ai-index': aiInput, 'ai-input': aiInput, 'ai-train': aiTrain };
  const listUsages = (isAllowed: boolean) =>
    Object.entries(all).flatMap(([name, allowed]) => (allowed === isAllowed ? [name] : []));
  return { permitted: listUsages(true), prohibited: listUsages(false) };
}

/**
 * Renders the licence in Really Simple Licensing 1.0, https://rslstandard.org/rsl. Its terms are at the bottom of every
 * page.
 */
export function rslLicense(room: Room): string {
  const { creator, baseUrl } = room;
  const { permitted, prohibited } = usages(room);
  const terms = escapeMarkup(`${baseUrl}/#reprinting`);
  const payment = readingHasPrice(room.access) ? 'purchase' : 'attribution';
  const email = creator.pressContact && ` contactEmail="${escapeMarkup(creator.pressContact.email)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rsl xmlns="https://rslstandard.org/rsl">',
    '  <content url="/">',
    '    <license>',
    ...(permitted.length > 0 ? [`      <permits type="usage">${permitted.join(' ')}</permits>`] : []),
    ...(prohibited.length > 0 ? [`      <prohibits type="usage">${prohibited.join(' ')}</prohibits>`] : []),
    `      <payment type="${payment}">`,
    `        <custom>${terms}</custom>`,
    '      </payment>',
    '    </license>',
    `    <copyright type="person"${email ?? ''}>${escapeMarkup(creator.name)}</copyright>`,
    `    <terms>${terms}</terms>`,
    '  </content>',
    '</rsl>',
    '',
  ].join('\n');
}

/** Renders security.txt (RFC 9116). The creator sets Expires, because a build has no clock. */
export function securityTxt({ creator, baseUrl }: Room): string | undefined {
  if (!creator.security) return undefined;
  const { contact, expires, policy } = creator.security;
  return [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    ...(policy ? [`Policy: ${policy}`] : []),
    `Preferred-Languages: ${creator.language}`,
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

/** Renders the names of this host and their keys (NIP-05). */
export function nostrJson({ creator }: Room): string | undefined {
  if (!creator.nostr) return undefined;
  const { pubkey, nip05, relays } = creator.nostr;
  const [name = '_'] = (nip05 ?? '').split('@').filter(Boolean);
  return JSON.stringify({ names: { [name.toLowerCase()]: pubkey }, relays: { [pubkey]: relays } });
}
