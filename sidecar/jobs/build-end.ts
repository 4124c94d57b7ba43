// The line with which the warm builder reports that a build has finished, and whether it succeeded.
const good = '\0built\n';
const bad = '\0failed\n';

export const formatBuildEnd = (ok: boolean): string => (ok ? good : bad);

/** Splits the output of a finished build; `late` is what followed the closing line. */
export function parseBuildEnd(said: string): { ok: boolean; output: string; late: string } | undefined {
  for (const end of [good, bad]) {
    const at = said.indexOf(end);
    if (at >= 0) return { ok: end === good, output: said.slice(0, at), late: said.slice(at + end.length) };
  }
  return undefined;
}
