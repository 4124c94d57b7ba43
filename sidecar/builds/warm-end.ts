// The line with which the builder that a sidecar keeps says that a build is over, and whether the room is as asked for.
const [good, bad] = ['\0built\n', '\0failed\n'];

export const warmEnd = (ok: boolean): string => (ok ? good : bad);

/** What a build said, once all of it has come; `late` is what the builder says after it. */
export function readWarmEnd(said: string): { ok: boolean; output: string; late: string } | undefined {
  for (const end of [good, bad]) {
    const at = said.indexOf(end);
    if (at >= 0) return { ok: end === good, output: said.slice(0, at), late: said.slice(at + end.length) };
  }
  return undefined;
}
