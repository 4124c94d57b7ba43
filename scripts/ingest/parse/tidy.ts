// Cleans XML text before it is parsed: forbidden characters, doctypes, truncated ends.

/** Control characters that XML 1.0 §2.2 does not allow. */
const forbiddenCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export interface TidyXml {
  xml: string;
  /** True if the end of the document is missing. */
  cutOff: boolean;
}

export function tidyXml(text: string): TidyXml {
  const start = text.indexOf('<');
  if (start < 0) return { xml: '', cutOff: false };
  const xml = withoutDoctypes(text.slice(start).replace(forbiddenCharacters, ''));
  const lastItem = Math.max(xml.lastIndexOf('</item>'), xml.lastIndexOf('</entry>'));
  if (lastItem < 0 || /<\/(?:[\w.-]+:)?(?:rss|rdf|feed|channel)\s*>/i.test(xml.slice(lastItem)))
    return { xml, cutOff: false };
  // Only complete items are kept.
  return { xml: xml.slice(0, xml.indexOf('>', lastItem) + 1), cutOff: true };
}

/** Removes doctypes, whose entities can expand endlessly or read local files. */
function withoutDoctypes(xml: string): string {
  const segments: string[] = [];
  let from = 0;
  for (let start = findDoctype(xml, 0); start >= 0; start = findDoctype(xml, from)) {
    segments.push(xml.slice(from, start));
    const subset = xml.indexOf('[', start);
    const end = xml.indexOf('>', start);
    const hasSubset = subset >= 0 && subset < end;
    from = positionAfter(xml, '>', hasSubset ? positionAfter(xml, ']', subset) : start);
  }
  return segments.length > 0 ? segments.join('') + xml.slice(from) : xml;
}

const findDoctype = (xml: string, from: number): number => {
  const expression = /<!doctype/gi;
  expression.lastIndex = from;
  return expression.exec(xml)?.index ?? -1;
};

const positionAfter = (text: string, sign: string, from: number): number => text.indexOf(sign, from) + 1 || text.length;
