// Exit codes of the server or the room, for the process that started it.

/** EX_CONFIG of sysexits.h: the settings, the port or the store do not fit, and a restart would not change that. */
export const configurationExitCode = 78;

/** EX_TEMPFAIL: scripts/setup/run.mjs or systemd (Restart=on-failure) starts the room again. */
export const restartExitCode = 75;

/** Explains to the person who started the program why it cannot start with its settings. */
export class StartError extends Error {
  readonly exitCode = configurationExitCode;
}
