// Reads mail addresses and telephone numbers from a page, also those written as `post (at) example.org` or put together
// by a script.
import type { CheerioAPI } from 'cheerio';
import { decodePercents } from '#domain/text/decode.ts';
import { cleanLine } from '#domain/text/invisible.ts';

/** A mail address or a telephone number with the text around it. */
export interface Mention {
  email?: string;
  telephone?: string;
  /** Text of the line before the mention. */
  before: string;
  /** Earlier lines of the same block, such as the name and the street of a postal address. */
  above: string[];
  /** Nearest heading before the block. */
  heading: string;
  /** Number of the block on its page. */
  block: number;
}

const maxCharacters = 200_000;
const maxLineCharacters = 1000;
const toSet = (names: string) => new Set(names.split(' '));
const headings = toSet('h1 h2 h3 h4 h5 h6');
/** Elements at whose ends a heading stops to count. */
const sections = toSet('article aside footer header nav section');
/** Elements that belong to the same block as the element before them. */
const continuations = toSet('dd td th');
const otherBlocks = toSet('address dd div dl form li main ol p table tr ul blockquote center figcaption body title');
const hiddenElements = toSet('style noscript template svg');
/** A character of the private use area that no text contains. */
const headingMark = '\ue000';
const blockEnd = '\n\n';

interface PageElement {
  type: 'tag';
  name: string;
  attribs: Record<string, string>;
  children: PageNode[];
}
type PageNode = PageElement | { type: 'text'; data: string } | { type: 'comment' };

export const readMentions = ($: CheerioAPI): Mention[] =>
  readBlocks(
    readVisibleText($('body').toArray() as PageElement[])
      .slice(0, maxCharacters)
      .split(/\n[ \t\r]*\n/),
  );

/** Returns the text of elements with a blank line around each block and the addresses of links. */
function readVisibleText(roots: PageElement[]): string {
  const parts: string[] = [];
  const stack: (PageNode | string)[] = roots.toReversed();
  for (let node; (node = stack.pop()) !== undefined;) {
    if (typeof node === 'string') parts.push(node);
    else if (node.type === 'text') parts.push(node.data);
    else if ('name' in node && !hiddenElements.has(node.name)) {
      const [before, after] = surroundings(node);
      parts.push(before);
      stack.push(after, ...(isProtected(node) || node.name === 'script' ? [] : node.children.toReversed()));
    }
  }
  return parts.join('');
}

const isProtected = ({ attribs }: PageElement): boolean => attribs['data-cfemail'] !== undefined;

/** Returns the text before and after the content of an element. */
function surroundings(element: PageElement): [before: string, after: string] {
  const { name, attribs } = element;
  if (name === 'br') return ['\n', ''];
  if (isProtected(element)) return [decodeProtectedMail(attribs['data-cfemail']!), ''];
  if (headings.has(name)) return [`${blockEnd}${headingMark}`, blockEnd];
  if (sections.has(name)) return [`${blockEnd}${headingMark}${blockEnd}`, `${blockEnd}${headingMark}${blockEnd}`];
  const before = continuations.has(name) ? '' : blockEnd;
  if (labels.has(name)) return [before, isOneLine(element) ? ': ' : blockEnd];
  if (otherBlocks.has(name)) return [before, blockEnd];
  if (name === 'script') return [mailsInScript(element.children.map(textOf).join('')), ''];
  return readAttributes(attribs);
}

/** Returns the contacts in the attributes of an element, as texts before and after its content. */
function readAttributes(attribs: PageElement['attribs']): [before: string, after: string] {
  const { href = '', onclick = '' } = attribs;
  if (href.startsWith('mailto:')) return ['', ` ${decodePercents(href.slice(7).split('?')[0]!).trim()} `];
  if (href.startsWith('tel:')) return ['Tel: ', ` Tel: ${href.slice(4)} `];
  return ['', mailsInScript(onclick + href.replace(/^(?!javascript:).*/is, '')) + mailInAttributes(attribs)];
}

/** Elements whose text is a label for the next one, as in `<dt>Press</dt><dd>kim@example.org</dd>`. */
const labels = toSet('dt td th');
const isOneLine = ({ children }: PageElement): boolean =>
  children.every((child) => child.type !== 'tag' || (child.name !== 'br' && !otherBlocks.has(child.name)));
const textOf = (node: PageNode): string => (node.type === 'text' ? node.data : '');

const maxScriptCharacters = 20_000;
const textLiteral = String.raw`"[^"\\\n]*"|'[^'\\\n]*'`;
const assignedText = new RegExp(String.raw`([\w$]+)\s*=\s*(${textLiteral})`, 'g');
const joinedTexts = new RegExp(String.raw`(?:${textLiteral}|[\w$]+)(?:\s*\+\s*(?:${textLiteral}|[\w$]+)){1,20}`, 'g');
const textOrName = new RegExp(String.raw`${textLiteral}|[\w$]+`, 'g');

