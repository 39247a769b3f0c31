import * as z from 'zod';
import { memoize, uuid } from '../../kernel/core/schema.ts';

/** The most characters of a rank: an index takes no longer sort key (AWS limit: 1,024 bytes). */
export const RANK_MAX_CHARACTERS = 1_000;

/** The letters of the shortest ranks: from `a` upwards and from `Z` downwards, each has one digit more than the one before. */
const A_CODE = 'a'.charCodeAt(0);
const Z_CODE = 'Z'.charCodeAt(0);

const NO_RANK = 'must be the rank of a story, as a response has it';

/** A rank as fractional-indexing writes them: a letter that says how many digits its whole part has, and digits. */
export const rankText = memoize(() =>
  z.string().max(RANK_MAX_CHARACTERS, { error: NO_RANK, abort: true }).refine(isRank, { error: NO_RANK }),
);

/** Whether fractional-indexing reads a text: as many digits as its letter says, and a fraction without a last zero. */
function isRank(text: string): boolean {
  if (!/^[A-Za-z][0-9A-Za-z]+$/.test(text)) return false;
  const letter = text.charCodeAt(0);
  const isPositive = letter >= A_CODE;
  const wholeDigits = isPositive ? letter - A_CODE + 1 : Z_CODE - letter + 1;
  const fraction = text.slice(1 + wholeDigits);
  const isLowest = text === `A${'0'.repeat(26)}`;
  return text.length > wholeDigits && !fraction.endsWith('0') && !isLowest;
}

/** Where an update puts a story among those of its team that have a status of the same category. */
export const placement = memoize(() =>
  z
    .union(
      [
        z.enum(['first', 'last']),
        z
          .strictObject({
            before: uuid().optional().meta({ description: 'The story that it comes right before.' }),
            after: uuid().optional().meta({ description: 'The story that it comes right after.' }),
            at: rankText().optional().meta({ description: 'A rank that it had, to put it back there.' }),
          })
          .refine((place) => Object.keys(place).length === 1, {
            error: 'must have one of before, after and at',
          }),
      ],
      { error: 'must be "first", "last", { "before": storyId }, { "after": storyId } or { "at": rank }' },
    )
    .meta({
      id: 'StoryPlacement',
      description:
        'Its place in the order of its team, among stories whose status has the same category. No other story changes.',
    }),
);

export type Placement = z.output<ReturnType<typeof placement>>;
