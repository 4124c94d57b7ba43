// The share pictures of all pages, as files of the release.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cards } from '../../press/cards.ts';
import type { Plan } from '../plan.ts';
import { cutOuts, drawCard } from './card.ts';
import type { MadeFile } from './made-file.ts';

export function cardFiles(plan: Plan, contentDir: string, codeHash: string): MadeFile[] {
  const cutOut = cutOuts((file) => readFile(join(contentDir, 'media', file)));
  return cards(plan.room, plan, codeHash).map((card) => ({
    path: card.path,
    type: 'image/jpeg',
    changedAt: card.changedAt,
    key: card.key,
    make: () => drawCard(card, cutOut),
  }));
}
