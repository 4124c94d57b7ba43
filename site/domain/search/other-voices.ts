// Finds passages that are not the author's own words: quotations, reposts, letters, interviews, advertisements.
//
// Texts do not mark the authors of paragraphs, so the rules use the form of the text and typical phrases. In doubt the
// author of a passage is unknown.
import { plainName } from '../names.ts';
import {
  salutationName,
  closingName,
  isDocumentLead,
  isLettersHeading,
  isLettersTitle,
  isOwnAnswer,
  namedSender,
  parseByline,
  questionSender,
  type LeadIn,
  parseLeadIn,
  parseRepost,
  type Repost,
  repostInTitle,
  signatureName,
} from './lead-ins.ts';
import { interviews, unnamedInterviews } from './interviews.ts';
import {
  type Cast,
  isBoundary,
  type VoiceFinder,
  firstNames,
  findLineFrom,
  isCastCreator,
  isHeadingLike,
  markLines,
  sectionEnd,
  namedVoice,
  type Voice,
  type LineVoices,
} from './line-voices.ts';
import { parseCitedName, parseFullName, isPerson, parsePersonName } from './named-person.ts';
import { type AttributedPassage, quotedSpans } from './passages.ts';
import type { Line } from './plain-text.ts';
import { advertiserIn, continuesAdvertisement, isOffer, isSponsorLabel, isSponsorSentence } from './sponsors.ts';

/** Maximum number of lines of an advertisement or letter that only a heading or a break ends. */
const maxLines = 6;
/** Number of lines at the beginning of a text that may name its author. */
const bylineLines = 3;

const quotations: VoiceFinder = (lines, voices) => {
  for (let at = 0; at < lines.length;) {
    const { quotation } = lines[at]!;
    const end = findLineFrom(lines, at, (line) => line.quotation !== quotation);
    if (quotation !== undefined) markQuotation(lines, voices, at, end);
    at = end;
  }
};

/** Marks a block quotation, with a signature in the line after it. */
function markQuotation(lines: Line[], voices: LineVoices, at: number, end: number): void {
  const signers = lines.slice(at, end + 1).map(({ text }) => signatureName(text));
  // The last line of a quotation may be just a name.
  const last = end - at > 1 ? parseFullName(lines[end - 1]!.text) : undefined;
  const signer = signers.findLast((name) => name !== undefined);
  const before = lines[at - 1]?.text ?? '';
  const announced = parseLeadIn(before)?.subject ?? parseCitedName(before);
  markLines(voices, at, end + (signers[end - at] ? 1 : 0), namedVoice(signer ?? last ?? announced));
}

const repostVoice = ({ account }: Repost): Voice => (account ? { speaker: account } : {});

/** Marks everything after the sign of a repost as words of the other account. */
const reposts: VoiceFinder = (lines, voices, { title, isOwn }) => {
  // The author of any other item is already the reposted account.
  if (!isOwn) return;
  const whole = repostInTitle(title);
  if (whole && !whole.isLinkOnly) markLines(voices, 0, lines.length, repostVoice(whole));
  for (const [at, { text, kind, quotation }] of lines.entries()) {
    const repost = kind === 'text' && quotation === undefined ? parseRepost(text) : undefined;
    if (!repost) continue;
    markLines(voices, at, repost.isLinkOnly ? at + 1 : lines.length, repostVoice(repost));
  }
};

function advertisementEnd(lines: Line[], at: number): number {
  const { text, kind, callout } = lines[at]!;
  if (kind === 'heading') return sectionEnd(lines, at, true);
  if (callout !== undefined) return findLineFrom(lines, at + 1, (line) => line.callout !== callout);
  const end = findLineFrom(lines, at + 1, isBoundary);
  const before = lines[at - 1];
  const isFramed = before !== undefined && isBoundary(before);
  const isShort = end < lines.length && end - at <= maxLines;
  return isShort && (isFramed || isSponsorLabel(text)) ? end : praiseEnd(lines, at);
}

/**
 * Returns the end of the lines that continue an advertisement: its list, offers, and lines with the advertiser's
 * name.
 */
