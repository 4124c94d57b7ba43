// Tagged PDF (ISO 14289-1, PDF/UA): adds a structure of headings, paragraphs, lists, links and figures to pdfmake.
import type { Content } from 'pdfmake/interfaces';
import rendererModule from 'pdfmake/js/Renderer.js';

/** Role of content in the structure; content without a role is decoration. */
export interface Role {
  tag: 'H1' | 'H2' | 'H3' | 'P' | 'L' | 'LI' | 'Lbl' | 'LBody' | 'Figure';
  in?: Role;
  /** Text for screen readers, because a right-to-left line contains its letters in visual order. */
  actual?: string;
  /** Alternative text of a figure. */
  alt?: string;
  /** Position in the reading order. */
  order?: number;
}

/** Adds a role to content. pdfmake passes unknown properties through. */
export const withRole = <C extends Content>(content: C, role: Role): C =>
  typeof content === 'object' ? Object.assign(content, { role }) : content;

/** Marks columns that are read from right to left. */
export const markMirrored = <C extends object>(columns: C): C => Object.assign(columns, { fromRight: true });

interface Element {
  add: (child: unknown) => void;
  end: () => void;
}

interface Inline {
  role?: Role;
  text: string;
  link?: string | null;
  x: number;
}
interface Line {
  inlines: Inline[];
  getWidth: () => number;
  getHeight: () => number;
}
interface Picture {
  role?: Role;
  x: number;
  y: number;
  _width: number;
  _height: number;
}

/** The part of PDFKit's document that tags need, which is missing in its types. */
interface TaggedPdf {
  options: { tagged?: boolean };
  struct: (tag: string, options?: object) => Element;
  addStructure: (element: Element) => void;
  markStructureContent: (tag: string) => unknown;
  markContent: (tag: string, options?: object) => void;
  endMarkedContent: () => void;
  link: (x: number, y: number, width: number, height: number, url: string, options: object) => void;
}

class Structure {
  readonly #pdf: TaggedPdf;
  readonly #root: Element;
  readonly #elements = new Map<Role, Element>();
  readonly #attached = new Set<Role>();

  constructor(pdf: TaggedPdf) {
    this.#pdf = pdf;
    this.#root = pdf.struct('Document');
    pdf.addStructure(this.#root);
  }

  of(role: Role, options: object = {}): Element {
    const existing = this.#elements.get(role);
    if (existing) return existing;
    const { tag, actual, alt } = role;
    const element = this.#pdf.struct(tag, { ...options, ...(actual && { actual }), ...(alt && { alt }) });
    this.#elements.set(role, element);
    return element;
  }

  mark(element: Element, tag: string, draw: () => void): void {
    const content = this.#pdf.markStructureContent(tag);
    draw();
    this.#pdf.endMarkedContent();
    element.add(content);
  }

  #attach(role: Role): void {
    if (this.#attached.has(role)) return;
    this.#attached.add(role);
    if (role.in) this.#attach(role.in);
    (role.in ? this.of(role.in) : this.#root).add(this.of(role));
  }

  /** Attaches the elements in reading order, which may differ from the drawing order. */
  end(): void {
    for (const role of [...this.#elements.keys()].sort((a, b) => (a.order ?? 0) - (b.order ?? 0))) this.#attach(role);
    this.#root.end();
  }
}

interface Drawing {
  renderPages(pages: unknown[]): void;
  renderLine(line: Line, x: number, y: number): void;
  renderVector(vector: unknown): void;
  renderImage(image: Picture): void;
}
const module = rendererModule as { default: new (pdf: TaggedPdf, progress: unknown) => Drawing };
const BaseRenderer = module.default;

/** Renderer of pdfmake that also writes tags. */
class TaggedRenderer extends BaseRenderer {
  readonly #pdf: TaggedPdf;
  readonly #structure: Structure | undefined;

  constructor(pdf: TaggedPdf, progress: unknown) {
    super(pdf, progress);
    this.#pdf = pdf;
    if (pdf.options.tagged) this.#structure = new Structure(pdf);
  }

  override renderPages(pages: unknown[]): void {
    super.renderPages(pages);
    this.#structure?.end();
  }

  #asDecoration(draw: () => void): void {
    if (!this.#structure) return draw();
    this.#pdf.markContent('Artifact', { type: 'Layout' });
    draw();
    this.#pdf.endMarkedContent();
  }

  override renderVector(vector: unknown): void {
    this.#asDecoration(() => super.renderVector(vector));
  }

  override renderImage(image: Picture): void {
    const draw = () => super.renderImage(image);
    if (!this.#structure || !image.role) return this.#asDecoration(draw);
    const { x, y, _width: width, _height: height } = image;
    const figure = this.#structure.of(image.role, { bbox: [x, y, x + width, y + height] });
    this.#structure.mark(figure, image.role.tag, draw);
  }

  override renderLine(line: Line, x: number, y: number): void {
    const role = line.inlines[0]?.role;
    const draw = () => super.renderLine(line, x, y);
    if (!this.#structure || !role) return this.#asDecoration(draw);
    const url = line.inlines[0]!.link;
    const element = this.#structure.of(role);
    if (!url) return this.#structure.mark(element, role.tag, draw);
    for (const inline of line.inlines) delete inline.link;
    const link = this.#pdf.struct('Link');
    element.add(link);
    this.#structure.mark(link, 'Link', draw);
    const Contents = new String(role.actual ?? line.inlines.map(({ text }) => text).join(''));
    this.#pdf.link(x + line.inlines[0]!.x, y, line.getWidth(), line.getHeight(), url, { structParent: link, Contents });
    // The link must end here, because PDFKit assigns it to the current page.
    link.end();
  }
}
module.default = TaggedRenderer;

type Node = { role?: Role; text?: unknown; stack?: unknown[]; columns?: unknown[]; fromRight?: true };

/** Assigns roles and the reading order; text without a role is a paragraph. Returns the next position in the order. */
export function assignRoles(content: unknown, parent?: Role, order = 0): number {
  if (Array.isArray(content)) return content.reduce<number>((next, part) => assignRoles(part, parent, next), order);
  if (typeof content !== 'object' || content === null) return order;
  const node = content as Node;
  if (node.role) placeRole(node.role, parent, order);
  if (Array.isArray(node.text))
    assignTextRole(node.text as Inline[], node.role ?? placeRole({ tag: 'P' }, parent, order));
  const inside = node.role ?? parent;
  return assignRoles(columnsInReadingOrder(node), inside, assignRoles(node.stack, inside, order + 1));
}

const columnsInReadingOrder = ({ columns, fromRight }: Node): unknown[] | undefined =>
  fromRight ? columns?.toReversed() : columns;

function assignTextRole(inlines: Inline[], role: Role): void {
  for (const inline of inlines) inline.role = role;
}

/** Sets the order of a role, and its parent unless it already has one. */
function placeRole(role: Role, parent: Role | undefined, order: number): Role {
  if (parent) role.in ??= parent;
  role.order = order;
  return role;
}
