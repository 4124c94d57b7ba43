// Account page: ways to sign in and signed-in browsers.
import { hourMs } from '#domain/instants.ts';
import { formField, type ConsoleRequest, type LoadPage, type RunAction } from '../page.ts';
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
export const requiresOldPassword = (deps: ConsoleDeps, session: Session, hasPassword: boolean): boolean =>
  hasPassword && !(session.method === 'link' && isRecentSignIn(deps, session));

/** Problems of the password form by field. */
export type PasswordProblems = Partial<Record<'old' | 'password' | 'repeat', string>>;

export async function readAccountModel(
  deps: ConsoleDeps,
  { session, t, chosenLanguage = '' }: Pick<ConsoleRequest, 'session' | 't' | 'chosenLanguage'>,
  problems: PasswordProblems = {},
) {
  const { db } = deps.store;
  const { baseUrl, creator } = deps.live().facts;
  const credentials = await listCredentials(db);
  const sessions = await listSessions(db, deps.now());
  const hasPassword = credentials.some(({ kind }) => kind === 'password');
  return {
    credentials: credentials.map(({ id, kind, label, createdAt, usedAt }) => ({ id, kind, label, createdAt, usedAt })),
    hasPassword,
    requiresOldPassword: requiresOldPassword(deps, session, hasPassword),
    /** True if ways to sign in may be changed. */
    isFresh: isRecentSignIn(deps, session),
    /** Origin at which passkeys work, or undefined if the room's address does not support them. */
    passkeyOrigin: passkeyHost(baseUrl) === undefined ? undefined : baseUrl,
    baseUrl,
    /** Console languages to choose from. An empty value stands for the creator's language. */
    languages: [
      {
        value: '',
        label: t('Same as the room ({language})', { language: languageName(matchConsoleLanguage(creator.language)) }),
      },
      ...consoleLanguages.map((value) => ({ value, label: languageName(value) })),
    ].map((one) => ({ ...one, isChosen: one.value === chosenLanguage })),
    /** Name of this browser, suggested as the name of its passkey. */
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

export type AccountModel = Awaited<ReturnType<typeof readAccountModel>>;

export const loadAccountPage: LoadPage<AccountModel> = (deps, request) => readAccountModel(deps, request);

/** Chooses the language of the console in this browser. */
export const setLanguage: RunAction = async (_, form) => {
  const language = consoleLanguages.find((one) => one === formField(form, 'language')) ?? '';
  return { to: '/account', notice: 'saved', language };
};
