// Recognises invisible pictures with which mail and feed services count readers.

type ImageAttributes = Readonly<Record<string, string | undefined>>;

/** Host and path of the counters of common services. */
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
/** Style of a picture of one pixel or of a hidden one. */
const hiddenStyle =
  /(?:^|[;\s])(?:(?:width|height|max-width|max-height)\s*:\s*[01](?:px)?|display\s*:\s*none)\s*(?:!important\s*)?(?:;|$)/i;

export const isPixel = (image: ImageAttributes): boolean =>
  tiny.test(image['width'] ?? '') ||
  tiny.test(image['height'] ?? '') ||
  hiddenStyle.test(image['style'] ?? '') ||
  isCounter(image['src']);

/** Recognises a counter by its address alone. */
export function isCounter(address: string | undefined): boolean {
  const url = address ? URL.parse(address.startsWith('//') ? `https:${address}` : address) : null;
  if (!url) return false;
  const hostAndPath = url.host + url.pathname;
  return counters.some((counter) => counter.test(hostAndPath));
}
