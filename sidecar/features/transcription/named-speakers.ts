// Speakers that a transcript names in its text alone, as SubRip does: “Ann Baker: Good morning.”
import type { Segment } from '#contract/schemas/transcripts.ts';

const named = /^(\p{Lu}[\p{L}\p{M}\p{N}.'’ -]{0,39}):\s+(?=\S)/u;

const nameIn = ({ text }: Segment): string | undefined => named.exec(text)?.[1]?.trim();

/** Once may be chance, such as “Note: …”. */
const leastTimes = 2;

/** A name holds until the next one; nothing is read into a transcript that says its speakers otherwise. */
export function withNamedSpeakers(segments: Segment[]): Segment[] {
  if (segments.some(({ speaker }) => speaker)) return segments;
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const name = nameIn(segment);
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  // Somebody begins to speak with the first words, or hardly anything is meant by the colons.
  if ((counts.get(nameIn(segments[0]!) ?? '') ?? 0) < leastTimes) return segments;
  let speaker: string | undefined;
  return segments.map((segment) => {
    const name = nameIn(segment);
    const isName = name !== undefined && counts.get(name)! >= leastTimes;
    if (isName) speaker = name;
    const text = isName ? segment.text.replace(named, '') : segment.text;
    return { ...segment, text, ...(speaker && { speaker }) };
  });
}
