// Questions that the readers ask of the element tree.
import { escapeMarkup } from './references.ts';
import type { Namespace } from './namespaces.ts';
import type { XmlElement, XmlNode } from './xml.ts';

export const isElement = (node: XmlNode): node is XmlElement => typeof node !== 'string';

export const findChildren = (parent: XmlElement, ns: Namespace, ...names: string[]): XmlElement[] =>
  parent.children.filter((node) => isElement(node) && node.ns === ns && names.includes(node.name)) as XmlElement[];

export const findChild = (parent: XmlElement, ns: Namespace, ...names: string[]): XmlElement | undefined =>
  findChildren(parent, ns, ...names)[0];

/** All elements below that satisfy the condition, in document order. */
export function findDescendants(parent: XmlElement, wanted: (element: XmlElement) => boolean): XmlElement[] {
  return parent.children.filter(isElement).flatMap((element) => {
    const below = findDescendants(element, wanted);
    return wanted(element) ? [element, ...below] : below;
  });
}

/** The text in and below an element, trimmed; undefined when there is none. */
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

/** Address in an attribute or, without a name, in the text; absolute, by the xml:base that holds there. */
export function elementAddress(element: XmlElement | undefined, name?: string): string | undefined {
  const address = name ? readAttribute(element, name) : elementText(element);
  if (!element || !address) return undefined;
  return URL.parse(address, element.base)?.href;
}

/**
 * The content of an element as HTML. Without child elements its text is HTML already, unless it says `type="text"`;
 * with child elements (XHTML, or HTML that someone forgot to escape) they are written out.
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

/** Plain text as HTML. References stay, since many write `text` and mean `html`. */
const plainTextToHtml = (text: string | undefined): string | undefined => text?.replaceAll('<', '&lt;');

/** Resolves addresses only below an xml:base inside the content; the others are resolved with the base of the item. */
function writeHtml(node: XmlNode, escapeText: boolean, outerBase: string | undefined): string {
  if (!isElement(node)) return escapeText ? escapeMarkup(node) : node;
  const attributes = [...node.attributes].map(([name, value]) => {
    const isRelative = (name === 'href' || name === 'src') && node.base !== outerBase && !/^\s*#/.test(value);
    return ` ${name}="${escapeMarkup((isRelative && URL.parse(value, node.base)?.href) || value)}"`;
  });
  const inner = node.children.map((child) => writeHtml(child, escapeText, outerBase)).join('');
  return `<${node.name}${attributes.join('')}>${inner}</${node.name}>`;
}
