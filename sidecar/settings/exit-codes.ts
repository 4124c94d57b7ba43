// What the exit code of the server, or of the room, says to the process that started it.

/** EX_CONFIG of sysexits.h: the settings, the port or the store do not fit, and a restart would not change that. */
export const configurationExitCode = 78;

/** EX_TEMPFAIL: the room is to be started again, as scripts/setup/run.mjs and systemd (Restart=on-failure) do. */
export const restartExitCode = 75;

/** The reason why a program cannot start with its settings, in words for the person who started it. */
export class StartError extends Error {
  readonly exitCode = configurationExitCode;
}
