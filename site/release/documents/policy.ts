// What machines may do with the content, and where to report a weakness: robots.txt, the licence, security.txt.
import type { Room } from '#domain/room.ts';
import { escapeMarkup } from '#domain/text/markup.ts';

/** @spec-gap content-signals */
const defaultSignals = { search: true, aiInput: true, aiTrain: false };

const contentSignalsOf = ({ creator }: Room) => creator.contentSignals ?? defaultSignals;

/**
 * https://contentsignals.org. Lines for the licence (RSL) and the agent catalog (ARD) are left out, since checkers of
 * robots.txt call them errors: Link headers and the head of every page lead to both.
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

/** Without syndication there is no licence to speak of. */
export const isLicensed = ({ creator }: Room): boolean => creator.syndication?.available === true;

function usages(room: Room): { permitted: string[]; prohibited: string[] } {
  const { search, aiInput, aiTrain } = contentSignalsOf(room);
  const all = { search, 'ai-index': aiInput, 'ai-input': aiInput, 'ai-train': aiTrain };
  const named = (wanted: boolean) =>
    Object.entries(all).flatMap(([name, allowed]) => (allowed === wanted ? [name] : []));
  return { permitted: named(true), prohibited: named(false) };
}

/** Really Simple Licensing 1.0, https://rslstandard.org/rsl; the terms in words stand at the foot of every page. */
export function rslLicense(room: Room): string {
  const { creator, baseUrl } = room;
  const { permitted, prohibited } = usages(room);
  const terms = escapeMarkup(`${baseUrl}/#reprinting`);
  const payment = creator.syndication?.l402Required ? 'purchase' : 'attribution';
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

/** RFC 9116. Expires is the creator's word, since a build knows no clock. */
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

/** NIP-05: the names of this host and their keys. */
export function nostrJson({ creator }: Room): string | undefined {
  if (!creator.nostr) return undefined;
  const { pubkey, nip05, relays } = creator.nostr;
  const [name = '_'] = (nip05 ?? '').split('@').filter(Boolean);
  return JSON.stringify({ names: { [name.toLowerCase()]: pubkey }, relays: { [pubkey]: relays } });
}
