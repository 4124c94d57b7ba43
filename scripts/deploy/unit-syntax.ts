// Formats values for systemd units (systemd.syntax(7), systemd.exec(5)).

const refusedInPaths = /[\p{Cc}"'\\]|^\s|\s$/u;

/** Returns a value for directives that take one path up to the end of the line, where only specifiers are escaped. */
export function unitPath(value: string): string {
  // Directives differ in how they read quotes and backslashes, and a line must not end with one.
  if (refusedInPaths.test(value))
    throw new Error(
      `${JSON.stringify(value)} cannot stand in a systemd unit, because it contains quotes, a backslash, a control character, or spaces at its start or end. Rename the folder.`,
    );
  return value.replaceAll('%', '%%');
}

/** Returns a value for directives that take several paths. */
export const quotedUnitPath = (value: string): string => `"${unitPath(value)}"`;

/** Returns an assignment for `Environment=`. */
export function environmentAssignment(name: string, value: string): string {
  if (/\p{Cc}/u.test(value))
    throw new Error(`${name} contains a control character, which a systemd unit does not allow.`);
  return `"${name}=${value.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%')}"`;
}
