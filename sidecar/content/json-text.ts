// Changes single values of a JSON text and keeps every other byte as it is.
import { type Node, parseTree } from 'jsonc-parser';

/** A value as it is to stand in the text: as it stands there, or as other bytes; undefined takes it out. */
export type ValueText = string | undefined;

/** One value of a text, with the bytes between which it stands. */
export class JsonNode {
  readonly #source: string;
  readonly #node: Node;

  constructor(source: string, node: Node) {
    this.#source = source;
    this.#node = node;
  }

  /** Its bytes. */
  get text(): string {
    return this.#source.slice(this.#node.offset, this.#node.offset + this.#node.length);
  }

  get value(): unknown {
    return JSON.parse(this.text);
  }

  /** Of a list; empty for anything else. */
  get elements(): JsonNode[] {
    return this.#node.type === 'array' ? (this.#node.children ?? []).map((one) => this.#at(one)) : [];
  }

  get isObject(): boolean {
    return this.#node.type === 'object';
  }

  /** Names of an object, in its order. */
  get names(): string[] {
    return this.#properties.map(([name]) => String(name!.value));
  }

  /** Of several members with one name the last one counts, as JSON.parse has it. */
  member(name: string): JsonNode | undefined {
    const found = this.#properties.findLast(([key]) => key!.value === name)?.[1];
    return found && this.#at(found);
  }

  /** The text of this object with other members; those that `changes` does not name keep their bytes. */
  withMembers(changes: Map<string, ValueText>, layout: Layout): string {
    const members = this.#members(changes);
    const added = [...changes].flatMap(([name, text]) =>
      text === undefined || this.names.includes(name) ? [] : [`${JSON.stringify(name)}: ${text}`],
    );
    const kept = members.filter(({ name }) => !changes.has(name) || changes.get(name) !== undefined);
    if (added.length > 0 || kept.length < members.length) {
      const texts = kept.map(
        ({ start, from, end, written }) => this.#source.slice(start, from) + (written ?? this.#source.slice(from, end)),
      );
      return this.#joined('{', [...texts, ...added], '}', layout);
    }
    return this.#spliced(members);
  }

  /** The text of this list with other elements. */
  withElements(texts: string[], layout: Layout): string {
    const elements = this.#node.children ?? [];
    if (texts.length !== elements.length) return this.#joined('[', texts, ']', layout);
    return this.#spliced(
      elements.map(({ offset, length }, at) => ({ from: offset, end: offset + length, written: texts[at] })),
    );
  }

  get #properties(): Node[][] {
    return this.isObject ? (this.#node.children ?? []).map(({ children = [] }) => children) : [];
  }

  /** Where each member stands, and what takes the place of its value; of several with one name that of the last. */
  #members(changes: Map<string, ValueText>) {
    return this.#properties.map(([key, value], at, all) => {
      const name = String(key!.value);
      const isLast = all.findLastIndex(([other]) => other!.value === name) === at;
      const [start, from, end] = [key!.offset, value!.offset, value!.offset + value!.length];
      return { name, start, from, end, written: isLast ? changes.get(name) : undefined };
    });
  }

  #at(node: Node): JsonNode {
    return new JsonNode(this.#source, node);
  }

  /** No member is added or removed, so everything between the values stays. */
  #spliced(values: { from: number; end: number; written: ValueText }[]): string {
    let [text, done] = ['', this.#node.offset];
    for (const { from, end, written } of values) {
      if (written === undefined) continue;
      text += this.#source.slice(done, from) + written;
      done = end;
    }
    return text + this.#source.slice(done, this.#node.offset + this.#node.length);
  }

  /** On one line where it stood on one. */
  #joined(open: string, members: string[], close: string, layout: Layout): string {
    const isInline = (this.#node.children ?? []).length > 0 && !this.text.includes('\n');
    return isInline ? `${open}${members.join(', ')}${close}` : blockOf(open, members, close, layout);
  }
}

export interface Layout {
  eol: string;
  /** One step. */
  step: string;
  /** Of the line where the value begins. */
  indent: string;
}

export const indentLayout = (layout: Layout): Layout => ({ ...layout, indent: layout.indent + layout.step });

const blockOf = (open: string, members: string[], close: string, { eol, step, indent }: Layout): string =>
  members.length === 0
    ? open + close
    : `${open}${eol}${members.map((one) => indent + step + one).join(`,${eol}`)}${eol}${indent}${close}`;

/** A new value on lines of its own. */
export const formatObject = (members: [string, string][], layout: Layout): string =>
  blockOf(
    '{',
    members.map(([name, text]) => `${JSON.stringify(name)}: ${text}`),
    '}',
    layout,
  );
export const formatList = (elements: string[], layout: Layout): string => blockOf('[', elements, ']', layout);

export interface JsonText {
  root: JsonNode;
  layout: Layout;
  /** The whole text with another root. */
  withRoot: (text: string) => string;
}

/** Throws what JSON.parse throws, so comments are refused. */
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
