// The settings of the directory: whether a Nexus is run here, and which one this room reports to.
import { isOrigin, type Read, type ReadNumber } from './setting-readers.ts';

export const nexusSettingDocs = {
  NEXUS: ['off', 'on: this room is a Nexus too, a directory that other rooms report to. A change rebuilds.'],
  NEXUS_URL: [
    '',
    'Nexus that this room reports itself to at start and after each build, such as https://nexus.example.',
  ],
  NEXUS_VISIT_MINUTES: [
    '60',
    'How often a Nexus visits each of its rooms; those that do not answer less and less often.',
  ],
} as const;

export interface NexusSettings {
  /** Whether a Nexus is run here. */
  isOn: boolean;
  /** Where this room reports itself. */
  url: string | undefined;
  visitMinutes: number;
}

type Name = keyof typeof nexusSettingDocs;

export function readNexus(value: Read<Name>, number: ReadNumber<Name>, problems: string[]): NexusSettings {
  const [mode, url] = [value('NEXUS'), value('NEXUS_URL').replace(/\/$/, '')];
  if (mode !== 'on' && mode !== 'off') problems.push(`NEXUS is ${mode}: give on or off`);
  if (url && !isOrigin(url)) problems.push(`NEXUS_URL is ${url}: give an origin such as https://nexus.example`);
  return { isOn: mode === 'on', url: url || undefined, visitMinutes: number('NEXUS_VISIT_MINUTES', 1, 10_080) };
}