function praiseEnd(lines: Line[], at: number): number {
  const { text, list, lead = '' } = lines[at]!;
  const name = advertiserIn(text);
  const isIntroduction = isSponsorLabel(text) || text.endsWith(':') || isSponsorLabel(lead);
  const next = lines[at + 1];
  const first = at + (isIntroduction && next && !isBoundary(next) ? 2 : 1);
  const listInside = lines[first - 1]!.list;
  const isInList = (line: Line) => listInside !== undefined && listInside !== list && line.list === listInside;
  return findLineFrom(
    lines,
    first,
    (line) => isBoundary(line) || !(isInList(line) || continuesAdvertisement(line.text, name)),
  );
}

const beginsAdvertisement = ({ text, lead = '' }: Line): boolean =>
  isSponsorLabel(text) || isSponsorSentence(text) || (lead !== text && isSponsorLabel(lead));

const isSingleOffer = ({ text, kind, sponsoredLink }: Line): boolean =>
  kind === 'text' && (isOffer(text) || sponsoredLink !== undefined);

const advertisements: VoiceFinder = (lines, voices) => {
  for (const [at, line] of lines.entries()) {
    const { kind, sponsoredLink } = line;
    if (kind === 'code' || kind === 'break') continue;
    if (beginsAdvertisement(line)) markLines(voices, at, advertisementEnd(lines, at), {});
    else if (isSingleOffer(line)) markLines(voices, at, at + 1, {});
    // A line with only a paid link ends the advertisement before it.
    if (sponsoredLink === 'whole' && lines[at - 1]?.kind === 'text') markLines(voices, at - 1, at, {});
  }
};

const hasOpenQuote = (text: string): boolean => /^[“„«"「]/u.test(text) && !/[”“»"」]\S{0,2}$/u.test(text.slice(1));

