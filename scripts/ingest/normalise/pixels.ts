// Pictures that count readers and show nothing: mail and feed services hide them in a text.

type ImageAttributes = Readonly<Record<string, string | undefined>>;

/** Where counters of widespread services lie, as host and path. */
const counters = [
  /^pixel\.[\w-]+\.\w+\//,
  /^(stats|pixel)\.wordpress\.com\/|^feeds\.wordpress\.com\/1\.0\//,
  /^medium\.com\/_\/stat/,
  /^feeds\.feedburner\.com\/~(r|ff|4)\/|^feedproxy\.google\.com\/~/,
  /^(www\.)?google-analytics\.com\/|\.doubleclick\.net\/|^(www\.)?facebook\.com\/tr\b/,
  /\.list-manage\.com\/track\/|^eotrx\.substackcdn\.com\/open|^email\.[\w.-]+\/o\//,
  /\/(tracking|track|open)[-_]?pixel\b|\/pixel\.(gif|png)$|\/__utm\.gif|\/1x1\.(gif|png)$/,
  /^img\.spacergif\.org\//,
];

const tiny = /^[01](\.\d+)?(px)?$/;
/** One pixel, or hidden by its own style. */
const hiddenStyle =
  /(?:^|[;\s])(?:(?:width|height|max-width|max-height)\s*:\s*[01](?:px)?|display\s*:\s*none)\s*(?:!important\s*)?(?:;|$)/i;

export const isPixel = (image: ImageAttributes): boolean =>
  tiny.test(image['width'] ?? '') ||
  tiny.test(image['height'] ?? '') ||
  hiddenStyle.test(image['style'] ?? '') ||
  isCounter(image['src']);

/** By its address alone. */
export function isCounter(address: string | undefined): boolean {
  const url = address ? URL.parse(address.startsWith('//') ? `https:${address}` : address) : null;
  if (!url) return false;
  const place = url.host + url.pathname;
  return counters.some((counter) => counter.test(place));
}
