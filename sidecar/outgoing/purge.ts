// Tells a CDN which addresses changed: by a POST to a webhook, by a command, or both.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Outgoing } from './outgoing.ts';
import { createPoster } from './post.ts';
import type { PurgeSettings } from '../settings/settings.ts';

/** Cloudflare's limit of addresses per request. */
const addressesPerRequest = 30;
const neverAborted = new AbortController().signal;

async function notifyWebhook(url: string, token: string | undefined, files: string[], out: Outgoing): Promise<void> {
  const post = createPoster(out, { isOwners: true });
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  for (let from = 0; from < files.length; from += addressesPerRequest) {
    const { status } = await post(
      url,
      headers,
      JSON.stringify({ files: files.slice(from, from + addressesPerRequest) }),
      neverAborted,
    );
    if (status >= 300) throw new Error(`PURGE_URL answers ${status}.`);
  }
}

async function runCommand(command: string, files: string[]): Promise<void> {
  const child = spawn(command, { shell: true, stdio: ['pipe', 'inherit', 'inherit'] });
  // A command may exit without reading its input.
  child.stdin.on('error', () => {});
  child.stdin.end(files.map((file) => `${file}\n`).join(''));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`PURGE_COMMAND ended with ${code}.`);
}

export async function purge({ url, token, command }: PurgeSettings, files: string[], out: Outgoing): Promise<void> {
  if (files.length === 0) return;
  if (url) await notifyWebhook(url, token, files, out);
  if (command) await runCommand(command, files);
}
