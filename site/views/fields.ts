// Converts schemas into tables of fields. Nested objects have dotted names, and named objects link to their own table.
import type { TSchema } from 'typebox';

export interface TypeText {
  text: string;
  /** Anchor of the named object's table. */
  shape?: string;
}

export interface SchemaField {
  name: string;
  /** One type, or the members of a union. */
  types: TypeText[];
  isOptional: boolean;
  description: string;
}

export interface NamedSchema {
  name: string;
  anchor: string;
  fields: SchemaField[];
}

/** Keywords of JSON Schema that the contract uses. */
interface SchemaNode {
  title?: string;
  type?: string;
  format?: string;
  description?: string;
  enum?: unknown[];
  anyOf?: SchemaNode[];
  items?: SchemaNode;
  properties?: Record<string, SchemaNode>;
  required?: string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

type NamedSchemas = Map<string, NamedSchema>;
const asNode = (schema: TSchema): SchemaNode => schema as unknown as SchemaNode;
const anchorOf = (title: string) => `shape-${title.toLowerCase()}`;

/** Adds a named object. It is added before its fields are read, so that recursion ends. */
function addNamedSchema(node: SchemaNode, shapes: NamedSchemas): void {
  if (!node.title || !node.properties || shapes.has(node.title)) return;
  const shape: NamedSchema = { name: node.title, anchor: anchorOf(node.title), fields: [] };
  shapes.set(node.title, shape);
  shape.fields = nodeFields(node, shapes, '');
}

const arrayOf = ({ text, shape }: TypeText): TypeText => ({
  text: text === 'object' ? 'array of objects' : `array of ${text}`,
  ...(shape && { shape }),
});

function nodeTypes(node: SchemaNode, shapes: NamedSchemas): TypeText[] {
  addNamedSchema(node, shapes);
  if (node.title && node.properties) return [{ text: node.title, shape: anchorOf(node.title) }];
  if (node.title) return [{ text: node.title }];
  if (node.items) return nodeTypes(node.items, shapes).map(arrayOf);
  if (node.anyOf) return node.anyOf.flatMap((one) => nodeTypes(one, shapes));
  if (node.enum) return [{ text: node.enum.map(String).join(' | ') }];
  return [{ text: node.format ?? node.type ?? 'any' }];
}

function describeNode(node: SchemaNode): string {
  const range = [node.minimum, node.maximum].every((bound) => bound !== undefined)
    ? `${node.minimum} to ${node.maximum}`
    : '';
  const meaning = (node.description ?? node.items?.description ?? '').replaceAll('`', '');
  const mentionsLength = meaning.includes(String(node.maxLength));
  const length = node.maxLength && !mentionsLength ? `At most ${node.maxLength} characters` : '';
  const byDefault = node.default === undefined ? '' : `Default ${node.default}`;
  const limits = [range, length, byDefault].filter(Boolean).map((text) => `${text}.`);
  return [meaning, ...limits].filter(Boolean).join(' ');
}

/** Returns an object without a name, or the unnamed object that a list consists of. */
const unnamedObject = (node: SchemaNode): SchemaNode | undefined =>
  [node, node.items].find((one) => one?.properties !== undefined && one.title === undefined);

function nodeFields(node: SchemaNode, shapes: NamedSchemas, prefix: string): SchemaField[] {
  return Object.entries(node.properties ?? {}).flatMap(([key, property]) => {
    const name = prefix + key;
    const row: SchemaField = {
      name,
      types: nodeTypes(property, shapes),
      isOptional: !node.required?.includes(key),
      description: describeNode(property),
    };
    const nested = unnamedObject(property);
    return nested ? [row, ...nodeFields(nested, shapes, `${name}${property.items ? '[]' : ''}.`)] : [row];
  });
}

export const schemaTypes = (schema: TSchema, shapes: NamedSchemas): TypeText[] => nodeTypes(asNode(schema), shapes);

export const schemaFields = (schema: TSchema, shapes: NamedSchemas): SchemaField[] =>
  nodeFields(asNode(schema), shapes, '');

/** Returns the fields of an unnamed object. A named one has its own table. */
export const unnamedSchemaFields = (schema: TSchema, shapes: NamedSchemas): SchemaField[] =>
  asNode(schema).title ? [] : schemaFields(schema, shapes);
