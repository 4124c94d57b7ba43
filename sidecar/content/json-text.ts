// Changes single values of a JSON text and keeps every other byte.
import { type Node, parseTree } from 'jsonc-parser';

/** New text of a value; undefined removes it. */
export type ValueText = string | undefined;

/** A value in a JSON text. */
export class JsonNode {
  readonly #source: string;
  readonly #node: Node;

  constructor(source: string, node: Node) {
    this.#source = source;
    this.#node = node;
  }

  /** The text of the value. */
  get text(): string {
    return this.#source.slice(this.#node.offset, this.#node.offset + this.#node.length);
  }

  get value(): unknown {
    return JSON.parse(this.text);
  }

  /** Elements of an array; empty for any other value. */
  get elements(): JsonNode[] {
    return this.#node.type === 'array' ? (this.#node.children ?? []).map((one) => this.#at(one)) : [];
  }

  get isObject(): boolean {
    return this.#node.type === 'object';
  }

  /** Names of an object's members in their order. */
  get names(): string[] {
    return this.#properties.map(([name]) => String(name!.value));
  }

  /** Returns a member; the last one of several with the same name, as in JSON.parse. */
  member(name: string): JsonNode | undefined {
    const value = this.#properties.findLast(([key]) => key!.value === name)?.[1];
    return value && this.#at(value);
  }

  /** Returns the text of this object with changed members; the others keep their bytes. */
  withMembers(changes: Map<string, ValueText>, layout: Layout): string {
    const members = this.#members(changes);
    const addedLines = [...changes].flatMap(([name, text]) =>
      text === undefined || this.names.includes(name) ? [] : [`${JSON.stringify(name)}: ${text}`],
    );
    const remaining = members.filter(({ name }) => !changes.has(name) || changes.get(name) !== undefined);
    if (addedLines.length > 0 || remaining.length < members.length) {
      const texts = remaining.map(
        ({ start, from, end, replacement }) =>
          this.#source.slice(start, from) + (replacement ?? this.#source.slice(from, end)),
      );
      return this.#joined('{', [...texts, ...addedLines], '}', layout);
    }
    return this.#spliced(members);
  }

  /** Returns the text of this array with other elements. */
  withElements(texts: string[], layout: Layout): string {
    const elements = this.#node.children ?? [];
    if (texts.length !== elements.length) return this.#joined('[', texts, ']', layout);
    return this.#spliced(
      elements.map(({ offset, length }, at) => ({ from: offset, end: offset + length, replacement: texts[at] })),
    );
  }

  get #properties(): Node[][] {
    return this.isObject ? (this.#node.children ?? []).map(({ children = [] }) => children) : [];
  }

  /**
   * Returns the position of each member and the new text of its value; of several with the same name, the last one
   * changes.
   */
  #members(changes: Map<string, ValueText>) {
    return this.#properties.map(([key, value], at, all) => {
      const name = String(key!.value);
      const isLast = all.findLastIndex(([other]) => other!.value === name) === at;
      return {
        name,
        start: key!.offset,
        from: value!.offset,
        end: value!.offset + value!.length,
        replacement: isLast ? changes.get(name) : undefined,
      };
    });
  }

  #at(node: Node): JsonNode {
    return new JsonNode(this.#source, node);
  }

  /** Replaces values; everything between them stays. */
  #spliced(values: { from: number; end: number; replacement: ValueText }[]): string {
    let text = '';
    let position = this.#node.offset;
    for (const { from, end, replacement } of values) {
      if (replacement === undefined) continue;
      text += this.#source.slice(position, from) + replacement;
      position = end;
    }
    return text + this.#source.slice(position, this.#node.offset + this.#node.length);
  }

  /** Joins members on one line if the value is on one line. */
  #joined(open: string, members: string[], close: string, layout: Layout): string {
    const isInline = (this.#node.children ?? []).length > 0 && !this.text.includes('\n');
    return isInline ? `${open}${members.join(', ')}${close}` : formatBlock(open, members, close, layout);
  }
}

export interface Layout {
  eol: string;
  /** One level of indentation. */
  step: string;
  /** Indentation of the line where the value begins. */
  indent: string;
}

export const indentLayout = (layout: Layout): Layout => ({ ...layout, indent: layout.indent + layout.step });

const formatBlock = (open: string, members: string[], close: string, { eol, step, indent }: Layout): string =>
  members.length === 0
    ? open + close
    : `${open}${eol}${members.map((one) => indent + step + one).join(`,${eol}`)}${eol}${indent}${close}`;

/** Formats an object with each member on its own line. */
export const formatObject = (members: [string, string][], layout: Layout): string =>
  formatBlock(
    '{',
    members.map(([name, text]) => `${JSON.stringify(name)}: ${text}`),
    '}',
    layout,
  );
export const formatList = (elements: string[], layout: Layout): string => formatBlock('[', elements, ']', layout);

export interface JsonText {
  root: JsonNode;
  layout: Layout;
  /** Returns the whole text with another root. */
  withRoot: (text: string) => string;
}

/** Parses a JSON text. Throws like JSON.parse, so comments are rejected. */
export function readJsonText(source: string): JsonText {
  JSON.parse(source);
  const node = parseTree(source)!;
  return {
    root: new JsonNode(source, node),
    layout: {
      eol: source.includes('\r\n') ? '\r\n' : '\n',
      step: /^([ \t]+)\S/m.exec(source)?.[1] ?? '  ',
      indent: '',
    },
    withRoot: (text) => source.slice(0, node.offset) + text + source.slice(node.offset + node.length),
  };
}
