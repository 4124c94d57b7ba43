// Runs npm run init on the sites in SITES_FOLDER and compares the rooms with what a person finds there in five minutes.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import type { Creator, FeedsFile } from '#contract/schemas/content-files.ts';
import { sha256 } from '#domain/ids.ts';
import { runInMemory } from '../test-io.ts';

const folder = process.env['SITES_FOLDER'];
/** Sites in the order of their ports. */
const names = ['arabi', 'atelier', 'kanal', 'letters', 'long-show', 'mara', 'messy', 'nihon', 'plain'];

interface Room {
  creator: Creator;
  /** Paths of the feeds. */
  feeds: string[];
  /** Width and height of a picture in content/media. */
  size: (picture: { file?: string | undefined } | undefined) => Promise<number[]>;
}

/** A fact about a room with the value that a person finds. Values that are undefined must be absent. */
type Facts = (room: Room) => Promise<[what: string, actual: unknown, expected: unknown][]>;

const general = ({ contacts }: Creator) => contacts?.find(({ role }) => role === 'general');
const pathOf = (picture: { source?: string } | undefined) => picture?.source && new URL(picture.source).pathname;
const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length;

const bioLengths = [
  ['long', 150],
  ['short', 19],
];

const expectations: Record<string, { start?: string; facts: Facts }> = {
  arabi: {
    facts: async ({ creator, feeds }) => [
      ['name', creator.name, 'سلمى الحكيم'],
      ['publication', creator.publication, 'ظلّ الشارع'],
      ['language', creator.language, 'ar'],
      ['description', creator.oneLiner, 'مقالات وبودكاست عن المدن التي نمشي فيها كل يوم ولا نراها.'],
      ['job', creator.jobTitle, 'كاتبة وصانعة بودكاست'],
      ['tagline', creator.tagline, undefined],
      ['feeds', feeds, ['/articles.xml', '/podcast.xml']],
      ['portrait', pathOf(creator.portrait), '/images/portrait.jpg'],
      ['banner', pathOf(creator.banner), '/images/banner.webp'],
      ['cover', creator.podcast?.image !== undefined, true],
      ['general mail', general(creator)?.email, 'salma@zill.example'],
      ['press contact', creator.pressContact, undefined],
      ['colour', creator.accentColor, '#48233c'],
      ['bio', Object.values(creator.bios ?? {}).some((text) => text.includes('أكتب عمّا لا يُرى')), true],
    ],
  },
  atelier: {
    facts: async ({ creator, feeds, size }) => [
      ['name', creator.name, 'Friederike Runkel'],
      ['publication', creator.publication, 'Atelier Runkel'],
      ['language', creator.language, 'de-DE'],
      ['feeds', feeds, ['/blaetter/feed.json', '/notizen/feed.atom']],
      ['job', creator.jobTitle, 'Illustratorin'],
      ['tagline', creator.tagline, undefined],
      ['description', creator.oneLiner + creator.description, ''],
      ['portrait', await size(creator.portrait), [1400, 1400]],
      ['bio', creator.bios?.short?.includes('sieben Bücher'), true],
      ['one bio only', Object.keys(creator.bios ?? {}), ['short']],
      ['general mail', general(creator)?.email, 'post@atelier-runkel.example'],
      ['telephone', general(creator)?.telephone, '0461 / 555 01 23'],
      ['press mail', creator.pressContact?.email, 'presse@atelier-runkel.example'],
      ['colour', creator.accentColor, undefined],
    ],
  },
  kanal: {
    start: '/c/knots/videos',
    facts: async ({ creator, feeds, size }) => [
      ['name', creator.name, 'Tobe Hallström'],
      ['publication', creator.publication, 'Knots with Tobe'],
      ['description', creator.description, 'Rope, rigging and patience.'],
      ['feeds', feeds, ['/feeds/videos.xml']],
      ['portrait', await size(creator.portrait), [600, 600]],
      ['banner', await size(creator.banner), [3200, 600]],
      ['bio', creator.bios, undefined],
      ['themes', creator.themes, []],
      ['press contact', creator.pressContact, undefined],
      ['colour', creator.accentColor, undefined],
    ],
  },
  letters: {
    facts: async ({ creator, feeds, size }) => [
      ['name', creator.name, 'Sunday Adeyemi'],
      ['publication', creator.publication, 'Slow Arithmetic'],
      ['description', creator.description, 'Numbers, at walking pace.'],
      ['one-liner', creator.oneLiner, 'Numbers, at walking pace.'],
      ['feeds', feeds, ['/feed']],
      ['portrait', await size(creator.portrait), [900, 900]],
      ['logo', pathOf(creator.logos?.[0]), '/logo.png'],
      ['colour', creator.accentColor, '#ff6719'],
      ['bio', creator.bios?.short?.startsWith('Sunday Adeyemi taught mathematics'), true],
      ['press contact', creator.pressContact, undefined],
    ],
  },
  'long-show': {
    start: '/shows/four-hundred-hours',
    facts: async ({ creator, feeds, size }) => [
      ['name', creator.name, 'Wilhelmina Bartholomew-Castellane Okonjo'],
      ['publication', creator.publication, 'Four Hundred Hours'],
      ['description', creator.description.startsWith('Four Hundred Hours is a weekly talk'), true],
      ['feeds', feeds, ['/1890340.rss']],
      ['cover', await size({ file: creator.podcast?.image }), [3000, 3000]],
      ['portrait', pathOf(creator.portrait), '/host.jpg'],
      ['themes', creator.themes, []],
      ['logo', creator.logos, undefined],
      ['press contact', creator.pressContact, undefined],
    ],
  },
  mara: {
    facts: async ({ creator, feeds, size }) => [
      ['name', creator.name, 'Mara Ilves'],
      ['publication', creator.publication, 'Open Bench'],
      ['job', creator.jobTitle, 'Writer and broadcaster on free software'],
      ['description', creator.oneLiner.startsWith('Letters about free software, the people who mend it'), true],
      ['feeds', feeds, ['/rss/', '/podcast/feed.xml', '/feeds/videos.xml', '/@mara.rss']],
      ['portrait', await size(creator.portrait), [1600, 2000]],
      ['banner', await size(creator.banner), [1200, 630]],
      ['logo', pathOf(creator.logos?.[0]), '/images/logo.svg'],
      ['cover', await size({ file: creator.podcast?.image }), [3000, 3000]],
      ['colours', [creator.accentColor, creator.secondColor], ['#5b3a86', '#f7b267']],
      ['lengths of bios', Object.entries(creator.bios!).map(([id, text]) => [id, countWords(text)]), bioLengths],
      ['pronunciation', [creator.pronunciation, creator.pronouns], ['MAH-ra IL-ves', 'she/her']],
      ['talks', creator.speaking?.topics.map(({ durationMinutes }) => durationMinutes), [50, 30]],
      ['general mail', general(creator)?.email, 'hello@mara-ilves.example'],
      [
        'press contact',
        creator.pressContact,
        { name: 'Liis Tamme', email: 'press@mara-ilves.example', telephone: '+358 2 5550 1234' },
      ],
      [
        'figures with their months',
        creator.stats?.map(({ value, asOf }) => [value, asOf.slice(0, 7)]),
        [
          [23400, '2026-10'],
          [9100, '2026-10'],
        ],
      ],
      ['credits', creator.headshots?.slice(1).map(({ credit }) => credit), ['Juta Saar', 'Juta Saar', 'Ott Kask']],
      ['licences', creator.headshots?.slice(1).map(({ license }) => license), Array(3).fill('CC BY 4.0')],
      ['press picture', await size(creator.headshots?.[3]), [3000, 2000]],
      ['links', creator.links?.map(({ label }) => label), ['Open Bench', '@mara', 'Films', 'Podcast']],
    ],
  },
  messy: {
    facts: async ({ creator, feeds, size }) => [
      ['name', creator.name, 'Rufus Tannenbaum'],
      ['publication', creator.publication, 'GADGET BARN'],
      ['description', creator.description, 'gadgets. barn. you get it.'],
      ['feeds', feeds, ['/rss/', '/podcast/rss']],
      ['portrait', await size(creator.portrait), [180, 180]],
      ['general mail', general(creator)?.email, 'rufus@gadgetbarn.example'],
      ['colour', creator.accentColor, '#ff69b4'],
      ['themes', creator.themes.map(({ label }) => label), ['Gadgets', 'Q&a']],
    ],
  },
  nihon: {
    facts: async ({ creator, feeds, size }) => [
      ['name', creator.name, '佐々木 千夏'],
      ['publication', creator.publication, '縁側だより'],
      ['job', creator.jobTitle, '随筆家'],
      ['feeds', feeds, ['/feed', '/old/atom.xml']],
      ['portrait', await size(creator.portrait), [1200, 1500]],
      ['banner', await size(creator.banner), [1600, 840]],
      ['colour', creator.accentColor, '#3f6b5f'],
      ['press mail', creator.pressContact?.email, 'letters@engawa.example'],
      ['general mail', general(creator)?.email, 'letters@engawa.example'],
      ['bio', Object.values(creator.bios ?? {}).some((text) => text.includes('図書館に十二年勤めた')), true],
    ],
  },
  plain: {
    facts: async ({ creator, feeds }) => [
      ['name', creator.name, 'Tom Alderwick'],
      ['publication', creator.publication, "Tom's Garden Railway Pages"],
      ['description', creator.description, 'News from 32 yards of track behind a bungalow'],
      ['feeds', feeds, ['/news.xml']],
      ['general mail', general(creator)?.email, 'tom@tomrail.example'],
      ['press contact', creator.pressContact, undefined],
      ['portrait', creator.portrait, undefined],
      ['themes', creator.themes, []],
    ],
  },
};

