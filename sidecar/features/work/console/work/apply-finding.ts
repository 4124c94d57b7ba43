// Converts a finding into a change of its item.
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import type { ItemChange } from '#sidecar/content/review.ts';
import type { WorkFinding } from '../../rules/findings.ts';

const addToList = (list: string[], value: string, name: 'keywords' | 'themeIds'): ItemChange | 'has' =>
  list.includes(value) ? 'has' : { fields: { [name]: [...list, value] } };

/** Returns `has` if the item has the value already, and undefined if no field of the item can have it. */
export function changeForFinding(
  { keywords, themeIds = [], summary }: StoredItem,
  { kind, value }: WorkFinding,
  themes: { id: string; label: string }[],
): ItemChange | 'has' | undefined {
  if (kind === 'label') return addToList(keywords, value, 'keywords');
  if (kind === 'summary') return summary === value ? 'has' : { fields: { summary: value } };
  const theme = kind === 'theme' ? themes.find(({ label }) => label === value) : undefined;
  return theme && addToList(themeIds, theme.id, 'themeIds');
}
