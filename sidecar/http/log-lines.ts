// The log: JSON lines without secrets.
import { writeSync } from 'node:fs';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { escapeJson } from '#domain/text/invisible.ts';

/**
 * Patterns of secrets: tokens in addresses and headers (see tokens.ts), secrets of webhooks, passwords in addresses.
 */
const secrets: [RegExp, string][] = [
  // A slug may be as long but has no capitals; one of five thousand million random tokens has none.
  [/(?<![\w%-])(?=[\w%-]*[A-Z])(?:[\w-]|%[\da-fA-F]{2}){43,}/g, '…'],
  [/whsec_[\w+/=-]+/g, 'whsec_…'],
  // No part may match across the next `://`, so that matching stays linear.
  [/(:\/\/[^\s:@/"]*:)[^\s@/"]+@/g, '$1…@'],
];

export const redactSecrets = (line: string): string =>
  secrets.reduce((text, [secret, mark]) => text.replace(secret, mark), line);

/** Writes lines; one that cannot be written is dropped. Pino's own output would end the process on a full disk. */
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
  /** Destination of lines in place of standard output. */
  stream?: { write: (line: string) => void } | undefined;
}

export const openLog = ({ level, stream = standardOutput }: LogOptions): FastifyBaseLogger =>
  pino({ level, hooks: { streamWrite: (line) => escapeJson(redactSecrets(line)) } }, stream);

export const logsRequests = (level: string): boolean => level === 'info' || level === 'debug';
