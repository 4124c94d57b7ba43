// Setup of a room without a creator.json. Reads the creator's site into a draft in `.build/setup`, which is hidden from
// the rest of the program until the creator adopts it.
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ItemType } from '#contract/content-types.ts';
import type { Creator, FeedsFile, TimelineFile } from '#contract/schemas/content-files.ts';
import type { CommandRunner } from '../../jobs/run-command.ts';
import { writeContentFile } from '../../content/json-file.ts';
import type { ReviewDesk } from '../../content/review-desk.ts';
import { type SetupChoices, isSetUp, adoptDraft } from './adopt-draft.ts';
import type { ConsoleTranslate, ConsoleMessage } from '../messages/messages.ts';
import { translatePageProblems, translateSourceProblem } from '../messages/source-problems.ts';
import { isAllowedHost, findReadAddressProblem } from '../../outgoing/address-rule.ts';

/** Relevant output of `npm run init -- --json`. */
export interface Findings {
  found: { url: string; title?: string; entries: number; type: ItemType; how: string; isAside: boolean }[];
  guesses: Record<string, { value: string; from: string }>;
  /** Notices about the pages. */
  hints: unknown;
  /** Addresses that could not be read, as PageProblems. */
  problems: unknown;
  /** Notices about the pictures. */
  notes: unknown;
  /** Facts that are only computed and wait for the creator. */
  proposals?: Pick<Creator, 'accentColor' | 'secondColor'> & { themes: Creator['themes'] };
  /** Pictures from which the creator may choose the portrait. */
  candidates?: { file: string; alt: string; source: string }[];
}

export interface SetupDraft {
  creator: Creator;
  feeds: FeedsFile;
  timeline: TimelineFile;
  findings: Findings;
  /** Content folder of the draft, with pictures in `media`. */
  folder: string;
}

export type SetupState =
  | { step: 'ask'; typed: string; problem?: string }
  | { step: 'reading'; typed: string; startedAt: number; addresses: string[] }
  | { step: 'found'; typed: string; draft: SetupDraft };

export interface SetupDeps {
  desk: ReviewDesk;
  /** Hosts in ALLOWED_HOSTS. */
  allowedHosts: string[];
  commands: Pick<CommandRunner, 'answer'>;
  /** Returns the current time in milliseconds. */
  now: () => number;
  newName: () => string;
}

/** Stored request. `name` is the folder of the draft. */
interface SetupRequest {
  typed: string;
  name?: string;
  /** True if nothing could be read. */
  hasFailed?: boolean;
  /** Addresses that could not be read, as PageProblems. */
  problems?: unknown;
  /** Private hosts that must be permitted first. */
  privateHosts?: string[];
}

type Answer = Partial<Findings> & { privateHosts?: string[] };

const findingsFile = 'findings.json';

function describeFailure(
  { hasFailed, problems, privateHosts = [] }: Omit<SetupRequest, 'typed' | 'name'>,
  t: ConsoleTranslate,
) {
  if (privateHosts.length > 0) return { problem: privateHosts.map((host) => describePermission(t, host)).join(' ') };
  if (!hasFailed) return {};
  return { problem: [t('Nothing could be read at this address.'), ...translatePageProblems(t, problems)].join(' ') };
}

function parseJson<T>(text: string): Partial<T> {
  try {
    return JSON.parse(text) as T;
  } catch {
    return {};
  }
}

export class Setup {
  readonly #parts: SetupDeps;
  #reading: { name: string; startedAt: number; addresses: string[] } | undefined;

  constructor(deps: SetupDeps) {
    this.#parts = deps;
  }

