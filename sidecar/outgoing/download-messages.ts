// What the process that downloads is told, and what it says.
import type { Downloaded } from './download.ts';
import type { Limits } from './limits.ts';
import type { Reason } from './problem.ts';

export interface DownloadTask {
  url: string;
  file: string;
  limits: Limits;
  baseUrl: string;
  allowedHosts: string[];
}

export type DownloadMessage =
  | { type: 'progress'; share: number }
  | { type: 'done'; downloaded: Downloaded }
  | { type: 'problem'; reason: Reason; message: string };
