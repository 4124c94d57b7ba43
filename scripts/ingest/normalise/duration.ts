// Parses the durations of episodes: seconds, m:ss, h:mm:ss, d:hh:mm:ss, 1h 2m 3s, ISO 8601.

const units = /^(?:(\d+)\s*h(?:ours?|rs?)?)?\s*(?:(\d+)\s*m(?:in(?:ute)?s?)?)?\s*(?:(\d+)\s*s(?:ec(?:ond)?s?)?)?$/i;
const iso = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?$/i;

/** Longest text that is parsed. */
const maxCharacters = 100;

/** Returns whole seconds, or undefined if the text is not a duration. */
export function parseDuration(text: string | undefined): number | undefined {
  const trimmed = text?.trim() ?? '';
  if (trimmed.length > maxCharacters) return undefined;
  const seconds = /^\d+([.,]\d+)?$/.test(trimmed)
    ? Number(trimmed.replace(',', '.'))
    : (parseColons(trimmed) ?? parseUnits(trimmed));
  return seconds !== undefined && seconds > 0 && seconds < 30 * 86_400 ? Math.round(seconds) : undefined;
}

/** Reads two to four fields. Four are days to seconds, or hours to frames if the second one is no hour. */
function parseColons(text: string): number | undefined {
  const match = /^(\d+(?::\d{1,2}){1,3})(?:[.,]\d+)?$/.exec(text);
  if (!match) return undefined;
  const fields = match[1]!.split(':').map(Number);
  const withoutFrames = fields.length === 4 && fields[1]! > 23 ? fields.slice(0, 3) : fields;
  const [seconds = 0, minutes = 0, hours = 0, days = 0] = withoutFrames.reverse();
  return seconds + minutes * 60 + hours * 3600 + days * 86_400;
}

function parseUnits(text: string): number | undefined {
  const match = text && (iso.exec(text) ?? units.exec(text));
  return match ? Number(match[1] ?? 0) * 3600 + Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0) : undefined;
}
