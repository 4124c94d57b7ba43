import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingNames, type SettingRecord, settings as records } from '#contract/settings.ts';
import { readSettings } from '../../settings/settings.ts';
import { listSettings } from './list-settings.ts';

const shown = (env: Record<string, string>) => {
  const list = listSettings(env, readSettings(env, '/srv/room'), '/srv/room/content');
  return new Map(list.map((one) => [one.name, one]));
};

test('every setting is shown with its current value and its purpose', () => {
  const settings = shown({ PORT: '8080', RATES: 'action=3', DIST_DIR: '/var/dist' });
  assert.deepEqual([...settings.keys()], settingNames);
  assert.deepEqual(settings.get('PORT'), {
    name: 'PORT',
    value: '8080',
    meaning: records.PORT.doc,
    isDefault: false,
  });
  assert.deepEqual([settings.get('HOST')!.value, settings.get('HOST')!.isDefault], ['127.0.0.1', true]);
  assert.equal(settings.get('BASE_URL')!.value, 'http://127.0.0.1:8080');
  assert.equal(settings.get('DIST_DIR')!.value, '/var/dist');
  assert.equal(settings.get('DATA_DIR')!.value, '/srv/room/.data');
  assert.equal(settings.get('CONTENT_DIR')!.value, '/srv/room/content');
  assert.match(settings.get('RATES')!.value, /action=3/);
  assert.equal(settings.get('DATABASE_URL')!.value, '');
});

test('no way of writing DATABASE_URL shows its password', () => {
  const shapes: [string, string][] = [
    ['postgres://ida:hunter2@db.lan:5432/room', 'postgres://ida:•••@db.lan:5432/room'],
    ['postgres://ida@db.lan/room?password=hunter2&sslmode=require', 'postgres://ida:•••@db.lan/room?•••'],
    ['postgres:///room?host=/run/pg&password=hunter2', 'postgres:///room?•••'],
    ['postgresql://ida:hun@ter2/hunter2@db.lan/room', 'postgresql://ida:•••@db.lan/room'],
    ['postgres://ida@db.lan/room?password=hunter2@', 'postgres://•••:•••@'],
    ['postgres://:hunter2@db.lan/room', 'postgres://•••:•••@db.lan/room'],
  ];
  for (const [value, expected] of shapes) {
    assert.equal(shown({ DATABASE_URL: value }).get('DATABASE_URL')!.value, expected);
    assert.ok(!JSON.stringify([...shown({ DATABASE_URL: value }).values()]).includes('hunter2'), value);
  }
});

test('a secret is never shown, not even in an error', () => {
  const key = 'hunter2';
  const names = settingNames.filter((name) => (records[name] as SettingRecord).secret);
  assert.deepEqual(names, [
    'DATABASE_URL',
    'SMTP_URL',
    'FLEET_SECRET',
    'EDGE_SECRET',
    'PUBLISH_SECRET',
    'PURGE_TOKEN',
    'PURGE_COMMAND',
    'TRANSCRIBE_API_KEY',
    'NWC_URL',
    'LND_MACAROON',
    'PHOENIXD_PASSWORD',
    'LNBITS_KEY',
    'CLN_RUNE',
    'BTCPAY_KEY',
  ]);
  const env = { TRANSCRIBE_API_KEY: key, PHOENIXD_PASSWORD: key, LNBITS_KEY: key, CLN_RUNE: key, BTCPAY_KEY: key };
  assert.ok(!JSON.stringify([...shown(env).values()]).includes(key));
  for (const name of ['DATABASE_URL', 'NWC_URL', 'LND_MACAROON'])
    assert.throws(
      () => readSettings({ [name]: key }, '/srv'),
      ({ message }: Error) => message.includes(name) && !message.includes(key),
    );
});

test('a setting of greenroom.env is shown with its place', () => {
  const file = { problems: [], locate: (name: string) => (name === 'PORT' ? 'greenroom.env, line 2' : undefined) };
  const env = { PORT: '8080' };
  const list = listSettings(env, readSettings(env, '/srv/room'), '/srv/room/content', file);
  assert.equal(list.find(({ name }) => name === 'PORT')!.place, 'greenroom.env, line 2');
  assert.equal(list.find(({ name }) => name === 'HOST')!.place, undefined);
});
