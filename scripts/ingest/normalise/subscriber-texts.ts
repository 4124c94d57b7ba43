// Recognises texts that their source cuts for subscribers, and removes calls to subscribe, which no reader of the room
// can follow.
import { longPattern } from '#domain/text/long-pattern.ts';
import { type CheerioAPI, load } from 'cheerio/slim';
import type { FeedDocument, FeedItem } from '../feed-document.ts';
import { toHtml, withBoundedTags } from './markup.ts';

type Node = ReturnType<CheerioAPI>;

export interface Teaser {
  /** HTML without calls to subscribe, links to the rest of the text, and notices about subscribers. */
  html: string | undefined;
  /** True if the source keeps the rest of the text for its subscribers. */
  isCut: boolean;
}

/** Labels of buttons and links that ask for a subscription, in the languages of common publishing platforms. */
const subscribeLabel = longPattern(
  String.raw`
    ^[^\p{L}]*(?:(?:please )?subscribe(?: (?:now|here|today|for free|to .{1,60}))?|sign up(?: now)?|
    upgrade(?: (?:now|to (?:paid|premium)))?|upgrade your subscription|become an? (?:(?:paid|paying|
    free) )?(?:member|subscriber|patron|supporter)|join now|get (?:a )?full access|start (?:a|
    your) (?:free )?trial|give a gift subscription|(?:jetzt )?abonnieren|mitglied werden|jetzt unterstützen|
    s[’']abonner(?: maintenant)?|devenir (?:membre|abonnée?)|suscr[ií]b(?:ete|irse|irme|ir)(?: ahora)?|
    hazte (?:miembro|socio)|abb[oò]nati(?: ora)?|iscriviti(?: ora)?|assin(?:ar|e)(?: agora)?|subscrev(?:er|
    a)(?: agora)?|word (?:lid|abonnee)|abonneer(?: nu)?|登録する|購読する|今すぐ登録)[^\p{L}]*$`,
  'iu',
);

/** Addresses on which people subscribe; platforms fill in the placeholders when they send a mail. */
const subscribeAddress = longPattern(
  String.raw`
    %%(?:checkout|share)_url%%|#/?portal\b|[/.](?:subscribe|subscriptions?|upgrade|membership|memberships|
    members|join|signup|sign-up|account|abo|abonnement|mitglied-werden)(?:[/?#]|$)|//(?:www\.)?(?:patreon\.com|
    steadyhq\.com|steady\.page|ko-fi\.com)/`,
  'i',
);

/** Labels of links to the rest of a text. */
const readOnLabel = longPattern(
  String.raw`
    ^[^\p{L}]*(?:read (?:more|on|in full|(?:the )?(?:rest|full (?:story|post|article)|whole (?:story|post|
    article)))|continue reading|keep reading|weiterlesen|weiter lesen|mehr lesen|(?:den )?ganzen (?:text|
    artikel|beitrag) lesen|lire la suite|continuer la lecture|leer más|seguir leyendo|continua a leggere|
    leggi tutto|ler mais|continuar (?:a ler|lendo|leyendo)|lees (?:meer|verder)|続きを読む|もっと読む|阅读更多|
    继续阅读)(?: .{0,80})?[^\p{L}]*$`,
  'iu',
);

const readers = '(?:paid|paying|premium|free)?[ -]*(?:subscribers?|members?|patrons?|supporters?|subscriptions?)';
const thisText =
  '(?:th(?:is|e)(?: (?:rest|remainder|full|whole|complete|entire))?(?: of)?(?: th(?:is|e))?(?: (?:full|whole))?[ -]+(?:post|article|story|episode|letter|issue|newsletter|piece|text|content|essay|column|video|conversation|interview|thread|rest|remainder)\\b)';

