// Passages of an item's text that are not its author's own words: quotations, reposts, letters, interviews, advertisements.
//
// Nobody has marked who wrote which paragraph, so that this goes by the form of the text and by the phrases that announce
// somebody else. In doubt a passage has no known author.
import { plainName } from '../names.ts';
import {
  addresseeOf,
  closerOf,
  isLettersHeading,
  isLettersTitle,
  isOwnAnswer,
  leadInOf,
  repostIn,
  repostInTitle,
  signerOf,
} from './lead-ins.ts';
import { interviews, unnamedInterviews } from './interviews.ts';
import {
  type Cast,
  ends,
  type Finder,
  firstNames,
  indexFrom,
  isCreator,
  isTitled,
  mark,
  sectionEnd,
  voiceOf,
  type Voice,
  type Voices,
} from './line-voices.ts';
import { citedIn, fullNameIn, isPerson, nameIn } from './named-person.ts';
import { type Passage, quotedSpans } from './passages.ts';
import type { Line } from './plain-text.ts';
import { advertiserIn, continuesAdvertisement, isOffer, isSponsorLabel, isSponsorSentence } from './sponsors.ts';

/** Length of an advertisement or a letter that nothing but a heading or a break ends, in lines. */
const mostLines = 6;

const quotations: Finder = (lines, voices) => {
  for (let at = 0; at < lines.length;) {
    const { quotation } = lines[at]!;
    const end = indexFrom(lines, at, (line) => line.quotation !== quotation);
    if (quotation !== undefined) {
      const signers = lines.slice(at, end + 1).map(({ text }) => signerOf(text));
      // The last line of a quotation may be nothing but a name.
      const last = end - at > 1 ? fullNameIn(lines[end - 1]!.text) : undefined;
      const signer = signers.findLast((name) => name !== undefined);
      const before = lines[at - 1];
      const announced = before && (leadInOf(before.text)?.subject ?? citedIn(before.text));
      mark(voices, at, end + (signers[end - at] ? 1 : 0), voiceOf(signer ?? last ?? announced));
    }
    at = end;
  }
};

/** Everything after the mark of a repost belongs to the other account. */
const reposts: Finder = (lines, voices, { title, isOwn }) => {
  // The author of any other item is the account that was reposted.
  if (!isOwn) return;
  const whole = repostInTitle(title);
  if (whole && !whole.isLinkOnly) mark(voices, 0, lines.length, whole.account ? { speaker: whole.account } : {});
  for (const [at, { text, kind, quotation }] of lines.entries()) {
    const repost = kind === 'text' && quotation === undefined ? repostIn(text) : undefined;
    if (!repost) continue;
    const { account, isLinkOnly } = repost;
    mark(voices, at, isLinkOnly ? at + 1 : lines.length, account ? { speaker: account } : {});
  }
};

function advertisementEnd(lines: Line[], at: number): number {
  const { text, list, callout } = lines[at]!;
  if (lines[at]!.kind === 'heading') return sectionEnd(lines, at, true);
  if (callout !== undefined) return indexFrom(lines, at + 1, (line) => line.callout !== callout);
  const end = indexFrom(lines, at + 1, ends);
  const isFramed = lines[at - 1] === undefined ? false : ends(lines[at - 1]!);
  const isLabel = isSponsorLabel(text);
  if ((isFramed || isLabel) && end < lines.length && end - at <= mostLines) return end;
  const name = advertiserIn(text);
  const isShort = isLabel || text.endsWith(':') || isSponsorLabel(lines[at]!.lead ?? '');
  const first = at + (isShort && lines[at + 1] && !ends(lines[at + 1]!) ? 2 : 1);
  const inList = lines[first - 1]!.list;
  return indexFrom(lines, first, (line) => {
    if (ends(line)) return true;
    return (
      !(inList !== undefined && inList !== list && line.list === inList) && !continuesAdvertisement(line.text, name)
    );
  });
}

const advertisements: Finder = (lines, voices) => {
  for (const [at, { text, kind, lead = '', sponsoredLink }] of lines.entries()) {
    if (kind === 'code' || kind === 'break') continue;
    const begins = isSponsorLabel(text) || isSponsorSentence(text) || (lead !== text && isSponsorLabel(lead));
    if (begins) mark(voices, at, advertisementEnd(lines, at), {});
    else if (kind === 'text' && (isOffer(text) || sponsoredLink)) mark(voices, at, at + 1, {});
    // A line of nothing but a paid link is the end of the advertisement before it.
    if (sponsoredLink === 'whole' && lines[at - 1]?.kind === 'text') mark(voices, at - 1, at, {});
  }
};

