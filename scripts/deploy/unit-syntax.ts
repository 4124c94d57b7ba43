// How systemd wants values written in a unit (systemd.syntax(7), systemd.exec(5)).

const refusedInPaths = /[\p{Cc}"'\\]|^\s|\s$/u;

/** For directives that take one path to the end of the line: no quotes, only specifiers are escaped. */
export function unitPath(value: string): string {
  // Directives differ in how they read quotes and backslashes, and a line must not end with one.
  if (refusedInPaths.test(value))
    throw new Error(
      `${JSON.stringify(value)} cannot stand in a systemd unit: it has quotes, a backslash, a control character, or spaces at its end. Rename the folder.`,
    );
  return value.replaceAll('%', '%%');
}

/** For directives that take several paths. */
export const quotedUnitPath = (value: string): string => `"${unitPath(value)}"`;

/** An assignment for `Environment=`. */
export function environmentAssignment(name: string, value: string): string {
  if (/\p{Cc}/u.test(value)) throw new Error(`${name} has a control character, which a systemd unit cannot hold.`);
  return `"${name}=${value.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%')}"`;
}
