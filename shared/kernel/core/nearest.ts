import { typingErrors } from './typing-errors.ts';

const SUGGESTIONS_MAX = 3;
/** How far a name is from a part of it. */
const PART_DISTANCE = 2;

/** Longer texts are not compared: they are not typing errors, and the cost is the product of both lengths. */
export const COMPARED_LENGTH_MAX = 200;

/**
 * Returns up to three known names closest to a text, best first; none if nothing is close or the text is
 * longer than COMPARED_LENGTH_MAX. Longer names are skipped. Close is one wrong letter in three, or a part.
 */
export function closestNames(text: string, known: readonly string[]): string[] {
  if (text === '' || text.length > COMPARED_LENGTH_MAX) return [];
  const wanted = text.toLowerCase();
  return [...new Set(known)]
    .filter((name) => name.length <= COMPARED_LENGTH_MAX)
    .map((name) => ({ name, lower: name.toLowerCase() }))
    .map(({ name, lower }) => ({
      name,
      isIn: isPart(wanted, lower) || isPart(lower, wanted),
      most: Math.round(name.length / 3),
      lower,
    }))
    .map((one) => ({ ...one, far: typingErrors(wanted, one.lower, one.most) }))
    .filter(({ isIn, most, far }) => isIn || far <= most)
    .map(({ name, isIn, far }) => ({ name, far: isIn ? Math.min(far, PART_DISTANCE) : far }))
    .sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
    .slice(0, SUGGESTIONS_MAX)
    .map(({ name }) => name);
}

/** Whether one text is a part of another that says something of it: a single sign or letter is in most names. */
const isPart = (part: string, whole: string): boolean => part.length > 1 && whole.includes(part);

const LISTED_MAX = 12;

/** The end of an error message about an unknown name: suggestions, or else the known names. */
export function didYouMean(text: string, known: readonly string[]): string {
  const close = closestNames(text, known);
  if (close.length > 0) return `did you mean ${orList(close)}?`;
  if (known.length === 0) return 'there is none yet.';
  const more = known.length > LISTED_MAX ? ` and ${known.length - LISTED_MAX} more` : '';
  return `there ${known.length === 1 ? 'is' : 'are'} ${known.slice(0, LISTED_MAX).join(', ')}${more}.`;
}

/** A name in quotes as an error repeats it: of one too long to be any, only the beginning. */
export const quotedName = (name: string): string =>
  JSON.stringify(name.length > COMPARED_LENGTH_MAX ? `${name.slice(0, COMPARED_LENGTH_MAX)}…` : name);

const orList = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)!}`;
