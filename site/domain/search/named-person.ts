// Names of persons in phrases that announce or sign their words.
import { isFullName, isName } from '../person-name.ts';

export const parseFullName = (text: string): string | undefined => (isFullName(text) ? text : undefined);

const genericPerson =
  /^(?:(?:as|an?|one|another|our|my|the|ein|eine|reader|listener|subscriber|viewer|leser(?:in)?|hörer(?:in)?)\s+)+/iu;
const noName =
  /^(?:my|your|our|his|her|their|its|this|that|these|those|an?|the|she|he|they|it|you|someone|somebody|nobody|er|sie|es|man|la|le|les|el|los|mi|ma|il|elle|une?|read ?me|documentation|docs|manual|website|project|company|report|paper|study|article|book)$/iu;

/** Returns “Lena Forsberg” for “Reader Lena Forsberg from Malmö, 34”. */
export function parsePersonName(subject: string): string | undefined {
  const name = subject
    .replace(genericPerson, '')
    .split(/\s*[,(:]|\s(?:from|in|of|on|at|aus|de|à|en|da|via)\s/u)[0]!
    .trim();
  return isName(name) && !noName.test(name) ? name : undefined;
}

const someReader =
  /^(?:as )?(?:an?|one|another|eine?) |reader|listener|subscriber|viewer|leser|hörer|lecteur|lectri|lector|oyente|someone/iu;
export const isPerson = (subject: string): boolean =>
  parsePersonName(subject) !== undefined || someReader.test(subject);

/** Returns the name in an announcement of a quotation such as “Lena Forsberg, The Coast:”. */
export const parseCitedName = (text: string): string | undefined =>
  text.endsWith(':') ? parseFullName(text.split(/[,:]/u)[0]!) : undefined;
