// Reads and writes content/channels.json: the facts of each feed about its show.
import { join } from 'node:path';
import { ChannelsFile } from '#contract/schemas/content-files.ts';
import { readJsonFile } from '../json-file.ts';
import { writeIfChanged } from '../write-file.ts';

type Channels = ChannelsFile['channels'];

const channelsPath = (contentDir: string): string => join(contentDir, 'channels.json');

/** Returns no facts if the file is damaged; the next reading of each feed restores them. */
export function readChannels(contentDir: string): Channels {
  try {
    return { ...readJsonFile(channelsPath(contentDir), ChannelsFile, { channels: {} }).channels };
  } catch {
    return {};
  }
}

/** Writes the facts of all feeds, also of removed ones, whose items may stay in the room. */
export async function writeChannels(contentDir: string, channels: Channels): Promise<void> {
  await writeIfChanged(channelsPath(contentDir), `${JSON.stringify({ channels }, undefined, 2)}\n`);
}
