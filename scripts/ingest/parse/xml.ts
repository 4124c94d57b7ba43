// Text → element tree by fast-xml-parser, which reads broken documents too; namespaces and xml:base are resolved here.
import { XMLParser } from 'fast-xml-parser';
import { decodeReferences } from './references.ts';
import { type Namespace, findNamespace, namespaceByPrefix } from './namespaces.ts';

export interface XmlElement {
  ns: Namespace;
  /** Local name in lower case: feeds are not careful about it. */
  name: string;
  /** By local name in lower case. */
  attributes: ReadonlyMap<string, string>;
  children: XmlNode[];
  base: string | undefined;
}
export type XmlNode = XmlElement | string;

/** How fast-xml-parser shows a node when it keeps the order: one key for the content, ':@' for the attributes. */
type RawNode = Record<string, unknown>;
interface Scope {
  prefixes: ReadonlyMap<string, Namespace>;
  base: string | undefined;
}

const TEXT = '#text';
const CDATA = '#cdata';
const ATTRIBUTES = ':@';
/** A body that nests deeper says nothing that a reader would miss; recursion over it stays shallow. */
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
    // References are decoded below, never those that a document defines for itself (entity bombs, local files).
    processEntities: false,
    cdataPropName: CDATA,
    ignorePiTags: true,
    maxNestedTags: 10_000,
    jPath: false,
    // fast-xml-parser refuses documents with elements of these names.
    transformTagName: (name) => (/^(__proto__|constructor|prototype)$/.test(name) ? `x-${name}` : name),
  });

/** Reads a document whose prolog and end are tidy (see tidy.ts); its top-level nodes hang on a nameless root. */
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

/** Elements without a namespace are RSS, and so is whatever default an <rss> element declares. */
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