  /** Returns true until creator.json exists. */
  isNeeded(): boolean {
    return !isSetUp(this.#parts.desk.contentDir);
  }

  async #readRequest(): Promise<Partial<SetupRequest>> {
    return parseJson<SetupRequest>(await readFile(this.#path('asked.json'), 'utf8').catch(() => ''));
  }

  async state(t: ConsoleTranslate): Promise<SetupState> {
    const { typed = '', name, ...request } = await this.#readRequest();
    const why = describeFailure(request, t);
    if (name === undefined || why.problem) return { step: 'ask', typed, ...why };
    if (this.#reading?.name === name) return { step: 'reading', typed, ...this.#reading };
    const draft = await this.#draftIn(name);
    if (draft) return { step: 'found', typed, draft };
    return { step: 'ask', typed, problem: t('Reading was interrupted. Read the website again.') };
  }

  /** Starts reading the addresses, or returns the problem with them. */
  async read(typed: string, t: ConsoleTranslate): Promise<string | undefined> {
    const addresses = splitAddresses(typed);
    const problem = findAddressProblem(addresses, this.#parts.allowedHosts, t);
    if (problem) return problem;
    if (this.#reading) return t('Another address is being read. Wait until it is done.');
    const name = this.#parts.newName();
    this.#reading = { name, startedAt: this.#parts.now(), addresses: [] };
    await this.forget(typed);
    await this.#note({ typed, name });
    void this.#readInto(name, typed, addresses)
      .catch(() => this.#note({ typed, name, hasFailed: true }))
      .catch(() => undefined)
      .finally(() => (this.#reading = undefined));
    return undefined;
  }

  /** Deletes the draft. `typed` stays in the form. */
  async forget(typed?: string): Promise<void> {
    const typedAddress = typed ?? (await this.#readRequest()).typed ?? '';
    for (const old of await readdir(this.#path()).catch(() => [])) await rm(this.#path(old), { recursive: true });
    await this.#note({ typed: typedAddress });
  }

  /** Adopts the draft. Returns false if creator.json exists already. */
  async adoptDraft(draft: SetupDraft, chosen: SetupChoices): Promise<boolean> {
    const isDone = await adoptDraft(this.#parts.desk, draft.folder, chosen);
    await rm(this.#path(), { recursive: true, force: true });
    return isDone;
  }

  #path(...names: string[]): string {
    return join(this.#parts.desk.contentDir, '.build', 'setup', ...names);
  }

  async #note(request: SetupRequest): Promise<void> {
    await mkdir(this.#path(), { recursive: true });
    await writeContentFile({ ...this.#parts.desk, contentDir: this.#path() }, 'asked.json', JSON.stringify(request));
  }

  async #readInto(name: string, typed: string, addresses: string[]): Promise<void> {
    const { allowedHosts, commands, desk } = this.#parts;
    const permitted = permittedHosts(addresses, allowedHosts).map((host) => `--allow-private=${host}`);
    const options = ['--json', '--yes', `--content=${this.#path(name, 'content')}`, ...permitted];
    const onLine = (line: string) => void this.#reading?.addresses.push(line);
    const { ok, output } = await commands.answer('init', [...options, ...addresses], onLine);
    const answer = parseJson<Answer>(output.slice(output.indexOf('{')));
    if (!ok || !answer.found) {
      const { problems, privateHosts } = answer;
      return this.#note({ typed, name, hasFailed: true, problems, ...(privateHosts && { privateHosts }) });
    }
    await writeContentFile({ ...desk, contentDir: this.#path(name) }, findingsFile, JSON.stringify(answer));
  }

  async #draftIn(name: string): Promise<SetupDraft | undefined> {
    const read = async (...names: string[]) => JSON.parse(await readFile(this.#path(name, ...names), 'utf8'));
    try {
      return {
        findings: await read(findingsFile),
        creator: await read('content', 'creator.json'),
        feeds: await read('content', 'feeds.json'),
        timeline: await read('content', 'timeline.json'),
        folder: this.#path(name, 'content'),
      };
    } catch {
      return undefined;
    }
  }
}

const maxAddresses = 10;

/** Splits the input into addresses. `example.org` becomes https://example.org/. */
export const splitAddresses = (typed: string): string[] =>
  typed
    .split(/\s+/)
    .filter(Boolean)
    .map((text) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`));

const privateHost: ConsoleMessage =
  '{host} is in a private network. If it is yours, set ALLOWED_HOSTS={host} in greenroom.env (separate several with commas), restart the room and read the website again.';

const describePermission = (t: ConsoleTranslate, host: string): string => t(privateHost, { host });

export function findAddressProblem(
  addresses: string[],
  allowedHosts: string[],
  t: ConsoleTranslate,
): string | undefined {
  if (addresses.length === 0) return t('Enter the address of your website, such as example.org.');
  if (addresses.length > maxAddresses) return t('Enter at most {count} addresses.', { count: maxAddresses });
  for (const address of addresses) {
    const problem = findReadAddressProblem(address, allowedHosts);
    if (!problem) continue;
    if (problem.code === 'address_private') return describePermission(t, new URL(address).hostname);
    return `${address}: ${translateSourceProblem(t, problem)}`;
  }
  return undefined;
}

/** Returns the hosts of the addresses that ALLOWED_HOSTS permits. Hosts of linked pages are not included. */
export const permittedHosts = (addresses: string[], allowedHosts: string[]): string[] =>
  allowedHosts.filter((host) => addresses.some((one) => isAllowedHost(new URL(one), [host])));