/** Returns mail addresses that a script puts together, as in `'mailto:' + name + '@' + host`. The script is not run. */
function mailsInScript(code: string): string {
  if (!code.includes('@') || code.length > maxScriptCharacters) return '';
  const values = new Map([...code.matchAll(assignedText)].map((match) => [match[1]!, match[2]!.slice(1, -1)]));
  const texts = [...code.matchAll(joinedTexts)].map(([joined]) =>
    [...joined.matchAll(textOrName)].map(([part]) => values.get(part) ?? part.replace(/^["']|["']$/g, '')).join(''),
  );
  const mails = texts.flatMap((text) => findMails(text.replace(/^.*mailto:/s, ' ')).map(({ email }) => email));
  return [...new Set(mails)].map((mail) => ` ${mail} `).join('');
}

/** Returns the mail address of an element such as `<span data-user="kim" data-domain="example.org">`. */
function mailInAttributes(attribs: Record<string, string>): string {
  const read = (names: RegExp) => Object.entries(attribs).find(([name, value]) => names.test(name) && value)?.[1];
  const user = read(/^data-(user(name)?|name|local|account|mailbox)$/);
  const host = read(/^data-(domain|host|site)$/);
  return ` ${read(/^data-(e-?mail|mailto)$/) ?? (user && host ? `${user}@${host}` : '')} `;
}

/** Sign that visitors are asked to replace by @, as on Japanese pages: “●を@に変えてください”. */
const replacedSign = /([●○■□◆◇★☆▲△＊*＃#])\s*[」』"]?\s*を\s*[「『"]?@/u;

/** Writes digits and signs of full width as ASCII. */
const toAscii = (text: string): string =>
  text.replace(/[０-９＠．－＋＿]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));

function readBlocks(texts: string[]): Mention[] {
  let heading = '';
  const sign = texts.map((text) => replacedSign.exec(toAscii(text))?.[1]).find(Boolean);
  return texts.flatMap((text, block) => {
    const plain = sign ? toAscii(text).replaceAll(sign, '@') : toAscii(text);
    const lines = plain.split('\n').map((line) => cleanLine(line).slice(0, maxLineCharacters));
    const filled = lines.filter(Boolean);
    if (filled[0]?.startsWith(headingMark)) heading = filled[0].slice(headingMark.length);
    return filled.flatMap((line, at) =>
      readLine(line).map((found) => ({ ...found, above: filled.slice(0, at), heading, block })),
    );
  });
}

function readLine(line: string): Pick<Mention, 'email' | 'telephone' | 'before'>[] {
  let from = 0;
  const contacts = new Map<string, string>();
  for (const { email, start, end } of findMails(line)) {
    if (!contacts.has(email)) contacts.set(email, line.slice(from, start));
    from = end;
  }
  const mails = [...contacts].map(([email, before]) => ({ email, before }));
  const number = labelledNumber.exec(line)?.[1] ?? internationalNumber.exec(line)?.[0];
  return [...mails, ...(number ? [{ telephone: number.trim(), before: line.slice(0, line.indexOf(number)) }] : [])];
}

const at = String.raw`\s?(?:@|[([{<]\s?(?:@|at|ät|arroba|arobase|chiocciola|małpa|アット|あっと|آت)\s?[)\]}>])\s?`;
const dot = String.raw`(?:\.|\s?[([{]\s?(?:\.|dot|punkt|punto|point|kropka)\s?[)\]}]\s?)`;
const mailPattern = new RegExp(
  String.raw`([\w.+-]{1,64})(?:${at}((?:[\w-]{1,63}${dot}){1,4}[a-z]{2,24})|\sat\s([\w-]{1,63}(?:\sdot\s[\w-]{1,63}){1,4}))(?![\w@])`,
  'giu',
);
const dots = new RegExp(String.raw`${dot}|\sdot\s`, 'giu');
const address = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/;

function findMails(line: string): { email: string; start: number; end: number }[] {
  return [...line.matchAll(mailPattern)].flatMap((match) => {
    const host = (match[2] ?? match[3]!).replace(dots, '.');
    const email = `${match[1]}@${host}`;
    return address.test(email) ? [{ email, start: match.index, end: match.index + match[0].length }] : [];
  });
}

const digits = String.raw`(\+?\(?\d[\d ()/.\u2010-\u2013-]{5,20}\d)`;
/** A number after a word for telephone in one of the languages of the program. */
const labelledNumber = new RegExp(
  String.raw`(?:\b(?:tele?(?:phone?|fon|foon|f[oó]n|fone|éfono|efono)|t[eé]l[eé]phone|t[eé]l|fon|phone|mobile?|handy|m[oó]vil|cellulare|telem[oó]vel|kom)\b|電話|هاتف|☎|📞)\.?\s?[::]?\s{0,3}${digits}`,
  'iu',
);
const internationalNumber = /(?<![\w+])\+\d[\d ()/.-]{6,20}\d/;

/** Decodes the protection of mail addresses by Cloudflare: the first byte is the key of an exclusive or. */
const decodeProtectedMail = (hex: string): string => {
  const [key = 0, ...bytes] = Buffer.from(hex, 'hex');
  return String.fromCharCode(...bytes.slice(0, 200).map((byte) => byte ^ key));
};
