// The tasks of a machine by its role.
import type { Settings } from './settings.ts';

export interface Duties {
  /** Answers the public. Every machine listens, but only these are meant to receive public requests. */
  answers: boolean;
  /** Sends events, looks for payments, transcribes, visits members. */
  works: boolean;
  /** Owns the content folder: reads feeds, builds and serves the console. */
  builds: boolean;
}

export const dutiesForRole = ({ role }: Pick<Settings, 'role'>): Duties => ({
  answers: role === 'all' || role === 'web',
  works: role === 'all' || role === 'worker',
  builds: role === 'all' || role === 'builder',
});
