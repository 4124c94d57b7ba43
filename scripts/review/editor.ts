// Lets the creator edit an item file in their own editor and returns the change.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatItemFile, type ItemFile, parseItemFile } from '#domain/items/item-file.ts';
import type { Environment } from '../../sidecar/settings/settings.ts';
import type { ItemChange } from '../../sidecar/content/review.ts';
import { programFields } from '../../sidecar/content/source-version.ts';

/** Lets a person edit a text and returns the result. */
export type EditText = (text: string, name: string) => Promise<string>;

/** Runs $VISUAL or $EDITOR on a temporary file. */
export const editInEditor =
  (env: Environment): EditText =>
  async (text, name) => {
    const folder = await mkdtemp(join(tmpdir(), 'greenroom-edit-'));
    try {
      const file = join(folder, name);
      await writeFile(file, text);
      await runEditor(env, file);
      return await readFile(file, 'utf8');
    } finally {
      await rm(folder, { recursive: true });
    }
  };

function runEditor(env: Environment, file: string): Promise<void> {
  const editor = env.VISUAL || env.EDITOR || 'vi';
  const [command, ...args] = editor.trim().split(/\s+/);
  return new Promise((resolve, reject) => {
    const child = spawn(command!, [...args, file], { env, stdio: 'inherit' });
    child.on('error', () =>
      reject(new Error(`The editor “${editor}” cannot be started. Set EDITOR to an installed editor.`)),
    );
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The editor exited with code ${code}. Nothing was changed.`)),
    );
  });
}

/** Returns the change, or undefined if there is none. Throws an Error if the text is no longer an item file. */
export async function editItemInEditor(before: ItemFile, editText: EditText): Promise<ItemChange | undefined> {
  const text = formatItemFile(before);
  const edited = await editText(text, `${before.item.id}.md`);
  if (edited === text) return undefined;
  const after = parseItemFile(edited);
  if (typeof after.item !== 'object' || after.item === null) throw new Error('The front matter has no fields.');
  return { fields: changedFields(before.item, after.item as Record<string, unknown>), body: after.body };
}

function changedFields(before: Record<string, unknown>, after: Record<string, unknown>): Record<string, unknown> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changedNames = [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  for (const name of programFields) if (changedNames.includes(name)) throw new Error(`${name} cannot be edited.`);
  return Object.fromEntries(changedNames.map((name) => [name, after[name] ?? null]));
}