/** Sentences that reserve the text, or its rest, for those who pay at the source. */
const notices = [
  new RegExp(
    `\\b${thisText}.{0,60}\\b(?:only|exclusively|reserved|available|exclusive|just|restricted|limited)\\b.{0,30}\\b(?:for|to)\\b.{0,30}${readers}`,
  ),
  new RegExp(`\\b${thisText}.{0,20} (?:is|are) for .{1,60}${readers}(?: only\\b|[.!]?$)`),
  new RegExp(
    `\\b${thisText}.{0,20} (?:is|are) (?:for|limited to) (?:our |my |the )?${readers}(?: only)?(?: on the |[^\\p{L} ]|$)`,
    'u',
  ),
  new RegExp(`\\b${readers}[ -]only (?:post|article|story|episode|letter|issue|content)`),
  longPattern(
    String.raw`
    \b(?:subscribe|upgrade|sign up|log ?in|sign in|become an? .{1,30}|join(?: now| us)?|pay)\b.{0,60}\b(?:to|
    and) (?:keep|continue) (?:on )?(?:reading|listening|watching)\b`,
    '',
  ),
  new RegExp(
    `\\b(?:subscribe|upgrade|sign up|become an? .{1,30}|join(?: now| us)?|pay)\\b.{0,60}\\b(?:to|and) (?:read|unlock|see|hear|view|(?:get )?access(?: to)?|get|listen to|watch) ${thisText}`,
  ),
  new RegExp(
    `\\b(?:unlock|to (?:read|hear|see|get)) ${thisText}.{0,60}\\b(?:subscribe|upgrade|become|join|member|patron|visit)`,
  ),
  new RegExp(`\\bto (?:read|hear|see|view|access|watch) ${thisText}.{0,20}, you (?:must|need to|have to)\\b`),
  /\b(?:keep reading|listen|watch)(?: to this episode| this video)? with an? .{1,30}free trial\b/,
  /\b(?:join|subscribe|upgrade|become an? .{1,30}) (?:now )?to unlock\b/,
  /\bread more of this content when you subscribe\b/,
  longPattern(
    String.raw`
    \byou (?:must|need to|have to) be (?:logged in|signed in|subscribed|an? (?:.{1,30} )?(?:member|subscriber|
    patron))\b.{0,60} to (?:access|view|read|see|hear|watch|continue)\b|
    \byou are (?:not authori[sz]ed|unauthori[sz]ed) to (?:view|access)\b|
    ^(?:membership|subscription) required\b|\bsign in to (?:view|see|read) (?:more|the (?:full|whole|rest))\b`,
    '',
  ),
  /\bthis is a (?:free )?preview of an? (?:paid|premium|subscribers?[ -]only|members?[ -]only|patrons?[ -]only) /,
  /\balready (?:a|an) (?:paid |paying )?(?:subscriber|member|patron)\? (?:sign|log) in\b/,
  /\b(?:nur|exklusiv|ausschließlich) für (?:.{0,40}[ -])?(?:abonnent|mitglieder|unterstützer|steady|zahlende)/,
  longPattern(
    String.raw`
    \b(?:um|zum) (?:.{0,40} )?weiter ?(?:zu)?(?:lesen|hören)\b.{0,60}\b(?:abonnier|mitglied|abo\b|anmeld)|
    \b(?:abonnier|werden? (?:sie )?(?:jetzt )?mitglied|mitglied werden).{0,60}\bweiter ?(?:zu)?(?:lesen|hören)`,
    '',
  ),
  longPattern(
    String.raw`
    \bum (?:diesen?|dieses|den (?:ganzen|vollständigen)|das (?:ganze|vollständige)) .{1,30} (?:zu )?(?:lesen|hören|
    sehen)\b.{0,80}(?:mitglied|\babo)|\bschon (?:mitglied|abonnent(?:in)?)\? (?:hier |jetzt )?(?:anmelden|
    einloggen)|\b(?:nur|exklusiv) mit (?:.{0,20}[ -])?(?:mitgliedschaft|abo)\b|\bweiterlesen mit (?:.{1,30} )?
    (?:steady|abo|mitgliedschaft)\b`,
    '',
  ),
  /\b(?:réservée?s?|exclusivement|uniquement) (?:à|aux|pour) (?:nos |les |mes )?(?:abonné|membre|soutien)/,
  /\babonnez[- ]vous pour (?:lire la suite|continuer)/,
  longPattern(
    String.raw`
    \b(?:solo|exclusiv[oa]s?|únicamente|reservad[oa]|riservat[oaie]) (?:para|aos?|ai|agli|a|per) (?:los |las |
    mis |nuestros |gli |os |as )?(?:suscriptor|miembro|mecenas|abbonati|iscritti|assinantes|membros|apoiadores)`,
    '',
  ),
  /\bsuscr[ií]bete para (?:seguir|continuar)|\babbonati per (?:continuare|leggere)|\bassine para (?:continuar|ler)/,
  /\balleen (?:voor|toegankelijk voor) (?:.{0,20}[ -])?(?:abonnees|leden)/,
  /(?:有料|会員|購読者|サブスク|メンバー).{0,12}(?:限定|のみ|専用)|続きをみるには|続きを読むには|付费(?:订阅|内容)|仅限(?:会员|订阅)/,
  /^_+steady_paywall_+$/,
];

