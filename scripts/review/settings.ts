// `--set field=value` as a change of an item: the schema says whether a value is text, a number, a list or more.
import { StoredItem } from '#contract/schemas/stored-item.ts';
import type { ItemChange } from '../../sidecar/content/review.ts';

/** Throws an Error that says which setting can't be understood. */
export function changeOf(settings: string[]): ItemChange {
  const change: ItemChange = { fields: {} };
  for (const setting of settings) {
    const at = setting.indexOf('=');
    if (at < 1) throw new Error(`--set ${setting}: write field=value`);
    const name = setting.slice(0, at);
    const value = setting.slice(at + 1);
    if (name === 'body') change.body = value;
    else change.fields[name] = valueOf(name, value);
  }
  return change;
}

interface FieldSchema {
  type?: string;
  items?: { type?: string };
}

function valueOf(name: string, value: string): unknown {
  const schema = (StoredItem.properties as Record<string, FieldSchema>)[name];
  if (schema?.type === 'array' && schema.items?.type === 'string') return value.split(',').map(trim).filter(Boolean);
  if (value === '') return null;
  if (!schema || schema.type === 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    throw new Error(`--set ${name}=${value}: must be JSON (${schema.type})`);
  }
}

const trim = (text: string): string => text.trim();
