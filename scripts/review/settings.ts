// Parses `--set field=value` into a change of an item. The schema determines the type of the value.
import { Instant } from '#contract/schemas/shape.ts';
import { StoredItem } from '#contract/schemas/stored-item.ts';
import { problemFinder } from '#contract/validation.ts';
import { parseTypedInstant } from '#domain/instants.ts';
import type { ItemChange } from '../../sidecar/content/review.ts';

/** Parses the settings. Throws an Error that names a setting that cannot be parsed. */
export function parseItemChange(settings: string[]): ItemChange {
  const change: ItemChange = { fields: {} };
  for (const setting of settings) {
    const at = setting.indexOf('=');
    if (at < 1) throw new Error(`--set ${setting}: use the form field=value`);
    const name = setting.slice(0, at);
    const value = setting.slice(at + 1);
    if (name === 'body') change.body = value;
    else change.fields[name] = parseFieldValue(name, value);
  }
  return change;
}

interface FieldSchema {
  type?: string;
  format?: string;
  items?: { type?: string };
}

const instantProblems = problemFinder(Instant(''));

function parseInstant(name: string, typed: string): string {
  const instant = parseTypedInstant(typed);
  if (instantProblems(instant).length === 0) return instant;
  throw new Error(`--set ${name}=${typed}: use a day such as 2026-05-01 or a time such as 2026-05-01T18:00:00Z`);
}

function parseFieldValue(name: string, value: string): unknown {
  const fields = StoredItem.properties as Record<string, FieldSchema>;
  // The check of the changed item reports unknown fields.
  const { type, format, items } = fields[name] ?? { type: 'string' };
  if (type === 'array' && items?.type === 'string') return value.split(',').map(trimText).filter(Boolean);
  if (value === '') return null;
  if (format === 'date-time') return parseInstant(name, value);
  if (type === 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    throw new Error(`--set ${name}=${value}: must be JSON (${type})`);
  }
}

const trimText = (text: string): string => text.trim();