/** Classes of the boxes in which platforms ask readers to pay. */
const paywallClass = longPattern(
  String.raw`
    (?:^|[\s_-])(?:paywall|gh-post-upgrade-cta|members?-only|subscribers?-only|medium-feed-link|
    pmpro_content_message|wc-memberships|rcp_restricted|mepr_error|mepr-unauthorized|mp_unauthorized|
    memberful|restricted-content|content-restricted|premium-content-logged-out-view)(?:$|[\s_-])`,
  'i',
);
const lockedTitle = longPattern(
  String.raw`
    [🔒🔐]|^[^\p{L}]*(?:paid |paying )?(?:subscribers|members|patrons|abonnenten|
    mitglieder)(?: only| exclusive)?\s*[:：|–—]`,
  'iu',
);

/** Longest text of a notice, and of a box with an offer, in characters. A longer one is the text for subscribers. */
const noticeCharacters = 400;
const boxCharacters = 1000;
/** Longest line of an offer, such as what a subscription includes, and the number of its lines. */
const offerCharacters = 120;
const offerLines = 10;
/** Comments after which a platform leaves out the rest for those who are not members. */
const cutComment = /^\s*(?:members-only|paywall|paid-content)\s*$/i;
const blocks =
  'address, article, aside, blockquote, center, div, figure, footer, form, h1, h2, h3, h4, h5, h6, header, li, main, ol, p, section, table, td, tr, ul';
/** Elements that are content though they have no text. */
const media = 'img, picture, video, audio, iframe, embed, object, svg, math, hr, [data-attrs]';

/**
 * Removes calls to subscribe from a text and recognises whether it is only the beginning. Only its end is searched for
 * signs of that, so that a text about subscriptions stays whole.
 */
export function readTeaser(
  html: string | undefined,
  { title = '', link }: Pick<FeedItem, 'title' | 'link'>,
  { generator = '' }: Pick<FeedDocument, 'generator'>,
): Teaser {
  if (!html) return { html, isCut: false };
  // Queries compare all children of the root with each other, so the root has a single child.
  const $ = load('<div></div>', { xml: { xmlMode: false, decodeEntities: true, encodeEntities: 'utf8' } }, false);
  const root = $('div').html(`<div>${withBoundedTags(toHtml(html))}</div>`);
  const signs = new Set([...removeCalls($, root), ...removeStub($, root, link)]);
  const isForSubscribers = signs.has('call') || /substack/i.test(generator) || lockedTitle.test(title);
  const isCut = signs.has('notice') || (signs.has('link to rest') && isForSubscribers);
  return { html: signs.size > 0 ? root.html()! : html, isCut };
}

type Sign = 'notice' | 'link to rest' | 'call';

const textOf = (node: Node): string => node.text().replace(/\s+/g, ' ').trim();

const isCall = (link: Node): boolean =>
  subscribeLabel.test(textOf(link)) && (!link.attr('href') || subscribeAddress.test(link.attr('href')!));

