// Schemas as tables of fields: nested objects by dotted names, shapes that have a name as a link to their own table.
import type { TSchema } from 'typebox';

export interface TypeText {
  text: string;
  /** Anchor of the shape it names. */
  shape?: string;
}

export interface Field {
  name: string;
  /** One, or the members of a union. */
  types: TypeText[];
  isOptional: boolean;
  description: string;
}

export interface Shape {
  name: string;
  anchor: string;
  fields: Field[];
}

/** The parts of JSON Schema that the contract uses. */
interface Node {
  title?: string;
  type?: string;
  format?: string;
  description?: string;
  enum?: unknown[];
  anyOf?: Node[];
  items?: Node;
  properties?: Record<string, Node>;
  required?: string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

type Shapes = Map<string, Shape>;
const read = (schema: TSchema): Node => schema as unknown as Node;
const anchorOf = (title: string) => `shape-${title.toLowerCase()}`;

/** A shape is entered before its fields are read, so that one that contains itself ends. */
function remember(node: Node, shapes: Shapes): void {
  if (!node.title || !node.properties || shapes.has(node.title)) return;
  const shape: Shape = { name: node.title, anchor: anchorOf(node.title), fields: [] };
  shapes.set(node.title, shape);
  shape.fields = rows(node, shapes, '');
}

const arrayOf = ({ text, shape }: TypeText): TypeText => ({
  text: text === 'object' ? 'array of objects' : `array of ${text}`,
  ...(shape && { shape }),
});

function typesOf(node: Node, shapes: Shapes): TypeText[] {
  remember(node, shapes);
  if (node.title && node.properties) return [{ text: node.title, shape: anchorOf(node.title) }];
  if (node.title) return [{ text: node.title }];
  if (node.items) return typesOf(node.items, shapes).map(arrayOf);
  if (node.anyOf) return node.anyOf.flatMap((one) => typesOf(one, shapes));
  if (node.enum) return [{ text: node.enum.map(String).join(' | ') }];
  return [{ text: node.format ?? node.type ?? 'any' }];
}

function describe(node: Node): string {
  const range = [node.minimum, node.maximum].every((bound) => bound !== undefined)
    ? `${node.minimum} to ${node.maximum}`
    : '';
  const meaning = (node.description ?? node.items?.description ?? '').replaceAll('`', '');
  const isLengthTold = meaning.includes(String(node.maxLength));
  const length = node.maxLength && !isLengthTold ? `At most ${node.maxLength} characters` : '';
  const byDefault = node.default === undefined ? '' : `Default ${node.default}`;
  const limits = [range, length, byDefault].filter(Boolean).map((text) => `${text}.`);
  return [meaning, ...limits].filter(Boolean).join(' ');
}

/** An object, or the object of which a list consists, that has no name of its own. */
const inside = (node: Node): Node | undefined =>
  [node, node.items].find((one) => one?.properties !== undefined && one.title === undefined);

function rows(node: Node, shapes: Shapes, prefix: string): Field[] {
  return Object.entries(node.properties ?? {}).flatMap(([key, property]) => {
    const name = prefix + key;
    const row: Field = {
      name,
      types: typesOf(property, shapes),
      isOptional: !node.required?.includes(key),
      description: describe(property),
    };
    const nested = inside(property);
    return nested ? [row, ...rows(nested, shapes, `${name}${property.items ? '[]' : ''}.`)] : [row];
  });
}

export const typesOfSchema = (schema: TSchema, shapes: Shapes): TypeText[] => typesOf(read(schema), shapes);

/** Fields of an object, whatever it is called. */
export const fieldsOf = (schema: TSchema, shapes: Shapes): Field[] => rows(read(schema), shapes, '');

/** Fields of an object without a name; one that has a name is shown among the shapes. */
export const unnamedFieldsOf = (schema: TSchema, shapes: Shapes): Field[] =>
  read(schema).title ? [] : fieldsOf(schema, shapes);
