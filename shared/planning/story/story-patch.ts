import * as z from 'zod';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { fencingNumber } from '../story-parts/claim.ts';
import { placement } from '../story-parts/rank.ts';
import { settable } from './story.ts';

/** The update schema of a story; functions that only read stories do not load it. */
export const storyPatch = definePatch('UpdateStoryRequest', {
  fields: () => ({
    ...settable(),
    autoSchedulingLocked: z.boolean(),
    rank: placement().meta({ description: 'Where it is put in the order of its team.' }),
    teamId: uuid().meta({
      description:
        'Moves the story to another team of yours, whose things the other fields then name. Otherwise status and labels follow by category and name, and what the new team lacks is cleared.',
    }),
  }),
  terms: () => ({
    fencingNumber: fencingNumber().meta({
      description: 'Of your claim of the story: the update is refused with claim_lost if it no longer holds.',
    }),
    takeOver: z.boolean().meta({
      description:
        "Ends someone else's claim, to change status, assignee or sprint all the same. For people.",
    }),
  }),
  cleared: {
    description: null,
    assigneeId: null,
    sprintId: null,
    objectiveId: null,
    keyResultId: null,
    parentId: null,
    estimateValue: null,
    estimatedDurationMinutes: null,
    minimumFocusBlockMinutes: null,
    labels: [],
    rank: null,
    startDate: null,
    endDate: null,
    customFields: {},
    externalId: null,
    externalSource: null,
    externalUrl: null,
  },
  keyed: 'customFields',
});

export type UpdateStoryRequest = z.output<ReturnType<typeof storyPatch.schema>>;
