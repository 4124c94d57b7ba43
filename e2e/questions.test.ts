// Questions as people ask them, put to the rooms in questions/rooms, and to those of the web sites in SITES_FOLDER.
// QUESTIONS_ROOM names one room.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';
import { assertRates, ownRooms, questionsFolder, readQuestions, testOwnRoom } from './question-rooms.ts';
import { askAll, judge, type Judged, type Question, reportOf } from './questions.ts';
import { command, freePort, manyRequests, startRoom } from './room.ts';

const sites = process.env.SITES_FOLDER && resolve(process.env.SITES_FOLDER);
const onlyRoom = process.env.QUESTIONS_ROOM;

const isChosen = (name: string): boolean => !onlyRoom || onlyRoom === name;

/** Hard rooms, in English and in German. The soak tests put questions to the others. */
const hardRooms = ['relay', 'gratpost'];

describe('questions about rooms that were written after the program', () => {
  for (const name of onlyRoom ? ownRooms.filter(isChosen) : hardRooms) testOwnRoom(name, Boolean(onlyRoom));
});

test('an answer is judged by what it says, and a sentence about other things is wrong', () => {
  const answer = (text: string, ...results: object[]) => ({
    _meta: { response_type: 'answer' },
    results: [{ '@type': 'SearchSummary', text }, ...results],
  });
  const lamp = {
    '@type': 'Article',
    name: 'The green lamp',
    identifier: 'the-green-lamp-00000001',
    description: 'Oil.',
  };
  const verdict = (question: Omit<Question, 'ask'>, response: object) =>
    judge({ ask: '', ...question }, response).verdict;

  assert.equal(verdict({ expect: { contains: ['oil'] } }, answer('1 of 1 item that mentions “lamp”.', lamp)), 'right');
  assert.equal(verdict({ expect: { items: ['green lamp'] } }, answer('The newest article.', lamp)), 'right');
  assert.equal(verdict({ expect: { count: 3 } }, answer('There are 3 articles.', lamp)), 'right');
  assert.equal(verdict({ expect: { count: 3 } }, answer('There are 30 articles.', lamp)), 'wrong');
  assert.equal(verdict({ expect: { items: ['lamp'] }, never: ['green'] }, answer('2 of 2 items.', lamp)), 'wrong');
  assert.equal(verdict({ expect: { contains: ['20'] } }, answer('It is of 2026.', lamp)), 'wrong');
  assert.equal(verdict({ expect: { contains: ['wax'] } }, answer('1 of 1 item that mentions “lamp”.', lamp)), 'missed');
  assert.equal(verdict({ notHere: true }, answer('1 of 1 item that mentions “lamp”.', lamp)), 'wrong');
  assert.equal(
    verdict({ notHere: true }, answer('Nothing here mentions “price”; this mentions “lamp”.', lamp)),
    'not here',
  );
  assert.equal(verdict({ notHere: true }, { _meta: { response_type: 'failure' }, error: { message: '' } }), 'not here');
});

/** Feeds that no page of a site names at its start. */
const furtherFeeds: Record<string, string> = { atelier: '/notizen/feed.atom' };

/** Serves the sites; resolves with the first page of each. */
async function serveSites(folder: string): Promise<{ starts: Map<string, URL>; stop: () => void }> {
  const names = join(folder, 'names.mjs');
  const args = ['--import', names, join(folder, 'serve.mjs'), String(await freePort())];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const starts = new Map<string, URL>();
  for await (const line of createInterface(server.stdout)) {
    const [name, address] = line.split(/\s+/) as [string, string];
    const start = new URL(address);
    start.hostname = `${name}.test`;
    starts.set(name, start);
    if (name === 'plain') break;
  }
  return { starts, stop: () => void server.kill() };
}

/** Makes a room of a site as its creator would, with everything approved. */
async function makeContent(start: URL, name: string, env: NodeJS.ProcessEnv): Promise<string> {
  const content = await mkdtemp(join(tmpdir(), 'greenroom-questions-'));
  const run = (which: string, ...args: string[]) => command(env, which, ...args, '--content', content);
  await run('init', start.href, '--allow-private', start.hostname, '--yes');
  const feed = furtherFeeds[name];
  if (feed && !readFileSync(join(content, 'feeds.json'), 'utf8').includes(feed))
    await run('feeds', '--add', new URL(feed, start).href);
  await run('ingest');
  await run('review', '--approve-all');
  return content;
}

describe(
  'questions about the rooms of web sites',
  { skip: sites ? false : 'SITES_FOLDER names no folder' },
  async () => {
    if (!sites) return;
    const { starts, stop } = await serveSites(sites);
    const env = { ...process.env, NODE_OPTIONS: `--import ${join(sites, 'names.mjs')}` };
    const rooms: Record<string, Judged[]> = {};
    after(() => {
      stop();
      console.log(reportOf(rooms, Boolean(onlyRoom)));
    });
    for (const [name, start] of starts) {
      const file = join(questionsFolder, `${name}.json`);
      if (!existsSync(file) || !isChosen(name)) continue;
      test(`${name}: at most 2 % wrong, at least 75 % right, at least 95 % of the others not here`, async () => {
        const content = await makeContent(start, name, env);
        const room = await startRoom(content, { RATES: manyRequests, NODE_OPTIONS: env.NODE_OPTIONS });
        rooms[name] = await askAll(room.baseUrl, readQuestions(file));
        await room.stop();
        await rm(content, { recursive: true });
        assertRates(rooms[name]);
      });
    }
  },
);
