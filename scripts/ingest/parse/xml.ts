// Parses XML into an element tree with fast-xml-parser, and resolves namespaces and xml:base.
import { XMLParser } from 'fast-xml-parser';
import { type Namespace, findNamespace, namespaceByPrefix } from './namespaces.ts';

export interface XmlElement {
  ns: Namespace;
  /** Local name in lower case, since feeds vary the case. */
  name: string;
  /** Attributes by local name in lower case. */
  attributes: ReadonlyMap<string, string>;
  children: XmlNode[];
  base: string | undefined;
}
export type XmlNode = XmlElement | string;

/** Node of fast-xml-parser with preserveOrder: one key for the content, ':@' for the attributes. */
type RawNode = Record<string, unknown>;
interface Scope {
  prefixes: ReadonlyMap<string, Namespace>;
  base: string | undefined;
}

const TEXT = '#text';
const CDATA = '#cdata';
const ATTRIBUTES = ':@';
/** Nesting depth beyond which content is dropped, which limits recursion. */
const MAX_DEPTH = 200;

const createXmlParser = () =>
  new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    allowBooleanAttributes: true,
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    // Only standard references are decoded below; those of the document itself are unsafe (entity bombs, local files).
    processEntities: false,
    cdataPropName: CDATA,
    ignorePiTags: true,
    maxNestedTags: 10_000,
    jPath: false,
    // fast-xml-parser rejects documents with elements of these names.
    transformTagName: (name) => (/^(__proto__|constructor|prototype)$/.test(name) ? `x-${name}` : name),
  });

/** Reads a document that tidy.ts has cleaned. The top-level nodes are children of a nameless root. */
export function readXml(text: string, base?: string): XmlElement {
  const nodes = createXmlParser().parse(text) as RawNode[];
  const scope: Scope = { prefixes: new Map(), base };
  return { ns: 'other', name: '', attributes: new Map(), children: convertNodes(nodes, scope, 0), base };
}

function convertNodes(nodes: RawNode[], scope: Scope, depth: number): XmlNode[] {
  return nodes.flatMap((node) => convertNode(node, scope, depth));
}

function convertNode(node: RawNode, outer: Scope, depth: number): XmlNode[] {
  const key = Object.keys(node).find((name) => name !== ATTRIBUTES)!;
  if (key === TEXT) return [decodeReferences(String(node[TEXT]))];
  if (key === CDATA) return (node[CDATA] as RawNode[]).map((part) => String(part[TEXT] ?? ''));
  if (depth > MAX_DEPTH) return [];
  const raw = Object.entries((node[ATTRIBUTES] ?? {}) as Record<string, unknown>);
  const scope = readScope(raw, outer, key);
  const [prefix, name] = splitName(key);
  const element: XmlElement = {
    ns: scope.prefixes.get(prefix) ?? (prefix ? namespaceByPrefix(prefix) : 'rss'),
    name,
    attributes: readAttributes(raw),
    children: convertNodes(node[key] as RawNode[], scope, depth + 1),
    base: scope.base,
  };
  return [element];
}

function splitName(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(':');
  return [name.slice(0, Math.max(colon, 0)).toLowerCase(), name.slice(colon + 1).toLowerCase()];
}

/**
 * Reads the namespaces and base of an element. Elements without a namespace, and the default namespace of <rss>, are
 * RSS.
 */
function readScope(raw: [string, unknown][], outer: Scope, element: string): Scope {
  let { prefixes, base } = outer;
  for (const [name, value] of raw) {
    const lower = name.toLowerCase();
    if (lower === 'xml:base') base = resolveAddress(String(value), base);
    if (lower !== 'xmlns' && !lower.startsWith('xmlns:')) continue;
    const isRssDefault = lower === 'xmlns' && element.toLowerCase() === 'rss';
    prefixes = new Map(prefixes).set(
      lower.slice(6),
      isRssDefault || value === '' ? 'rss' : findNamespace(String(value)),
    );
  }
  return { prefixes, base };
}

function readAttributes(raw: [string, unknown][]): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [name, value] of raw) {
    if (/^xmlns(:|$)/i.test(name)) continue;
    const [prefix, local] = splitName(name);
    if (!prefix || !attributes.has(local)) attributes.set(local, value === true ? '' : decodeReferences(String(value)));
  }
  return attributes;
}

function resolveAddress(address: string, base: string | undefined): string | undefined {
  return URL.parse(address, base)?.href ?? base;
}

const namedCharacters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes each reference once; a number that names no character becomes U+FFFD. HTML names are decoded later. */
function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,8})|#(\d{1,10})|(amp|lt|gt|quot|apos));/gi, (all, hex, decimal, name) => {
    if (name) return namedCharacters[name.toLowerCase()] ?? all;
    return characterOfCode(hex ? Number.parseInt(hex, 16) : Number(decimal));
  });
}

function characterOfCode(code: number): string {
  // These numbers mean characters of windows-1252 (HTML Standard §13.2.5.80).
  if (code >= 128 && code <= 159) return new TextDecoder('windows-1252').decode(Uint8Array.of(code));
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  const isControl = code < 32 && code !== 9 && code !== 10 && code !== 13;
  return code > 0x10ffff || isSurrogate || isControl ? '\ufffd' : String.fromCodePoint(code);
}
