// The log: JSON lines without secrets.
import { writeSync } from 'node:fs';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { escapeJson } from '#domain/text/invisible.ts';

/** Tokens of capability addresses and of headers (see tokens.ts), secrets of webhooks, passwords in addresses. */
const secrets: [RegExp, string][] = [
  // A slug may be as long, but has no capitals; of random tokens, one in five thousand million has none.
  [/(?<![\w%-])(?=[\w%-]*[A-Z])(?:[\w-]|%[\da-fA-F]{2}){43,}/g, '…'],
  [/whsec_[\w+/=-]+/g, 'whsec_…'],
  // No part may pass over the next `://`: a line full of them would be read from each to its end.
  [/(:\/\/[^\s:@/"]*:)[^\s@/"]+@/g, '$1…@'],
];

export const redactSecrets = (line: string): string =>
  secrets.reduce((text, [secret, mark]) => text.replace(secret, mark), line);

/** A line that cannot be written is left out: the logger's own way ends the process when the disk is full. */
const standardOutput = {
  write: (line: string) => {
    try {
      writeSync(1, line);
    } catch {
      return;
    }
  },
};

export interface LogOptions {
  level: string;
  /** Where the lines go instead of the standard output. */
  stream?: { write: (line: string) => void } | undefined;
}

export const openLog = ({ level, stream = standardOutput }: LogOptions): FastifyBaseLogger =>
  pino({ level, hooks: { streamWrite: (line) => escapeJson(redactSecrets(line)) } }, stream);

export const logsRequests = (level: string): boolean => level === 'info' || level === 'debug';
