/** The digits of ranks, in the order of their codes, as SQLite and DynamoDB compare them. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(DIGITS.length);

/** The start of the ranks between stories without one: whole parts of 26 digits, which "first" and "last" never reach. */
const UNRANKED_PREFIX = 'z';
const UNRANKED_DIGITS = 26;

/** How many ranks are between those that two neighbouring ids stand for. */
const GAP = BASE ** 4n;
const ID_MAX = (1n << 128n) - 1n;

/** The place of a story in the order of its team; those without a rank come after the ranked ones, the newest first. */
export const standingOf = ({ id, rank }: { id: string; rank: string | null }): string =>
  rank ?? unrankedPlace(id);

/** Whether a place is among the stories without a rank. */
export const isAmongUnranked = (place: string): boolean => place.startsWith(UNRANKED_PREFIX);

/** The places halfway to the ids next to that of a story without a rank: nothing without a rank is between it and them. */
export const aroundUnranked = (id: string): { below: string; above: string } => ({
  below: unrankedPlace(id, -GAP / 2n),
  above: unrankedPlace(id, GAP / 2n),
});

/** A rank that stands where a UUIDv7 is in descending order. */
function unrankedPlace(id: string, offset = 0n): string {
  let rest = (ID_MAX - BigInt(`0x${id.replaceAll('-', '')}`)) * GAP + GAP / 2n + offset;
  let text = '';
  for (let digit = 0; digit < UNRANKED_DIGITS; digit++) {
    text = DIGITS.charAt(Number(rest % BASE)) + text;
    rest /= BASE;
  }
  return `${UNRANKED_PREFIX}${text}`;
}