/** Returns the first of as many free ports in a row as there are sites. */
async function findFreePorts(): Promise<number> {
  for (let first = 20_000 + (process.pid % 1000) * 20; ; first += 20) {
    const servers = names.map((_, at) => createServer().listen(first + at, '127.0.0.1'));
    const results = await Promise.allSettled(servers.map((server) => once(server, 'listening')));
    await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
    if (results.every(({ status }) => status === 'fulfilled')) return first;
  }
}

const contentOf = (name: string) => join(work, name, 'content');
let work: string;
let firstPort: number;
let server: ChildProcess;

/** Returns the digest of each file of a room. */
function readFiles(name: string): Record<string, string> {
  const files = readdirSync(contentOf(name), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = files.map(({ parentPath, name: file }) => join(parentPath, file)).sort();
  return Object.fromEntries(paths.map((path) => [path, sha256(readFileSync(path))]));
}

async function initRoom(name: string): Promise<Room> {
  const address = `http://${name}.test:${firstPort + names.indexOf(name)}${expectations[name]!.start ?? '/'}`;
  const args = [address, '--allow-private', `${name}.test`, '--yes', '--content', contentOf(name)];
  const { code, out, err } = await runInMemory({}, 'init', ...args);
  assert.equal(code, 0, out + err);
  const read = (file: string) => JSON.parse(readFileSync(join(contentOf(name), file), 'utf8'));
  const { feeds } = read('feeds.json') as FeedsFile;
  return {
    creator: read('creator.json'),
    feeds: feeds.map(({ url }) => new URL(url!).pathname),
    size: async ({ file } = {}) => {
      if (!file) return [];
      const { width, height } = await sharp(join(contentOf(name), 'media', file)).metadata();
      return [width, height];
    },
  };
}

describe('sites', { skip: folder === undefined && 'SITES_FOLDER is not set' }, () => {
  before(async () => {
    await import(pathToFileURL(resolve(folder!, 'names.mjs')).href);
    work = mkdtempSync(join(tmpdir(), 'sites-'));
    firstPort = await findFreePorts();
    server = spawn(process.execPath, ['serve.mjs', String(firstPort)], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    for await (const chunk of server.stdout!) if ((printed += String(chunk)).includes('plain')) break;
  });
  after(() => {
    server.kill();
    rmSync(work, { recursive: true });
  });

  for (const name of names) {
    test(`the room of ${name} has what its pages say`, async () => {
      const facts = await expectations[name]!.facts(await initRoom(name));
      const actual = Object.fromEntries(facts.map(([what, value]) => [what, value]));
      assert.deepEqual(actual, Object.fromEntries(facts.map(([what, , value]) => [what, value])));
    });
  }

  test('rooms are the same on a machine whose cores are busy', async (t) => {
    const before = names.map(readFiles);
    const busy = [1, 2].map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
    t.after(() => busy.forEach((one) => one.kill('SIGKILL')));
    for (const name of names) {
      rmSync(join(work, name), { recursive: true });
      await initRoom(name);
    }
    assert.deepEqual(names.map(readFiles), before);
  });
});
