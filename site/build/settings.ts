// What the build script hands to Astro, by environment, since pages and integration run in separate module graphs.
import { env } from 'node:process';
import type { RateClass } from '#contract/limits.ts';

const need = (name: string): string => {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set: build with \`npm run build\`, not with astro alone`);
  return value;
};

export const buildSettings = () => ({
  contentDir: need('GREENROOM_CONTENT'),
  baseUrl: need('GREENROOM_BASE_URL'),
  /** Whether a Nexus is run beside the room. */
  nexus: env.GREENROOM_NEXUS === 'on',
  rates: JSON.parse(need('GREENROOM_RATES')) as Record<RateClass, number>,
  /** Digest of the code that shapes the output. */
  codeHash: need('GREENROOM_CODE'),
  releaseDir: need('GREENROOM_RELEASE'),
  /** Folder of the guides that come with the program. */
  guidesDir: need('GREENROOM_GUIDES'),
  /** Folder of the release that is live, empty when there is none. */
  previousDir: env.GREENROOM_PREVIOUS ?? '',
});
