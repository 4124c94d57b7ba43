// The tasks of a machine by its role. Every machine answers requests.
import type { Settings } from './settings.ts';

export interface Duties {
  /** Sends events, looks for payments and visits members. */
  works: boolean;
  /** Owns the content folder: reads feeds, builds and serves the console. */
  builds: boolean;
  /** Transcribes and notifies the creator of what is due, on every machine that is not only a web server. */
  runsJobs: boolean;
}

export const dutiesForRole = ({ role }: Pick<Settings, 'role'>): Duties => ({
  works: role === 'all' || role === 'worker',
  builds: role === 'all' || role === 'builder',
  runsJobs: role !== 'web',
});
