// What the compiled site is to whoever builds with it: one function that turns read content into a release.
import type { RateClass } from '#contract/limits.ts';

export interface BuildSettings {
  contentDir: string;
  baseUrl: string;
  /** Whether a Nexus is run beside the room. */
  nexus: boolean;
  rates: Record<RateClass, number>;
  /** Digest of the code that shapes the output. */
  codeHash: string;
  /** Style sheets, scripts and fonts of the compiled pages. */
  assetsDir: string;
  /** Made anew. */
  releaseDir: string;
  /** Folder of the release that is live, empty when there is none. */
  previousDir: string;
}

export interface SiteEntry {
  buildRelease: (settings: BuildSettings) => Promise<void>;
}
