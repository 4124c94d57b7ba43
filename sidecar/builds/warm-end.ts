// The line with which the warm builder reports that a build has finished, and whether it succeeded.
const [good, bad] = ['\0built\n', '\0failed\n'];

export const warmEnd = (ok: boolean): string => (ok ? good : bad);

/** The output of a finished build. */
export function readWarmEnd(said: string): { ok: boolean; output: string } | undefined {
  for (const end of [good, bad])
    if (said.endsWith(end)) return { ok: end === good, output: said.slice(0, -end.length) };
  return undefined;
}