/** Returns the end of a letter: a signature or an answer, if one follows soon. */
function letterEnd(lines: Line[], at: number, cast: Cast, words: string): number {
  const end = findLineFrom(lines, at + 1, (line) => {
    const { text, quotation } = line;
    if (isBoundary(line) || quotation !== undefined || isOwnAnswer(text)) return true;
    const next = parseLeadIn(text);
    return next !== undefined && (next.isLetter || isCastCreator(next.subject, cast));
  });
  const signature = findLineFrom(lines, at + 1, ({ text }) => signatureName(text) !== undefined);
  if (signature < end && signature - at <= maxLines) return signature + 1;
  if (words === '') return end;
  if (!hasOpenQuote(words)) return at + 1;
  return Math.min(end, findLineFrom(lines, at + 1, ({ text }) => /[”“»"」]\S{0,2}$/u.test(text)) + 1);
}

/** Returns true if a lead-in introduces a person other than the creator. */
const introducesOther = ({ subject, isLetter }: LeadIn, cast: Cast): boolean =>
  !isCastCreator(parsePersonName(subject) ?? '', cast) && (!isLetter || isPerson(subject));

/** Marks the words after a lead-in. */
function markAnnounced(lines: Line[], at: number, cast: Cast, voices: LineVoices): void {
  const lead = parseLeadIn(lines[at]!.text);
  if (!lead || !introducesOther(lead, cast)) return;
  const { subject, words, isLetter } = lead;
  const isQuotationNext = words === '' && lines[at + 1]?.quotation !== undefined;
  if (isQuotationNext) return;
  const end = isLetter ? letterEnd(lines, at, cast, words) : at + 2;
  markLines(voices, words === '' ? at + 1 : at, end, namedVoice(subject));
}

/** Marks a line that begins with its sender, such as “Question from Lena: …” or “*Lena, Malmö:* …”. */
function markSent({ text, lead = '' }: Line, at: number, cast: Cast, voices: LineVoices): void {
  const sender = questionSender(text) ?? (lead !== text ? namedSender(lead) : undefined);
  if (sender !== undefined && !isCastCreator(parsePersonName(sender) ?? '', cast))
    markLines(voices, at, at + 1, namedVoice(sender));
}

/** Marks a letter that is addressed to the creator. */
function markAddressed(lines: Line[], at: number, cast: Cast, voices: LineVoices): void {
  const addressee = salutationName(lines[at]!.text);
  if (!addressee || !firstNames(cast.creator).includes(plainName(addressee))) return;
  const end = letterEnd(lines, at, cast, '');
  markLines(voices, at, end, namedVoice(signatureName(lines[end - 1]!.text)));
}

function markSigned(lines: Line[], at: number, cast: Cast, voices: LineVoices): void {
  const signer = signatureName(lines[at]!.text);
  const name = signer && parsePersonName(signer);
  if (name && !isCastCreator(name, cast) && lines[at - 1]?.kind === 'text')
    markLines(voices, at - 1, at + 1, { speaker: name });
}

/** Marks a letter that ends with “Best wishes, Lena”; its author is not certain. */
function markClosed(lines: Line[], at: number, cast: Cast, voices: LineVoices): void {
  const closer = closingName(lines[at]!.text);
  if (closer === undefined) return;
  const name = parsePersonName(closer === '' ? (lines[at + 1]?.text ?? '') : closer);
  if (!name || isCastCreator(name, cast)) return;
  markLines(voices, lines.slice(0, at).findLastIndex(isBoundary) + 1, at + (closer === '' ? 2 : 1), {});
}

const letters: VoiceFinder = (lines, voices, cast) => {
  if (isLettersTitle(cast.title)) markLines(voices, 0, lines.length, {});
  for (const [at, line] of lines.entries()) {
    if (isHeadingLike(line) && isLettersHeading(line.text)) markLines(voices, at + 1, sectionEnd(lines, at, false), {});
    if (line.kind !== 'text' || voices[at]) continue;
    markAnnounced(lines, at, cast, voices);
    markSent(line, at, cast, voices);
    markAddressed(lines, at, cast, voices);
    markSigned(lines, at, cast, voices);
    markClosed(lines, at, cast, voices);
  }
};

/** Returns the end of the block that begins at a line: a listing, a list, or one paragraph. */
function blockEnd(lines: Line[], at: number): number {
  const { kind, list } = lines[at] ?? {};
  if (kind === 'code') return findLineFrom(lines, at, (line) => line.kind !== 'code');
  return list === undefined ? at + 1 : findLineFrom(lines, at, (line) => line.list !== list);
}

/** Marks the text of somebody else below a byline. */
function markBylined(lines: Line[], at: number, cast: Cast, voices: LineVoices): void {
  const author = parseByline(lines[at]!.text);
  if (!author || isCastCreator(parsePersonName(author.subject ?? '') ?? '', cast)) return;
  const end = author.isExcerpt ? findLineFrom(lines, at + 1, isBoundary) : lines.length;
  markLines(voices, at + 1, end, namedVoice(author.subject));
}

/** Marks words from documents such as a README, and the texts of guests and excerpts below their bylines. */
const otherTexts: VoiceFinder = (lines, voices, cast) => {
  for (const [at, { text, kind }] of lines.entries()) {
    if (kind !== 'text' || voices[at]) continue;
    const next = lines[at + 1];
    if (next && !isBoundary(next) && isDocumentLead(text)) markLines(voices, at + 1, blockEnd(lines, at + 1), {});
    if (at < bylineLines) markBylined(lines, at, cast, voices);
  }
};

/** Marks lines that consist of words in quotation marks. */
const wholeQuotations: VoiceFinder = (lines, voices) => {
  for (const [at, { text, kind }] of lines.entries()) {
    const [span] = kind === 'text' ? quotedSpans(text) : [];
    if (!span || span.start > 0) continue;
    const rest = text.slice(span.end);
    const signer = signatureName(rest.replace(/^[.,]?\s*/u, ''));
    if (signer || /^[\s.,…]*$/u.test(rest)) markLines(voices, at, at + 1, namedVoice(signer));
  }
};

const finders: VoiceFinder[] = [
  quotations,
  reposts,
  advertisements,
  otherTexts,
  letters,
  interviews,
  unnamedInterviews,
  wholeQuotations,
];

/** Returns the passages of others in the order of the text; adjacent passages of one speaker are merged. */
export function findOtherVoices(lines: Line[], cast: Cast): AttributedPassage[] {
  const voices: LineVoices = lines.map(() => undefined);
  for (const find of finders) find(lines, voices, cast);
  const passages: AttributedPassage[] = [];
  let offset = 0;
  let before: Voice | undefined;
  for (const [at, { text }] of lines.entries()) {
    if (text === '') continue;
    const voice = voices[at];
    const start = offset;
    const end = start + text.length;
    offset = end + 1;
    if (voice && before && before.speaker === voice.speaker) passages.at(-1)![1] = end;
    else if (voice) passages.push(voice.speaker ? [start, end, voice.speaker] : [start, end]);
    before = voice;
  }
  return passages;
}
