// What must be mended in the text itself before an XML parser sees it: forbidden characters, doctypes, broken ends.

/** XML 1.0 §2.2 allows no other control characters. */
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** An internal subset defines entities, the vehicle of bombs and of reading local files: the whole doctype goes. */
const doctype = /<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>/gi;

export interface TidyXml {
  xml: string;
  /** The end of the document is missing. */
  cutOff: boolean;
}

export function tidyXml(text: string): TidyXml {
  const start = text.indexOf('<');
  if (start < 0) return { xml: '', cutOff: false };
  const xml = text.slice(start).replace(forbidden, '').replace(doctype, '');
  const lastItem = Math.max(xml.lastIndexOf('</item>'), xml.lastIndexOf('</entry>'));
  if (lastItem < 0 || /<\/(?:[\w.-]+:)?(?:rss|rdf|feed|channel)\s*>/i.test(xml.slice(lastItem)))
    return { xml, cutOff: false };
  // Nobody knows what the rest would have said: only whole items count.
  return { xml: xml.slice(0, xml.indexOf('>', lastItem) + 1), cutOff: true };
}
