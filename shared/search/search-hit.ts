import * as z from 'zod';
import { nounsWith } from '../nouns/nouns.ts';
import { origin } from '../kernel/core/origin.ts';
import { timestamp, uuid, memoize } from '../kernel/core/schema.ts';

/** The types that can be searched, in the order of equal hits. */
export const searchTypes = nounsWith('search').map(({ name }) => name);
export type SearchType = (typeof searchTypes)[number];

export const searchHitSchema = memoize(() =>
  z
    .object({
      type: z.enum(searchTypes),
      id: uuid(),
      reference: z.string().nullable().meta({ description: "Of a story, or of a comment's story." }),
      title: z.string().meta({
        description:
          "Its title or name; of a comment, its story's title, of an update, its objective's name.",
      }),
      snippet: z.string().meta({ description: 'The part of its text where most of the words stand.' }),
      highlights: z
        .array(
          z.object({
            field: z.enum(['title', 'snippet']),
            start: z.int().meta({ description: 'In UTF-16 code units, as JavaScript counts them.' }),
            end: z.int().meta({ description: 'The first code unit after it.' }),
          }),
        )
        .meta({ description: 'The words that were found in title and snippet.' }),
      score: z.number().meta({ description: 'Higher is better; comparable within one response.' }),
      teamId: uuid().nullable(),
      storyId: uuid().nullable().meta({ description: "A comment's story; otherwise null." }),
      objectiveId: uuid().nullable().meta({ description: "An update's objective; otherwise null." }),
      portalId: uuid().nullable().meta({ description: "A feedback item's portal; otherwise null." }),
      updatedAt: timestamp(),
      origin: origin(),
    })
    .meta({ id: 'SearchHit', description: 'Something that a search found.' }),
);

export type SearchHit = z.output<ReturnType<typeof searchHitSchema>>;