/** Removes buttons that ask for a subscription, wherever they are. */
function removeCalls($: CheerioAPI, root: Node): Sign[] {
  const buttons = root
    .find('a[class*="button"], a[class*="btn"], .button-wrapper > a')
    .filter((_, link) => isCall($(link)));
  buttons.remove();
  return buttons.length > 0 ? ['call'] : [];
}

/** Removes blocks from the end of a text while they are calls, links to the rest, or notices about subscribers. */
function removeStub($: CheerioAPI, root: Node, page: string | undefined): Set<Sign> {
  const signs = new Set<Sign>();
  for (let last = findLast(root); last; last = findLast(root)) {
    const stub = findStub($, last, root, page);
    if (!stub && !removeOffer($, root)) break;
    signs.add(stub?.sign ?? 'notice');
    stub?.node.remove();
  }
  return signs;
}

const isNotice = (text: string): boolean =>
  text.length <= noticeCharacters && notices.some((notice) => notice.test(text.toLowerCase()));

/** Removes a notice above a list of what subscribers get. */
function removeOffer($: CheerioAPI, root: Node): boolean {
  const lines = root.find('p, li, h1, h2, h3, h4, h5, h6, hr, img, figure').toArray().slice(-offerLines);
  const at = lines.findLastIndex((line) => isNotice(textOf($(line))));
  const offer = lines.slice(at + 1);
  const isOffer = at >= 0 && offer.every((line) => !$(line).is(media) && textOf($(line)).length <= offerCharacters);
  const isList = offer.some((line) => $(line).is('li'));
  if (isOffer && isList) $(lines.slice(at)).remove();
  return isOffer && isList;
}

/** Returns the innermost element that ends the text, after removing empty ones behind it. */
function findLast(root: Node): Node | undefined {
  let node = root;
  for (;;) {
    const last = node.contents().last();
    if (last.length === 0) return node[0] === root[0] ? undefined : node;
    if (isCutComment(last[0]!)) return last;
    if (textOf(last) === '' && last.find(media).addBack(media).length === 0) last.remove();
    else if (last[0]!.type === 'tag') node = last;
    else return node;
  }
}

const isCutComment = (node: Node[0]): boolean => node.type === 'comment' && cutComment.test(node.data);

/** Looks for a sign in the last element and in the elements around it, up to the block that contains it. */
function findStub($: CheerioAPI, last: Node, root: Node, page: string | undefined) {
  if (isCutComment(last[0]!)) return { sign: 'notice' as const, node: last };
  const box = last
    .parents()
    .addBack()
    .filter((_, node) => paywallClass.test($(node).attr('class') ?? '') && textOf($(node)).length <= boxCharacters)
    .first();
  if (box.length > 0) return { sign: 'notice' as const, node: box };
  for (let node = last; node.length > 0 && node[0] !== root[0]; node = node.parent()) {
    const text = textOf(node);
    if (text.length > noticeCharacters) return undefined;
    const sign = readSign(node, text, page);
    if (sign) return { sign, node };
    if (node.is(blocks)) return undefined;
  }
  return undefined;
}

function readSign(node: Node, text: string, page: string | undefined): Sign | undefined {
  const isLink = node.is('a');
  if (isLink && readOnLabel.test(text) && isSamePage(node.attr('href'), page)) return 'link to rest';
  if (isLink ? isCall(node) : subscribeLabel.test(text) && node.find('a[href]').length === 0) return 'call';
  return node.is(blocks) && isNotice(text) ? 'notice' : undefined;
}

/** Compares host and path, since links of newsletters carry the parameters of their mails. */
function isSamePage(href: string | undefined, page: string | undefined): boolean {
  const own = URL.parse(page ?? '');
  const other = URL.parse(href ?? '', page);
  const path = (url: URL) => url.hostname.replace(/^www\./, '') + url.pathname.replace(/\/+$/, '');
  return own !== null && other !== null && path(own) === path(other);
}
