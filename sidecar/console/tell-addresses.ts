// The first lines that a started room prints: where it is, and how its creator gets in.
import { consolePath } from '#domain/live-pages.ts';
import { hasCredential } from './sign-in/credentials.ts';
import { newSignInLink } from './sign-in/links.ts';
import type { Env, Settings } from '../settings/settings.ts';
import type { Db } from '../storage/store.ts';

interface AddressParts {
  env: Env;
  settings: Pick<Settings, 'baseUrl'>;
  port: number;
  db: Db;
  builds: boolean;
  /** Milliseconds. */
  now: number;
}

export async function tellAddresses({ env, settings, port, db, builds, now }: AddressParts): Promise<void> {
  const at = env.BASE_URL ? settings.baseUrl : settings.baseUrl.replace(/:\d+$/, `:${port}`);
  console.log(`Media room  ${at}/\nAPI index   ${at}/api/agent\nllms.txt    ${at}/llms.txt`);
  const firstPage = async () => ((await hasCredential(db)) ? consolePath : newSignInLink(db, now));
  console.log(
    `Console     ${builds ? at + (await firstPage().catch(() => consolePath)) : 'on the machine that builds'}`,
  );
}
