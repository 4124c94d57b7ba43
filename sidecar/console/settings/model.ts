// The settings, the creator's files and the parts of the program as the console shows them: to read, not to change.
import type { ShownSetting } from './shown-settings.ts';

export interface ContentFileRow {
  /** Relative to the content folder. */
  path: string;
  /** What it says, in short. */
  says: string[];
  /** What is wrong with it. */
  problems: string[];
}

export interface SettingsModel {
  settings: ShownSetting[];
  contentDir: string;
  files: ContentFileRow[];
  /** Who may read what, in words. */
  access: string[];
  /** The one that signs first. */
  receiptKeys: { kid: string; createdAt: number }[];
  versions: { name: string; value: string }[];
  store: { kind: 'sqlite' | 'postgres'; bytes: number; replaced?: string };
  /** `npm run` commands that keep the store safe. */
  commands: string[];
  backups: { folder: string; everyHours: number; newestAt?: number };
}
