// Machines of a fleet as processes with folders of their own, each started again when it ends, and nginx before them.
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { foldersIn, freePort, launch, type Room, type Sidecar } from '../room.ts';

export interface Machine {
  name: string;
  baseUrl: string;
  env: NodeJS.ProcessEnv;
  kills: number;
  isReady: () => Promise<boolean>;
  /** It is started again at once, as a service manager does. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<unknown>;
  stop: () => Promise<unknown>;
}

const restartMs = 500;

export async function startMachine(room: Room, folder: string, name: string, settings: object): Promise<Machine> {
  const place = join(folder, name);
  const port = String(await freePort());
  const env = { ...room.env, ...foldersIn(place), PORT: port, ...settings };
  const baseUrl = `http://127.0.0.1:${port}`;
  let isOver = false;
  let sidecar: Sidecar;
  const run = () => {
    sidecar = launch(env);
    void sidecar.exited.then(() => sleep(restartMs)).then(() => isOver || run());
  };
  run();
  return {
    ...{ name, baseUrl, env, kills: 0 },
    isReady: () =>
      fetch(`${baseUrl}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    end: (signal) => sidecar.end(signal),
    stop: () => {
      isOver = true;
      return sidecar.end('SIGKILL');
    },
  };
}

/** The nginx configuration of the deployment guide. */
const nginxConf = (folder: string, port: number, hosts: string[]): string => `
  daemon off; pid ${folder}/nginx.pid; worker_processes 1; error_log ${folder}/nginx.log warn; events {}
  http {
    access_log off;
    ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/nginx-${of};`).join(' ')}
    upstream web { ${hosts.map((host) => `server ${host} max_fails=0;`).join(' ')} keepalive 32; }
    server {
      listen 127.0.0.1:${port};
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_connect_timeout 1s;
      location / { proxy_pass http://web; proxy_next_upstream error timeout http_502 http_503; }
    }
  }`;

export async function startNginx(webs: Machine[]) {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-nginx-'));
  const port = await freePort();
  const hosts = webs.map(({ baseUrl }) => new URL(baseUrl).host);
  await writeFile(join(folder, 'nginx.conf'), nginxConf(folder, port, hosts));
  const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'], { stdio: 'inherit' });
  const exited = new Promise((done) => nginx.once('exit', done));
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    stop: async () => {
      nginx.kill();
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}
