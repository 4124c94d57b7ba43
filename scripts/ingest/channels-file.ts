// Reads and writes content/channels.json: the facts of each feed about its show.
import { join } from 'node:path';
import { ChannelsFile, type FeedsFile } from '#contract/schemas/content-files.ts';
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

/** Returns the facts of the feeds in feeds.json, in their order. */
export const selectChannels = (channels: Channels, { feeds }: FeedsFile): Channels =>
  Object.fromEntries(feeds.flatMap(({ id }) => (channels[id] ? [[id, channels[id]]] : [])));

export async function writeChannels(contentDir: string, channels: Channels): Promise<void> {
  await writeIfChanged(channelsPath(contentDir), `${JSON.stringify({ channels }, undefined, 2)}\n`);
}
