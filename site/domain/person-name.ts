// The pattern of a person's name, the only one in the program.

const particle = '(?:van|von|der|den|de|da|di|del|la|le|al|bin|ibn|ten|ter|dos|du)';
/** A word of a name, initials, or a short title. Other words have no dot, since it ends a sentence. */
const nameWord = "(?:(?:\\p{Lu}\\.)+|(?:Dr|Prof|St|Mrs?|Ms)\\.|\\p{Lu}[\\p{L}\\p{M}’'-]*)";
/** A name of two to four words with capitals, for regular expressions with the flag u. */
export const fullNamePattern = `${nameWord}(?: (?:${particle} ){0,2}${nameWord}){1,3}`;

/** Words of organisations, places and products, determiners, and requests. */
const commonWord =
  /^(?:The|A|An|My|Our|Your|Their|His|Her|This|That|These|Those|No|All|New|God|Assistant|Cloud|Source|University|Institute|Foundation|Labs?|Studios?|Media|Radio|News|Team|Group|Society|Association|Council|Company|Inc|Ltd|City|County|State|Street|Project|Community|Friends?|People|Parents|Students|Readers|Listeners|Join|Get|Read|Follow|Subscribe|Support|\p{Lu}{3,})$/u;
export const hasCommonWord = (name: string): boolean => name.split(' ').some((word) => commonWord.test(word));

const fullName = new RegExp(`^${fullNamePattern}$`, 'u');
export const isFullName = (text: string): boolean => fullName.test(text) && !hasCommonWord(text);

const anyName = new RegExp(`^(?:${nameWord}|${fullNamePattern}|@[\\w.@-]+)$`, 'u');
/** Returns true for a full name, a first name or a handle. */
export const isName = (text: string): boolean => anyName.test(text);
