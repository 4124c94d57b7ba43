// Everything that the build makes besides pages and texts.
import type { BuildSettings } from '#domain/release/site-entry.ts';
import type { Plan } from '../plan.ts';
import { cardFiles } from './cards.ts';
import { coverFiles } from './covers.ts';
import { iconFiles } from './icons.ts';
import type { MadeFile, Warn } from './made-file.ts';
import { pictureFiles } from './pictures.ts';
import { pressFiles } from './press.ts';

export const madeFiles = (plan: Plan, { contentDir, codeHash }: BuildSettings, warn: Warn): MadeFile[] => [
  ...iconFiles(plan.room, codeHash),
  ...pictureFiles(plan.room, contentDir, warn),
  ...coverFiles(plan.room, contentDir, warn),
  ...cardFiles(plan, contentDir, codeHash),
  ...pressFiles(plan.room, contentDir, codeHash, warn),
];
