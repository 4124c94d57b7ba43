// Questions that the readers ask of the element tree.
import { escapeMarkup } from './references.ts';
import type { Namespace } from './namespaces.ts';
import type { XmlElement, XmlNode } from './xml.ts';

export const isElement = (node: XmlNode): node is XmlElement => typeof node !== 'string';

export const childrenOf = (parent: XmlElement, ns: Namespace, ...names: string[]): XmlElement[] =>
  parent.children.filter((node) => isElement(node) && node.ns === ns && names.includes(node.name)) as XmlElement[];

export const childOf = (parent: XmlElement, ns: Namespace, ...names: string[]): XmlElement | undefined =>
  childrenOf(parent, ns, ...names)[0];

/** All elements below that satisfy the condition, in document order. */
export function descendantsOf(parent: XmlElement, wanted: (element: XmlElement) => boolean): XmlElement[] {
  return parent.children.filter(isElement).flatMap((element) => {
    const below = descendantsOf(element, wanted);
    return wanted(element) ? [element, ...below] : below;
  });
}

/** The text in and below an element, trimmed; undefined when there is none. */
export function textOf(element: XmlElement | undefined): string | undefined {
  return (element && allText(element).trim()) || undefined;
}
const allText = (element: XmlElement): string =>
  element.children.map((node) => (isElement(node) ? allText(node) : node)).join('');

export const childText = (parent: XmlElement, ns: Namespace, ...names: string[]): string | undefined =>
  childrenOf(parent, ns, ...names)
    .map(textOf)
    .find(Boolean);

export const attribute = (element: XmlElement | undefined, name: string): string | undefined =>
  element?.attributes.get(name)?.trim() || undefined;

/** Address in an attribute or, without a name, in the text; absolute, by the xml:base that holds there. */
export function addressIn(element: XmlElement | undefined, name?: string): string | undefined {
  const address = name ? attribute(element, name) : textOf(element);
  if (!element || !address) return undefined;
  return URL.parse(address, element.base)?.href;
}

/**
 * The content of an element as HTML. Without child elements its text is HTML already, unless it says `type="text"`;
 * with child elements (XHTML, or HTML that someone forgot to escape) they are written out.
 */
export function htmlOf(element: XmlElement | undefined): string | undefined {
  if (!element) return undefined;
  const type = attribute(element, 'type') ?? '';
  const isMarkup = element.children.some(isElement);
  const isText =
    element.ns === 'atom' ? /^(text|text\/plain)?$/.test(type) : element.ns === 'media' && type === 'plain';
  if (!isMarkup) return isText ? looseText(textOf(element)) : textOf(element);
  return element.children
    .map((node) => write(node, /xhtml/.test(type), element.base))
    .join('')
    .trim();
}

/** Plain text as HTML. References stay, since many write `text` and mean `html`. */
const looseText = (text: string | undefined): string | undefined => text?.replaceAll('<', '&lt;');

/** Resolves addresses only below an xml:base inside the content; the others are resolved with the base of the item. */
function write(node: XmlNode, escapeText: boolean, outerBase: string | undefined): string {
  if (!isElement(node)) return escapeText ? escapeMarkup(node) : node;
  const attributes = [...node.attributes].map(([name, value]) => {
    const isRelative = (name === 'href' || name === 'src') && node.base !== outerBase && !/^\s*#/.test(value);
    return ` ${name}="${escapeMarkup((isRelative && URL.parse(value, node.base)?.href) || value)}"`;
  });
  const inner = node.children.map((child) => write(child, escapeText, outerBase)).join('');
  return `<${node.name}${attributes.join('')}>${inner}</${node.name}>`;
}
