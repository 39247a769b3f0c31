/** The characters of a TrueType font, as code points, from its table `cmap` in format 12 or 4 (OpenType, "cmap"). */
export function codePointsOf(font: Buffer): ReadonlySet<number> {
  const cmap = tableOf(font, 'cmap');
  const count = cmap.readUInt16BE(2);
  const parts = Array.from({ length: count }, (_, at) => cmap.subarray(cmap.readUInt32BE(8 + at * 8)));
  const whole = parts.find((part) => part.readUInt16BE(0) === 12);
  if (whole) return pointsOfGroups(whole);
  const plane = parts.find((part) => part.readUInt16BE(0) === 4);
  if (!plane) throw new Error('The font has no table of characters that is known.');
  return pointsOfSegments(plane);
}

function tableOf(font: Buffer, name: string): Buffer {
  const count = font.readUInt16BE(4);
  for (let at = 12; at < 12 + count * 16; at += 16) {
    if (font.toString('latin1', at, at + 4) === name) return font.subarray(font.readUInt32BE(at + 8));
  }
  throw new Error(`The font has no table ${name}.`);
}

function pointsOfGroups(part: Buffer): Set<number> {
  const points = new Set<number>();
  const groups = part.readUInt32BE(12);
  for (let at = 16; at < 16 + groups * 12; at += 12) {
    const last = part.readUInt32BE(at + 4);
    for (let point = part.readUInt32BE(at); point <= last; point++) points.add(point);
  }
  return points;
}

/** Segments that have single gaps in their glyphs count as whole. */
function pointsOfSegments(part: Buffer): Set<number> {
  const points = new Set<number>();
  const bytes = part.readUInt16BE(6);
  const [ends, starts] = [14, 16 + bytes];
  for (let at = 0; at < bytes; at += 2) {
    const last = part.readUInt16BE(ends + at);
    for (let point = part.readUInt16BE(starts + at); point <= last && point < 0xffff; point++)
      points.add(point);
  }
  return points;
}
