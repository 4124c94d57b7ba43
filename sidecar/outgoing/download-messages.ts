// Messages between the sidecar and the process that downloads a file.
import type { DownloadResult } from './download.ts';
import type { RequestLimits } from './limits.ts';
import type { OutgoingErrorReason } from './outgoing-error.ts';

export interface DownloadTask {
  url: string;
  file: string;
  limits: RequestLimits;
  baseUrl: string;
  allowedHosts: string[];
}

export type DownloadMessage =
  | { type: 'progress'; share: number }
  | { type: 'done'; downloaded: DownloadResult }
  | { type: 'problem'; reason: OutgoingErrorReason; message: string };
