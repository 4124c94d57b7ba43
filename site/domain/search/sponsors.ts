// Labels, phrases and links of advertisements.

/** Labels above an advertisement, in a line without other words. */
const sponsorLabel =
  /^[^\p{L}]*(?:sponsors?|sponsored|sponsored (?:content|post|message)|(?:our|today[’']s|this (?:week|month|issue|episode)[’']s) sponsors?|(?:an? )?(?:words?|messages?|notes?) from (?:our|the|today[’']s|this (?:week|month|issue|episode)[’']s) (?:sponsors?|partners?|advertisers?)|advert(?:isement|orial)?s?|ads?|(?:paid )?promo(?:s|tions?|ted)?|paid (?:content|post|partnership|promotion|message)|(?:our )?partners?|partner(?:ed)? (?:content|post|message)|in partnership|classifieds?|werbung|werbeanzeige|anzeigen?|gesponsert|werbepartner|werbeblock|unsere? (?:sponsor(?:en)?|(?:werbe)?partner)|publicité|contenu sponsorisé|sponsorisé|publicidad|contenido patrocinado|patrocinado(?:r|res)?|pubblicità|sponsorizzato|publicidade|conteúdo patrocinado|advertentie|gesponsord|annons|reklame|реклама|pr|広告|スポンサー|إعلان|광고)[^\p{L}]*$/iu;

/** Sentences that begin an advertisement. */
const sponsorSentences = [
  /^[^\p{L}]*(?:sponsored|brought to you|paid for|presented) by\b/iu,
  /^[^\p{L}]*(?:(?:many |a (?:big )?)?thank(?:s| you)(?: go)? to |and |now |first, )*(?:our|today[’']s|this (?:week|month|issue|episode)[’']s|the) (?:\p{L}+ )?(?:sponsors?|advertisers?)\b/iu,
  /^[^\p{L}]*(?:in (?:paid )?partnership with|this is an? (?:paid|sponsored)|support for .{2,60} comes from|we(?:[’']re| are) (?:sponsored|supported) by)\b/iu,
  /^.{0,60}\b(?:issue|episode|newsletter|letter|edition|post|podcast|show|video|stream|week|month|article|section|programme|program|season|blog|dispatch|digest|piece|instalment)\b.{0,40}\b(?:(?:sponsored|supported|presented|powered) by|brought to you by|made possible by|in partnership with)\b/iu,
  /^[^\p{L}]*(?:ad|advertisement|sponsor(?:ed)?|partner content|werbung|anzeige|publicité|publicidad|pubblicità|publicidade)\s*[:：|–—]/iu,
  /^.{0,60}\b(?:for (?:sponsoring|supporting) (?:this|today|the)|(?:is|are) (?:this (?:week|month|issue|episode)|today)[’']s (?:\p{L}+ )?sponsors?)\b/iu,
  /^[^\p{L}]*(?:gesponsert|unterstützt|präsentiert) (?:von|durch)\b/iu,
  /^.{0,40}(?:ausgabe|folge|episode|sendung|newsletter|beitrag|podcast|video|woche)\b.{0,40}\b(?:gesponsert|unterstützt|präsentiert|ermöglicht)/iu,
  /^[^\p{L}]*(?:mit (?:freundlicher )?unterstützung (?:von|durch)|unsere? (?:sponsor|werbepartner)|sponsorisé par|en partenariat avec|patrocinado por|sponsorizzato da|gesponsord door)/iu,
  /^.{0,40}(?:épisode|numéro|lettre|infolettre|épisodio|episodio|número|boletín|numero|episódio|aflevering)\b.{0,40}(?:sponsoris|présentée? par|offerte? par|proposée? par|patrocinad|presentado por|sponsorizzat|offert[oa] da|gesponsord|mogelijk gemaakt)/iu,
  /^【?(?:PR|広告|提供)[】:：]|の提供でお送り/u,
];

const offerCode =
  /\b(?:promo|coupon|discount|voucher) codes?\b|\brabattcode\b|\bgutscheincode\b|\bcode promo\b|\bcódigo (?:de )?(?:descuento|promocional)\b/iu;
const capitalCode = /\b(?:[Uu]se|[Ww]ith|[Ee]nter|Code) (?:the )?(?:code )?[“"'‘]?[A-Z]{3,}[A-Z0-9]*\d+\b/;
const furtherOffer =
  /\b(?:\d{1,2}\s?% (?:off|rabatt)|free (?:trial|month|shipping)|kostenlos testen|money-back|sign up (?:at|today)|learn more at)/iu;

/** A label in brackets, such as “[Ad] …” or “(Anzeige) …”. */
const bracketed = /^[^\p{L}]*[[(【［（]([^\])】］）]{2,40})[\])】］）]/u;
const sponsorTag = /(?:^|\s)#(?:ad|advert|sponsored|paidpartnership|werbung|anzeige|publi|pr)(?![\p{L}\p{N}_])/iu;

export const isSponsorLabel = (text: string): boolean => sponsorLabel.test(text);
export const isSponsorSentence = (text: string): boolean =>
  sponsorSentences.some((pattern) => pattern.test(text)) ||
  isSponsorLabel(bracketed.exec(text)?.[1] ?? '') ||
  sponsorTag.test(text);
export const isOffer = (text: string): boolean => offerCode.test(text) || capitalCode.test(text);

/** Title that ingest sets for a link with `rel="sponsored"`. */
export const sponsoredTitle = 'Sponsored';
const sponsorParameter =
  /[?&](?:utm_(?:medium|source|campaign|content)=(?:[\w-]*[_-])?(?:sponsor\w*|advert\w*|ads?|paid|affiliates?)(?![a-z\d])|aff(?:iliate)?(?:_?id)?=|irclickid=|sponsor(?:ed)?=)/i;

/** Returns true for a link that is marked as sponsored by its title or parameters. */
export const isSponsoredLink = (address: string, title: unknown): boolean =>
  title === sponsoredTitle || sponsorParameter.test(address);

/** The name of the advertiser in the first sentence of an advertisement. */
const advertiser = /\s(?:by|with|from|von|durch|par|avec|por|da|door)\s+([\p{Lu}\d][\p{L}\d’'-]*)/u;
export const advertiserIn = (text: string): string | undefined => advertiser.exec(text)?.[1];

export const continuesAdvertisement = (text: string, name: string | undefined): boolean =>
  isOffer(text) || furtherOffer.test(text) || (name !== undefined && text.includes(name));
