// A time as people write it, with its offset from UTC: nothing is guessed.

const local = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2})?$/;
const offset = /^([+-])(0\d|1[0-4]):([0-5]\d)$/;

const offsetMs = (text: string): number | undefined => {
  const [, sign, hours, minutes] = offset.exec(text) ?? [];
  return sign === undefined ? undefined : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
};

/** `2026-05-01T18:00` at `+02:00` in milliseconds; undefined when it is no real time, or no offset. */
export function instantOf(time: string, at: string): number | undefined {
  const shift = offsetMs(at);
  const [, day, minute, second = ':00'] = local.exec(time) ?? [];
  if (shift === undefined || day === undefined) return undefined;
  const ms = Date.parse(`${day}T${minute}${second}Z`);
  // Date takes 30 February for 2 March.
  const isReal = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
  return isReal ? ms - shift : undefined;
}
