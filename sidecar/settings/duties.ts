// What a machine does by its role.
import type { Settings } from './settings.ts';

export interface Duties {
  /** Answers the public. Each machine answers on its port, but only these are meant to be asked. */
  answers: boolean;
  /** Sends events, looks for payments, transcribes, visits members. */
  works: boolean;
  /** Has the content folder: reads feeds, builds, shows the console. */
  builds: boolean;
}

export const dutiesForRole = ({ role }: Pick<Settings, 'role'>): Duties => ({
  answers: role === 'all' || role === 'web',
  works: role === 'all' || role === 'worker',
  builds: role === 'all' || role === 'builder',
});
