/**
 * Offsets at which the lines of a text start, from 0 on. `\n`, `\r\n` and a lone `\r` end a line, as in the language server
 * protocol; U+2028 does not. Texts are long, so line ends are looked for natively.
 */
export function lineStarts(text: string): number[] {
  const starts = [0];
  if (text.includes('\r')) {
    for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
  } else {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  }
  return starts;
}
