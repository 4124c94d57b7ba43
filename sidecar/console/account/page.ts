// Account page: ways to sign in and signed-in browsers.
import type { AccountModel } from './model.ts';
import { hourMs } from '#domain/instants.ts';
import type { ConsoleRequest, LoadPage } from '../page.ts';
import type { ConsoleDeps } from '../deps.ts';
import { listSessions, type Session } from '../sign-in/sessions.ts';
import { listCredentials } from '../sign-in/credentials.ts';
import { passkeyHost } from '../sign-in/passkeys.ts';
import { matchConsoleLanguage, consoleLanguages, languageName, type ConsoleTranslate } from '../messages/messages.ts';

/** Patterns in order of precedence: most browsers also include the names of those further down in their user agent. */
const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstMatchingName = (names: [RegExp, string][], text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

export function browserName(userAgent: string | null | undefined, t: ConsoleTranslate): string {
  const text = userAgent ?? '';
  const browserName = firstMatchingName(browsers, text) ?? t('A browser');
  const system = firstMatchingName(systems, text);
  return system ? t('{browser} on {system}', { browser: browserName, system }) : browserName;
}

/** Age up to which a session may change credentials. It protects a browser that was left open. */
const recentSignInMs = hourMs;
export const isRecentSignIn = ({ now }: ConsoleDeps, { createdAt }: Session): boolean =>
  now() - createdAt <= recentSignInMs;

/** Returns false for a creator who just signed in with a one-time link, because they may have lost the password. */
export const asksOldPassword = (deps: ConsoleDeps, session: Session, hasPassword: boolean): boolean =>
  hasPassword && !(session.method === 'link' && isRecentSignIn(deps, session));

export async function accountModel(
  deps: ConsoleDeps,
  { session, t, chosenLanguage = '' }: Pick<ConsoleRequest, 'session' | 't' | 'chosenLanguage'>,
  problems: AccountModel['problems'] = {},
): Promise<AccountModel> {
  const { db } = deps.store;
  const { baseUrl, creator } = deps.live().facts;
  const credentials = await listCredentials(db);
  const sessions = await listSessions(db, deps.now());
  const hasPassword = credentials.some(({ kind }) => kind === 'password');
  return {
    credentials: credentials.map(({ id, kind, label, createdAt, usedAt }) => ({ id, kind, label, createdAt, usedAt })),
    hasPassword,
    asksOldPassword: asksOldPassword(deps, session, hasPassword),
    isFresh: isRecentSignIn(deps, session),
    ...(passkeyHost(baseUrl) !== undefined && { passkeyOrigin: baseUrl }),
    baseUrl,
    languages: [
      {
        value: '',
        label: t('Same as the room ({language})', { language: languageName(matchConsoleLanguage(creator.language)) }),
      },
      ...consoleLanguages.map((value) => ({ value, label: languageName(value) })),
    ].map((one) => ({ ...one, isChosen: one.value === chosenLanguage })),
    browser: browserName(sessions.find(({ tokenHash }) => tokenHash === session.id)?.agent, t),
    signedIn: sessions.map(({ tokenHash, agent, method, createdAt, seenAt }) => ({
      id: tokenHash,
      browser: browserName(agent, t),
      method,
      createdAt,
      seenAt,
      isThis: tokenHash === session.id,
    })),
    problems,
  };
}

export const accountPage: LoadPage<AccountModel> = (deps, request) => accountModel(deps, request);
