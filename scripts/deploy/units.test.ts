// Tests units for systemd: paths with spaces and specifiers, and the use of greenroom.env as an EnvironmentFile.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { describeReadDifference } from './deploy-files.ts';
import { reloadUnit, rulesPathUnit, serviceUnit, type ServiceDeps } from './units.ts';

const odd = '/srv/my room/100%';
const deps: ServiceDeps = {
  ...{ user: 'ada', roomDir: odd, program: ['/opt/node 24/node', `${odd}/main.ts`], command: 'start' },
  environment: { ROOM_DIR: odd, MAIL_FROM: '"Ada \\ Bo" <a@b.example>', BASE_URL: 'https://a.example/%41$1' },
  ...{ settingsFile: `${odd}/greenroom.env`, readsDiffer: undefined, writable: [`${odd}/content`, `${odd}/dist`] },
  ...{ port: 4321, drainSeconds: 15 },
};
const linesOf = (unit: string, name: string) =>
  unit.split('\n').flatMap((line) => (line.startsWith(`${name}=`) ? [line.slice(name.length + 1)] : []));

test('paths with spaces and percent signs are written as each directive reads them', () => {
  const unit = serviceUnit(deps);
  assert.deepEqual(linesOf(unit, 'WorkingDirectory'), ['/srv/my room/100%%']);
  assert.deepEqual(linesOf(unit, 'EnvironmentFile'), ['-/srv/my room/100%%/greenroom.env']);
  assert.deepEqual(linesOf(unit, 'ReadWritePaths'), ['"/srv/my room/100%%/content" "/srv/my room/100%%/dist"']);
  assert.deepEqual(linesOf(unit, 'ExecStart'), ['":/opt/node 24/node" "/srv/my room/100%%/main.ts" "start"']);
  assert.deepEqual(linesOf(unit, 'Environment'), [
    '"ROOM_DIR=/srv/my room/100%%"',
    '"MAIL_FROM=\\"Ada \\\\ Bo\\" <a@b.example>"',
    '"BASE_URL=https://a.example/%%41$1"',
  ]);
  assert.deepEqual(linesOf(rulesPathUnit(odd, 'nginx'), 'PathChanged'), ['/srv/my room/100%%/nginx/rules']);
  assert.match(reloadUnit(odd, 'caddy'), / caddy\.service; done' sh "\/srv\/my room\/100%%\/caddy\/rules"\n/);
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test('systemd finds nothing to say about the units', { skip: !hasSystemd && 'systemd-analyze is missing' }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-units-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const roomDir = join(folder, 'my room', '100%');
  mkdirSync(roomDir, { recursive: true });
  // The check looks for the program and the user.
  const unit = { ...deps, roomDir, user: 'root', program: [process.execPath, `${roomDir}/main.ts`], port: 80 };
  const units = {
    'greenroom.service': serviceUnit({ ...unit, settingsFile: `${roomDir}/greenroom.env`, writable: [roomDir] }),
    'greenroom-nginx.path': rulesPathUnit(roomDir, 'nginx'),
    'greenroom-nginx.service': reloadUnit(roomDir, 'nginx'),
  };
  const files = Object.keys(units).map((name) => join(folder, name));
  for (const [n, text] of Object.values(units).entries()) writeFileSync(files[n]!, text);
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
    encoding: 'utf8',
  });
  assert.deepEqual([status, stdout, stderr], [0, '', '']);
});

test('a stop waits as long as the program needs, one process is told, and V8 may make code', () => {
  const unit = serviceUnit(deps);
  assert.deepEqual(linesOf(unit, 'TimeoutStopSec'), ['55']);
  assert.deepEqual(linesOf(unit, 'KillMode'), ['mixed']);
  assert.deepEqual(linesOf(unit, 'RestartPreventExitStatus'), ['78']);
  assert.deepEqual(linesOf(unit, 'MemoryDenyWriteExecute'), []);
});

test('only a port below 1024 gets a capability', () => {
  assert.deepEqual(linesOf(serviceUnit(deps), 'CapabilityBoundingSet'), ['']);
  assert.deepEqual(linesOf(serviceUnit({ ...deps, port: 80 }), 'AmbientCapabilities'), ['CAP_NET_BIND_SERVICE']);
});

test('a value that a unit cannot contain is refused, not changed', () => {
  for (const path of ['/a\nUser=root', '/a"b', "/a'b", '/a\\', '/a '])
    assert.throws(() => serviceUnit({ ...deps, roomDir: path }), /cannot stand in a systemd unit/);
  assert.throws(
    () => serviceUnit({ ...deps, environment: { MAIL_FROM: 'a\nUser=root' } }),
    /^Error: MAIL_FROM contains/,
  );
});

test('greenroom.env is an EnvironmentFile only where systemd reads it as the program does', () => {
  const why = (text: string, given: string[] = [], isInRoom = true) =>
    describeReadDifference({ text, given, isInRoom });
  const alike =
    '# my room\n\nPORT=80\nMAIL_FROM="Ada <a@b.example>"\nSMTP_URL=\'smtp://x:#@y\'\nDIST_DIR=out\nNEXUS=\n';
  assert.equal(why(alike), undefined);
  for (const line of ['export PORT=80', 'PORT=80 # mine', 'PORT = 80', 'MAIL_FROM="a\\nb"', 'MAIL_FROM=`a`', '# a \\'])
    assert.match(why(`HOST=::\n${line}\n`) ?? '', /^systemd reads line 2 differently/, line);
  assert.match(why(alike, ['PORT']) ?? '', /^PORT is set both in it/);
  assert.match(why(alike, [], false) ?? '', /^DIST_DIR in it is a relative path/);
  assert.match(why('CONTENT_DIR=/c\n') ?? '', /^CONTENT_DIR/);
  const unit = serviceUnit({ ...deps, readsDiffer: why('PORT=80 # mine') });
  assert.deepEqual(linesOf(unit, 'EnvironmentFile'), []);
});