const hasOpenQuote = (text: string): boolean => /^[“„«"「]/u.test(text) && !/[”“»"」]\S{0,2}$/u.test(text.slice(1));

/** The lines of a letter after its first one: up to a signature or the answer, where either follows soon. */
function letterEnd(lines: Line[], at: number, cast: Cast, words: string): number {
  const end = indexFrom(lines, at + 1, (line) => {
    const { text, quotation } = line;
    if (ends(line) || quotation !== undefined || isOwnAnswer(text)) return true;
    const next = leadInOf(text);
    return next !== undefined && (next.isLetter || isCreator(next.subject, cast));
  });
  const signed = indexFrom(lines, at + 1, ({ text }) => signerOf(text) !== undefined);
  if (signed < end && signed - at <= mostLines) return signed + 1;
  if (words === '') return end;
  if (!hasOpenQuote(words)) return at + 1;
  return Math.min(end, indexFrom(lines, at + 1, ({ text }) => /[”“»"」]\S{0,2}$/u.test(text)) + 1);
}

/** A lead-in, with the words that follow it. */
function announced(lines: Line[], at: number, cast: Cast, voices: Voices): void {
  const lead = leadInOf(lines[at]!.text);
  if (!lead || isCreator(nameIn(lead.subject) ?? '', cast)) return;
  const { subject, words, isLetter } = lead;
  const isQuotationNext = words === '' && lines[at + 1]?.quotation !== undefined;
  if (isQuotationNext || (isLetter && !isPerson(subject))) return;
  const end = isLetter ? letterEnd(lines, at, cast, words) : at + 2;
  mark(voices, words === '' ? at + 1 : at, end, voiceOf(subject));
}

/** A letter that begins with the creator's name. */
function addressed(lines: Line[], at: number, cast: Cast, voices: Voices): void {
  const addressee = addresseeOf(lines[at]!.text);
  if (!addressee || !firstNames(cast.creator).includes(plainName(addressee))) return;
  const end = letterEnd(lines, at, cast, '');
  mark(voices, at, end, voiceOf(signerOf(lines[end - 1]!.text)));
}

function signed(lines: Line[], at: number, cast: Cast, voices: Voices): void {
  const signer = signerOf(lines[at]!.text);
  const name = signer && nameIn(signer);
  if (name && !isCreator(name, cast) && lines[at - 1]?.kind === 'text') mark(voices, at - 1, at + 1, { speaker: name });
}

/** A letter that ends with “Best wishes, Lena”; nobody knows where it begins. */
function closed(lines: Line[], at: number, cast: Cast, voices: Voices): void {
  const closer = closerOf(lines[at]!.text);
  if (closer === undefined) return;
  const name = nameIn(closer === '' ? (lines[at + 1]?.text ?? '') : closer);
  if (!name || isCreator(name, cast)) return;
  mark(voices, lines.slice(0, at).findLastIndex(ends) + 1, at + (closer === '' ? 2 : 1), {});
}

const letters: Finder = (lines, voices, cast) => {
  if (isLettersTitle(cast.title)) mark(voices, 0, lines.length, {});
  for (const [at, line] of lines.entries()) {
    if (isTitled(line) && isLettersHeading(line.text)) mark(voices, at + 1, sectionEnd(lines, at, false), {});
    if (line.kind !== 'text' || voices[at]) continue;
    announced(lines, at, cast, voices);
    addressed(lines, at, cast, voices);
    signed(lines, at, cast, voices);
    closed(lines, at, cast, voices);
  }
};

/** A line that is nothing but words in quotation marks. */
const wholeQuotations: Finder = (lines, voices) => {
  for (const [at, { text, kind }] of lines.entries()) {
    const [span] = kind === 'text' ? quotedSpans(text) : [];
    if (!span || span.start > 0) continue;
    const rest = text.slice(span.end);
    const signer = signerOf(rest.replace(/^[.,]?\s*/u, ''));
    if (signer || /^[\s.,…]*$/u.test(rest)) mark(voices, at, at + 1, voiceOf(signer));
  }
};

const finders: Finder[] = [
  quotations,
  reposts,
  advertisements,
  letters,
  interviews,
  unnamedInterviews,
  wholeQuotations,
];

/** In the order of the text; neighbours with the same speaker are one. */
export function otherVoices(lines: Line[], cast: Cast): Passage[] {
  const voices: Voices = lines.map(() => undefined);
  for (const find of finders) find(lines, voices, cast);
  const passages: Passage[] = [];
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
