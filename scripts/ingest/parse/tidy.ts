// What must be mended in the text itself before an XML parser sees it: forbidden characters, doctypes, broken ends.

/** XML 1.0 §2.2 allows no other control characters. */
const forbiddenCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export interface TidyXml {
  xml: string;
  /** The end of the document is missing. */
  cutOff: boolean;
}

export function tidyXml(text: string): TidyXml {
  const start = text.indexOf('<');
  if (start < 0) return { xml: '', cutOff: false };
  const xml = withoutDoctypes(text.slice(start).replace(forbiddenCharacters, ''));
  const lastItem = Math.max(xml.lastIndexOf('</item>'), xml.lastIndexOf('</entry>'));
  if (lastItem < 0 || /<\/(?:[\w.-]+:)?(?:rss|rdf|feed|channel)\s*>/i.test(xml.slice(lastItem)))
    return { xml, cutOff: false };
  // Nobody knows what the rest would have said: only whole items count.
  return { xml: xml.slice(0, xml.indexOf('>', lastItem) + 1), cutOff: true };
}

/** An internal subset defines entities, the vehicle of bombs and of reading local files: the whole doctype goes. */
function withoutDoctypes(xml: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let start = findDoctype(xml, 0); start >= 0; start = findDoctype(xml, from)) {
    kept.push(xml.slice(from, start));
    const subset = xml.indexOf('[', start);
    const end = xml.indexOf('>', start);
    const hasSubset = subset >= 0 && subset < end;
    from = positionAfter(xml, '>', hasSubset ? positionAfter(xml, ']', subset) : start);
  }
  return kept.length > 0 ? kept.join('') + xml.slice(from) : xml;
}

const findDoctype = (xml: string, from: number): number => {
  const expression = /<!doctype/gi;
  expression.lastIndex = from;
  return expression.exec(xml)?.index ?? -1;
};

const positionAfter = (text: string, sign: string, from: number): number => text.indexOf(sign, from) + 1 || text.length;
