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
import { type Card, roomCards } from '../../press/cards.ts';
import { cutOuts, drawCard } from './card.ts';

/** Draws cards; what several show of a picture is cut once. */
export function cardFiles(contentDir: string): (card: Card) => MadeFile {
  const cutOut = cutOuts((file) => readFile(join(contentDir, 'media', file)));
  return (card) => ({
    path: card.path,
    type: 'image/jpeg',
    changedAt: card.changedAt,
    key: card.key,
    make: () => drawCard(card, cutOut),
  });
}

/** Without the cards of items. */
export const madeFiles = (plan: Plan, { contentDir, codeHash }: BuildSettings, warn: Warn): MadeFile[] => [
  ...iconFiles(plan.room, codeHash, (file) => readFile(join(contentDir, 'media', file))),
  ...pictureFiles(plan.room, contentDir, warn),
  ...coverFiles(plan.room, contentDir, warn),
  ...roomCards(plan.room, codeHash).map(cardFiles(contentDir)),
  ...pressFiles(plan.room, contentDir, codeHash, warn),
];
