// Functions that search and read the element tree.
import { escapeMarkup } from '#domain/text/markup.ts';
import type { Namespace } from './namespaces.ts';
import type { XmlElement, XmlNode } from './xml.ts';

export const isElement = (node: XmlNode): node is XmlElement => typeof node !== 'string';

export const findChildren = (parent: XmlElement, ns: Namespace, ...names: string[]): XmlElement[] =>
  parent.children.filter((node) => isElement(node) && node.ns === ns && names.includes(node.name)) as XmlElement[];

export const findChild = (parent: XmlElement, ns: Namespace, ...names: string[]): XmlElement | undefined =>
  findChildren(parent, ns, ...names)[0];

/** Returns all descendants that match, in document order. */
export function findDescendants(parent: XmlElement, matches: (element: XmlElement) => boolean): XmlElement[] {
  return parent.children.filter(isElement).flatMap((element) => {
    const below = findDescendants(element, matches);
    return matches(element) ? [element, ...below] : below;
  });
}

/** Returns the trimmed text of an element and its descendants, or undefined if it is empty. */
export function elementText(element: XmlElement | undefined): string | undefined {
  return (element && untrimmedText(element).trim()) || undefined;
}
const untrimmedText = (element: XmlElement): string =>
  element.children.map((node) => (isElement(node) ? untrimmedText(node) : node)).join('');

export const findChildText = (parent: XmlElement, ns: Namespace, ...names: string[]): string | undefined =>
  findChildren(parent, ns, ...names)
    .map(elementText)
    .find(Boolean);

export const readAttribute = (element: XmlElement | undefined, name: string): string | undefined =>
  element?.attributes.get(name)?.trim() || undefined;

/** Returns the absolute address in an attribute or, without a name, in the text. */
export function elementAddress(element: XmlElement | undefined, name?: string): string | undefined {
  const address = name ? readAttribute(element, name) : elementText(element);
  if (!element || !address) return undefined;
  return URL.parse(address, element.base)?.href;
}

/**
 * Returns the content of an element as HTML. Text is HTML unless the type is `text`; child elements (XHTML or
 * unescaped HTML) are written as HTML.
 */
export function elementHtml(element: XmlElement | undefined): string | undefined {
  if (!element) return undefined;
  const type = readAttribute(element, 'type') ?? '';
  const isMarkup = element.children.some(isElement);
  const isText =
    element.ns === 'atom' ? /^(text|text\/plain)?$/.test(type) : element.ns === 'media' && type === 'plain';
  if (!isMarkup) return isText ? plainTextToHtml(elementText(element)) : elementText(element);
  return element.children
    .map((node) => writeHtml(node, /xhtml/.test(type), element.base))
    .join('')
    .trim();
}

/** Turns plain text into HTML. Character references stay, since many feeds state `text` for HTML. */
const plainTextToHtml = (text: string | undefined): string | undefined => text?.replaceAll('<', '&lt;');

/**
 * Writes a node as HTML. Only addresses with an xml:base inside the content are resolved; the item resolves the
 * others.
 */
function writeHtml(node: XmlNode, escapeText: boolean, outerBase: string | undefined): string {
  if (!isElement(node)) return escapeText ? escapeMarkup(node) : node;
  const attributes = [...node.attributes].map(([name, value]) => {
    const isRelative = (name === 'href' || name === 'src') && node.base !== outerBase && !/^\s*#/.test(value);
    return ` ${name}="${escapeMarkup((isRelative && URL.parse(value, node.base)?.href) || value)}"`;
  });
  const inner = node.children.map((child) => writeHtml(child, escapeText, outerBase)).join('');
  return `<${node.name}${attributes.join('')}>${inner}</${node.name}>`;
}
