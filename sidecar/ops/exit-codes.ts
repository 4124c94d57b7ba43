// What the exit code of the server says to the process that started it.

/** EX_CONFIG of sysexits.h: the settings, the port or the store do not fit, and a restart would not change that. */
export const configurationError = 78;
