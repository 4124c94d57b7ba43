// The language that a service names, as its tag: services say `english`, `English` or `en`.

/** Languages that Whisper knows. */
const known =
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh'.split(
    ' ',
  );

const byName = new Map<string, string>();
for (const tag of known) byName.set(new Intl.DisplayNames('en', { type: 'language' }).of(tag)!.toLowerCase(), tag);

export function languageTag(named: unknown): string | undefined {
  if (typeof named !== 'string') return undefined;
  const name = named.trim().toLowerCase();
  return known.includes(name) ? name : byName.get(name);
}
