// Collects the creator's choices: from options, else from the terminal, else the guesses.
import { contentTypes } from '#contract/content-types.ts';
import type { Terminal } from '../terminal.ts';
import type { FoundFeed } from './discover.ts';
import type { CreatorAnswers, Guess, Guesses } from './draft.ts';
import type { InitOptions } from './options.ts';

export interface Choices {
  answers: CreatorAnswers;
  feeds: FoundFeed[];
  autoReview: boolean;
}

/** Asks for the missing choices. Without a terminal the guesses are used. */
export async function askChoices(
  options: InitOptions,
  guesses: Guesses,
  found: FoundFeed[],
  terminal?: Terminal,
): Promise<Choices> {
  const ask = async (question: string, guess: Guess, given?: string) =>
    given ?? ((terminal && (await askOrCancel(`${question} [${guess.value}] `, terminal))) || guess.value);
  const answers = {
    name: await ask('Your name', guesses.name, options.name),
    publication: await ask('Name of your publication', guesses.publication, options.publication),
    oneLiner: await ask('Description in one sentence', guesses.oneLiner, options.oneLiner),
    description: guesses.description.value,
    language: guesses.language.value,
  };
  const feeds = options.feeds.length ? selectFeeds(found, options.feeds) : await askFeeds(found, terminal);
  return { answers, feeds, autoReview: options.autoReview || (await askAutoReview(feeds, terminal)) };
}

const selectFeeds = (found: FoundFeed[], urls: string[]): FoundFeed[] =>
  found.filter(({ url, statedUrl }) => urls.includes(url) || urls.includes(statedUrl));

async function askFeeds(found: FoundFeed[], terminal?: Terminal): Promise<FoundFeed[]> {
  const mainFeeds = found.filter(({ isAside }) => !isAside);
  if (!terminal || !found.length) return mainFeeds;
  const numbers = mainFeeds.map((feed) => found.indexOf(feed) + 1).join(' ');
  for (;;) {
    const answer = (await askOrCancel(`Feeds to add, by number [${numbers || 'none'}] `, terminal)) || numbers;
    const chosenNumbers = (answer === 'none' ? '' : answer)
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
    if (chosenNumbers.every((number) => found[number - 1]))
      return found.filter((_, at) => chosenNumbers.includes(at + 1));
    terminal.say(`Enter numbers from 1 to ${found.length}, or none.`);
  }
}

async function askAutoReview(feeds: FoundFeed[], terminal?: Terminal): Promise<boolean> {
  const others = [...new Set(feeds.map(({ type }) => type).filter((type) => !contentTypes[type].isAlwaysReviewed))];
  if (!terminal || !others.length) return false;
  const kinds = others.map((type) => contentTypes[type].noun[1]).join(', ');
  return /^y/i.test(await askOrCancel(`Publish new ${kinds} without review? [y/N] `, terminal));
}

async function askOrCancel(question: string, terminal: Terminal): Promise<string> {
  const answer = await terminal.ask(question);
  if (answer === undefined) throw new Error('Canceled. Nothing was written.');
  return answer;
}
