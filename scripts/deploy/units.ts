// Renders the systemd units of a room: its service, and units that reload a web server when its rules change.
import { join } from 'node:path';
import { configurationExitCode } from '../../sidecar/settings/exit-codes.ts';

const refusedInPaths = /[\p{Cc}"'\\]|^\s|\s$/u;

/** Returns a value for directives that take one path up to the end of the line, where only specifiers are escaped. */
function unitPath(value: string): string {
  // Directives differ in how they read quotes and backslashes, and a line must not end with one.
  if (refusedInPaths.test(value))
    throw new Error(
      `${JSON.stringify(value)} cannot stand in a systemd unit, because it contains quotes, a backslash, a control character, or spaces at its start or end. Rename the folder.`,
    );
  return value.replaceAll('%', '%%');
}

/** Returns a value for directives that take several paths. */
const quotedUnitPath = (value: string): string => `"${unitPath(value)}"`;

/** Returns an assignment for `Environment=`. */
function environmentAssignment(name: string, value: string): string {
  if (/\p{Cc}/u.test(value))
    throw new Error(`${name} contains a control character, which a systemd unit does not allow.`);
  return `"${name}=${value.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%')}"`;
}

export interface ServiceDeps {
  user: string;
  roomDir: string;
  /** Absolute path of Node, followed by its arguments. */
  program: string[];
  command: 'start' | 'serve';
  environment: Record<string, string>;
  settingsFile: string;
  /** Reason why systemd does not read that file. Only the program reads it then. */
  readsDiffer: string | undefined;
  writable: string[];
  port: number;
  drainSeconds: number;
}

/** The sidecar waits 20 seconds for open requests and needs a few more for other work. */
const stopSeconds = 40;

/** Returns the capabilities of the service. A port below 1024 needs one. */
function capabilities(port: number): string[] {
  if (port === 0 || port >= 1024) return ['CapabilityBoundingSet='];
  return ['CapabilityBoundingSet=CAP_NET_BIND_SERVICE', 'AmbientCapabilities=CAP_NET_BIND_SERVICE'];
}

/** MemoryDenyWriteExecute is missing, because V8 generates code at run time. */
const hardening = `NoNewPrivileges=yes
PrivateDevices=yes
PrivateTmp=yes
ProtectSystem=strict
ProtectHome=read-only
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallErrorNumber=EPERM
SystemCallFilter=@system-service`;

const fileLines = ({ settingsFile, readsDiffer }: ServiceDeps): string[] =>
  readsDiffer === undefined
    ? [`EnvironmentFile=-${unitPath(settingsFile)}`]
    : [`# No EnvironmentFile: the program reads greenroom.env itself, because ${readsDiffer}.`];

/** Returns a command line. The `:` before the program turns off variables in its arguments. */
const commandLine = (words: string[]): string =>
  words.map((word, i) => quotedUnitPath(i === 0 ? `:${word}` : word)).join(' ');

export function serviceUnit(deps: ServiceDeps): string {
  const { user, roomDir, program, command, environment, writable, port, drainSeconds } = deps;
  return `[Unit]
Description=Greenroom
Wants=network-online.target
After=network-online.target postgresql.service

[Service]
User=${user}
WorkingDirectory=${unitPath(roomDir)}
${Object.entries(environment)
  .map(([name, value]) => `Environment=${environmentAssignment(name, value)}`)
  .join('\n')}
${fileLines(deps).join('\n')}
ExecStart=${commandLine([...program, command])}
Restart=on-failure
RestartSec=5
RestartPreventExitStatus=${configurationExitCode}
# The first process tells the others to end; a signal to each of them would come twice.
KillMode=mixed
KillSignal=SIGTERM
TimeoutStopSec=${drainSeconds + stopSeconds}
LimitNOFILE=65536

ReadWritePaths=${writable.map(quotedUnitPath).join(' ')}
${capabilities(port).join('\n')}
${hardening}

[Install]
WantedBy=multi-user.target
`;
}

/** Web server that a room writes rules for. */
export type WebServer = 'nginx' | 'caddy';

/** Returns the path of the link that is replaced when the rules change. */
const rulesIn = (distDir: string, server: WebServer): string => join(distDir, server, 'rules');

export const rulesPathUnit = (distDir: string, server: WebServer): string => `[Unit]
Description=Rules of Greenroom for ${server}

[Path]
PathChanged=${unitPath(rulesIn(distDir, server))}

[Install]
WantedBy=multi-user.target
`;

/**
 * Returns a script that repeats the reload if the rules changed in the meantime, which the path unit does not notice.
 */
const reloadScript = (server: WebServer): string =>
  `until [ "$loaded" = "$(readlink -f "$1")" ]; do loaded=$(readlink -f "$1"); systemctl try-reload-or-restart ${server}.service; done`;

export const reloadUnit = (distDir: string, server: WebServer): string => `[Unit]
Description=Reload ${server} with the rules of Greenroom
# A refused start would end the path unit, too.
StartLimitIntervalSec=0

[Service]
Type=oneshot
ExecStart=":/bin/sh" -c '${reloadScript(server)}' sh ${quotedUnitPath(rulesIn(distDir, server))}
`;
