// Acts as the creator in the console over HTTP: signs in, opens the inbox, and approves the items in it.
import process from 'node:process';
import { root } from '../settings.ts';
import { runToEnd } from './children.ts';
import type { ServedRoom } from './rooms.ts';

export interface Creator {
  /** Returns a function that approves all items of the first page. Rejects unless there are `count` items. */
  openInbox: (count: number) => Promise<() => Promise<void>>;
}

const valuesOf = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`<input[^>]* name="${name}" value="([^"]*)"`, 'g'))].map(([, value]) => value!);

export async function signIn({ env, sidecar: { origin } }: ServedRoom): Promise<Creator> {
  let cookie = '';
  const ask = async (path: string, form?: [string, string][]): Promise<string> => {
    const headers = { cookie, origin };
    const options = form && { method: 'POST', body: new URLSearchParams(form) };
    const answer = await fetch(`${origin}/console${path}`, { ...options, headers, redirect: 'manual' });
    if (answer.status >= 400) throw new Error(`The console answers ${answer.status} to ${path}`);
    for (const one of answer.headers.getSetCookie()) cookie = [cookie, one.split(';')[0]].filter(Boolean).join('; ');
    return answer.text();
  };
  const { output } = await runToEnd(process.execPath, ['scripts/main.ts', 'sign-in'], { cwd: root, env });
  const [link] = /http\S+/.exec(output)!;
  await ask('/sign-in/link', [['link', new URL(link).searchParams.get('link')!]]);
  return {
    openInbox: async (count) => {
      const page = await ask('/inbox');
      const items = valuesOf(page, 'item');
      if (items.length !== count) throw new Error(`${items.length} items in the inbox instead of ${count}.`);
      const form = [['csrf', valuesOf(page, 'csrf')[0]!], ['do', 'approve'], ...items.map((value) => ['item', value])];
      return async () => void (await ask('/inbox/selected', form as [string, string][]));
    },
  };
}
