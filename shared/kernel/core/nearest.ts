import { typingErrors } from './typing-errors.ts';

const SUGGESTIONS_MAX = 3;
/** How far a name is from a part of it. */
const PART_DISTANCE = 2;

/** Longer texts are not compared: they are not typing errors, and the cost is the product of both lengths. */
export const COMPARED_LENGTH_MAX = 200;

/**
 * Returns up to three known names closest to a text, best first; none if nothing is close or the text is
 * longer than COMPARED_LENGTH_MAX. Longer names are skipped. Close is one wrong letter in three, or a part where a word begins.
 * Addresses are compared by what is before their @: many share the rest.
 */
export function closestNames(text: string, known: readonly string[]): string[] {
  if (text === '' || text.length > COMPARED_LENGTH_MAX) return [];
  return [...new Set(known)]
    .filter((name) => name.length <= COMPARED_LENGTH_MAX)
    .map((name) => ({ name, far: distanceOf(text, name) }))
    .filter(({ far }) => far < Infinity)
    .sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
    .slice(0, SUGGESTIONS_MAX)
    .map(({ name }) => name);
}

/** How far a name is from a text; Infinity unless it is close. */
function distanceOf(text: string, name: string): number {
  const [wanted, compared] = name.includes('@') ? [localPart(text), localPart(name)] : [text, name];
  const most = compared.length < 2 ? 0 : Math.max(1, Math.floor(compared.length / 3));
  const errors = typingErrors(wanted.toLowerCase(), compared.toLowerCase(), most);
  const far = errors <= most ? errors : Infinity;
  return isPart(wanted, compared) || isPart(compared, wanted) ? Math.min(far, PART_DISTANCE) : far;
}

const localPart = (address: string): string => address.split('@')[0]!;

/** Whether one text is in another where a word begins: a single sign or letter is in most names. */
function isPart(part: string, whole: string): boolean {
  if (part.length < 2) return false;
  const [wanted, all] = [part.toLowerCase(), whole.toLowerCase()];
  for (let at = all.indexOf(wanted); at !== -1; at = all.indexOf(wanted, at + 1))
    if (BEGINNING.test(whole.slice(Math.max(0, at - 1), at + 1))) return true;
  return false;
}

/** The sign before a word and its first one, in names such as `add-label` and `statusId`; in some scripts any. */
const BEGINNING = /^(?:.|[^\p{Lu}\p{Ll}].|\p{Ll}\p{Lu})$/su;

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
