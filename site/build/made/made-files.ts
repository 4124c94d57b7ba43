// Everything that the build makes besides pages and texts.
import type { BuildSettings } from '#domain/release/site-entry.ts';
import type { Plan } from '../plan.ts';
import { coverFiles } from './covers.ts';
import { iconFiles } from './icons.ts';
import type { MadeFile, Warn } from './made-file.ts';
import { pictureFiles } from './pictures.ts';
import { pressFiles } from './press.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cards } from '../../press/cards.ts';
import { cutOuts, drawCard } from './card.ts';

function cardFiles(plan: Plan, contentDir: string, codeHash: string): MadeFile[] {
  const cutOut = cutOuts((file) => readFile(join(contentDir, 'media', file)));
  return cards(plan.room, plan, codeHash).map((card) => ({
    path: card.path,
    type: 'image/jpeg',
    changedAt: card.changedAt,
    key: card.key,
    make: () => drawCard(card, cutOut),
  }));
}

export const madeFiles = (plan: Plan, { contentDir, codeHash }: BuildSettings, warn: Warn): MadeFile[] => [
  ...iconFiles(plan.room, codeHash, (file) => readFile(join(contentDir, 'media', file))),
  ...pictureFiles(plan.room, contentDir, warn),
  ...coverFiles(plan.room, contentDir, warn),
  ...cardFiles(plan, contentDir, codeHash),
  ...pressFiles(plan.room, contentDir, codeHash, warn),
];
