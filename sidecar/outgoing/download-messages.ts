// Messages between the sidecar and the process that downloads a file.
import type { FetchProblemCode, SourceProblem } from '#contract/source-problems.ts';
import type { DownloadResult } from './download.ts';
import type { RequestLimits } from './limits.ts';

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
  | { type: 'problem'; code: FetchProblemCode; details: SourceProblem['details'] };
