// Decodes character references of XML: the five names and numbers. Others are left to the HTML parser.

const namedCharacters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Characters of windows-1252, which the numbers 128 to 159 mean (HTML Standard §13.2.5.80). */
const windows1252 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const windows1252Codes = [
  128, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 142, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154,
  155, 156, 158, 159,
];

/** Decodes each reference once; a number that names no character becomes U+FFFD. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,8})|#(\d{1,10})|(amp|lt|gt|quot|apos));/gi, (all, hex, decimal, name) => {
    if (name) return namedCharacters[name.toLowerCase()] ?? all;
    return characterOfCode(hex ? Number.parseInt(hex, 16) : Number(decimal));
  });
}

function characterOfCode(code: number): string {
  const index = windows1252Codes.indexOf(code);
  if (index >= 0) return windows1252[index]!;
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  const isControl = code < 32 && code !== 9 && code !== 10 && code !== 13;
  return code > 0x10ffff || isSurrogate || isControl ? '\ufffd' : String.fromCodePoint(code);
}
