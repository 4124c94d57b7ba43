import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import proxyaddr from '@fastify/proxy-addr';
import { ratesPerMinute } from '#contract/limits.ts';
import { settingNames, type SettingRecord, settings as records } from '#contract/settings.ts';
import { readSettings } from './settings.ts';

test('the guide lists every setting with its default and its purpose', () => {
  const guide = readFileSync(new URL('../console/guides/settings.md', import.meta.url), 'utf8');
  for (const name of settingNames) {
    const { default: byDefault = '', doc }: SettingRecord = records[name];
    const row = guide.split('\n').find((line) => line.startsWith(`| \`${name}\``));
    assert.ok(row?.includes(byDefault) && row.includes(doc), name);
  }
});

test('settings list every problem together', () => {
  assert.throws(
    () => readSettings({ PORT: 'x', LOG_LEVEL: 'loud', BASE_URL: 'ftp://x' }, '/srv'),
    (error: Error) => {
      for (const name of ['PORT', 'LOG_LEVEL', 'BASE_URL']) assert.match(error.message, new RegExp(name));
      return true;
    },
  );
  assert.equal(readSettings({ PORT: '5000' }, '/srv').baseUrl, 'http://127.0.0.1:5000');
  assert.equal(readSettings({ PORT: '80' }, '/srv').baseUrl, 'http://127.0.0.1');
  assert.equal(readSettings({ HOST: '::1', PORT: '80' }, '/srv').baseUrl, 'http://[::1]');
  assert.equal(readSettings({ BASE_URL: 'https://room.example.org/' }, '/srv').baseUrl, 'https://room.example.org');
});

test('a number out of its bounds is told with them', () => {
  const wrong = { METRICS_PORT: '0', MAX_CONNECTIONS: 'many', SHED_HEAP_PERCENT: '101', DRAIN_SECONDS: '-1' };
  for (const [name, value] of Object.entries(wrong))
    assert.throws(
      () => readSettings({ [name]: value }, '/srv'),
      new RegExp(`${name} is ${value}: give a number from \\d`),
    );
  const { metricsPort, shed } = readSettings({ METRICS_PORT: '9100', SHED_DELAY_MS: '0' }, '/srv');
  assert.deepEqual([metricsPort, shed], [9100, { delayMs: 0, heapPercent: 90 }]);
  assert.equal(readSettings({}, '/srv').metricsPort, undefined);
});

test('a rate is set by its name, and a wrong one is told', () => {
  assert.deepEqual(readSettings({ RATES: 'action=3, guestKit=7' }, '/srv').rates, {
    ...ratesPerMinute,
    action: 3,
    guestKit: 7,
  });
  for (const RATES of ['action', 'action=0', 'action=x', 'toString=3', 'other=1']) {
    assert.throws(() => readSettings({ RATES }, '/srv'), /RATES/, RATES);
  }
});

test('problems in greenroom.env are reported with their lines, as are lines that are not settings', () => {
  const file = {
    problems: ['greenroom.env, line 9: x'],
    locate: (name: string) => (name === 'PORT' ? 'greenroom.env, line 4' : undefined),
  };
  assert.throws(
    () => readSettings({ PORT: 'x', LOG_LEVEL: 'loud' }, '/srv', file),
    /line 9: x\n {2}greenroom\.env, line 4: PORT is x: give a number from 0 to 65535\n {2}LOG_LEVEL is loud: give one of/,
  );
  assert.throws(() => readSettings({}, '/srv', file), /line 9/);
});

test('copies go into the folder of the store, or where BACKUP_DIR says', () => {
  assert.equal(readSettings({ DATA_DIR: '/var/room' }, '/srv').backupDir, '/var/room/backups');
  assert.equal(readSettings({ BACKUP_DIR: '/mnt/copies' }, '/srv').backupDir, '/mnt/copies');
});

test('proxies are addresses, ranges with a prefix that there is, or names of ranges; every wrong one is told at the start', () => {
  const good =
    '127.0.0.1, 10.0.0.0/8, 10.0.0.0/255.0.0.0, FE80::/10, ::1, ::ffff:10.0.0.1, loopback, linklocal, uniquelocal';
  const { trustProxy } = readSettings({ TRUST_PROXY: good }, '/srv');
  assert.equal(trustProxy.length, 9);
  assert.ok(proxyaddr.compile(trustProxy)('10.1.2.3', 0));
  for (const wrong of [
    'zzz',
    '10.0.0.0/99',
    '10.0.0.0/0',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10',
    '10.1',
    '1.2.3.256',
    '::1/129',
    'fe80::x',
    'true',
    'constructor',
    '10.0.0.0/255.0.255.0',
  ])
    assert.throws(
      () => readSettings({ TRUST_PROXY: `127.0.0.1,${wrong}`, PORT: 'x' }, '/srv'),
      (error: Error) =>
        error.message.includes(`TRUST_PROXY has ${wrong}: give an address`) && /PORT is x/.test(error.message),
      wrong,
    );
});

test('addresses that would end the server later are told at the start', () => {
  const wrong = {
    DATABASE_URL: ['postgresql://[x', 'postgres://u@h:99999/x', 'postgres://u:%ff@h/x', 'postgres:/x'],
    SMTP_URL: ['smtps://u:p%zz@mail.example', 'smtps://u:%ff@mail.example', 'smtp://mail.example:99999'],
    BASE_URL: ['https://user:word@room.example'],
  };
  for (const [name, values] of Object.entries(wrong))
    for (const value of values)
      assert.throws(() => readSettings({ [name]: value }, '/srv'), new RegExp(`${name}.*: give`), value);
  const fine = {
    DATABASE_URL: [
      'postgres://',
      'postgres:///room',
      'postgres://u@/room?host=/run',
      'postgres://u:a%zz%40@h:5432/x',
      'postgres://%2Frun/x',
    ],
    SMTP_URL: ['smtps://u%40x.example:p%3A@mail.example', 'smtp://127.0.0.1:25'],
    BASE_URL: ['https://room.example', 'http://[::1]:4321', 'https://room.example:0'],
  };
  for (const [name, values] of Object.entries(fine))
    for (const value of values) assert.ok(readSettings({ [name]: value, MAIL_FROM: 'a@b' }, '/srv'), value);
});
