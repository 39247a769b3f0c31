/** The first bytes of EXIF in a JPEG segment; WebP has the TIFF data without them. */
export const EXIF_MARK = Buffer.from('Exif\0\0', 'latin1');

const ORIENTATION_TAG = 0x0112;
const SHORT_TYPE = 3;
const ENTRY_BYTES = 12;
const UPRIGHT = 1;
const ORIENTATION_MAX = 8;

/** TIFF data up to the value of its only entry, the orientation. */
const ONLY_ORIENTATION = Buffer.from('49492a000800000001001201030001000000', 'hex');
const ORIENTATION_AT = ONLY_ORIENTATION.length;

/**
 * The only fact of EXIF that a picture is not shown correctly without: TIFF data with just its orientation (TIFF 6.0,
 * section 2), or undefined if it is upright or the data is unreadable.
 */
export function orientationOnly(tiff: Buffer): Buffer | undefined {
  const orientation = readOrientation(tiff);
  if (orientation === undefined || orientation <= UPRIGHT || orientation > ORIENTATION_MAX) return undefined;
  const data = Buffer.concat([ONLY_ORIENTATION, Buffer.alloc(8)]);
  data.writeUInt16LE(orientation, ORIENTATION_AT);
  return data;
}

function readOrientation(tiff: Buffer): number | undefined {
  const order = tiff.toString('latin1', 0, 4);
  const isLittle = order === 'II*\0';
  if (!isLittle && order !== 'MM\0*') return undefined;
  const short = (at: number) => {
    if (at + 2 > tiff.length) return undefined;
    return isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  };
  if (tiff.length < 8) return undefined;
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const count = short(start) ?? 0;
  for (let entry = start + 2; entry < start + 2 + count * ENTRY_BYTES; entry += ENTRY_BYTES) {
    if (short(entry) === ORIENTATION_TAG && short(entry + 2) === SHORT_TYPE) return short(entry + 8);
  }
  return undefined;
}

/** From this orientation on, the sides of a picture are exchanged. */
const TURNED_MIN = 5;

/** Whether a cleaned picture is shown with its sides exchanged. */
export function isTurned(cleaned: Buffer): boolean {
  const at = cleaned.indexOf(ONLY_ORIENTATION);
  return at >= 0 && cleaned.readUInt16LE(at + ORIENTATION_AT) >= TURNED_MIN;
}
