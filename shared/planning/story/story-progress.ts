import * as z from 'zod';
import type { Caller } from '../../kernel/core/caller.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import type { StatusCategory } from '../../kernel/core/status-category.ts';

/** Children that are counted. */
export const CHILDREN_MAX = 200;

const countSchema = () => z.object({ done: z.int(), total: z.int() });

export const storyProgressSchema = memoize(() =>
  z
    .object({
      storyId: uuid(),
      checklist: countSchema().meta({
        description: 'The items `- [ ]` and `- [x]` of the description outside of code.',
      }),
      children: countSchema().meta({
        description: `The children that the caller can see and that are not cancelled; of the newest ${CHILDREN_MAX}.`,
      }),
    })
    .meta({ id: 'StoryProgress', description: 'How far a story is, by its checklist and its children.' }),
);

const FENCE = /^\s*(```|~~~)/;
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+\[(?<mark>[ xX])\]\s+\S/;

/** Counts the items of the checklists in a Markdown text. */
export function checklistOf(description: string | null): { done: number; total: number } {
  let fence: string | undefined;
  const marks = (description ?? '').split('\n').flatMap((line) => {
    const [, mark] = FENCE.exec(line) ?? [];
    if (mark !== undefined && (fence === undefined || fence === mark)) {
      fence = fence === undefined ? mark : undefined;
    }
    return fence === undefined ? (ITEM.exec(line)?.groups?.['mark'] ?? []) : [];
  });
  return { done: marks.filter((mark) => mark !== ' ').length, total: marks.length };
}

/** A child of a story: as far as it counts, and what it is called. */
export interface CountedChild {
  reference: string;
  title: string;
  assigneeId: string | null;
  teamId: string;
  category: StatusCategory;
}

/** How many of some children are done, of those that a caller can see. */
export function countChildren(
  children: readonly Pick<CountedChild, 'teamId' | 'category'>[],
  caller: Caller,
) {
  const counted = children.filter(
    ({ teamId, category }) => caller.teamIds.has(teamId) && category !== 'cancelled',
  );
  const done = counted.filter(({ category }) => category === 'completed').length;
  return { done, total: counted.length };
}
