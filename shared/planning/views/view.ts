import * as z from 'zod';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import { name, text, timestamp, uuid, memoize } from '../../kernel/core/schema.ts';
import { storySort } from '../story/story-order.ts';

/** Who sees a view: its owner, or the members of a team. */
const visibilities = ['personal', 'team'] as const;

const FILTER_MAX_CHARACTERS = 1_000;
const COLUMNS_MAX = 50;
const COLUMN_MAX_CHARACTERS = 60;

const filter = () =>
  text({ min: 0, max: FILTER_MAX_CHARACTERS }).meta({
    description: 'Which stories it has, as the parameter filter of listStories says it; empty for all.',
  });
const sort = () =>
  storySort().meta({ description: 'Their order, as the parameter sort of listStories says it.' });
const columns = () =>
  z.array(text({ max: COLUMN_MAX_CHARACTERS })).max(COLUMNS_MAX, {
    error: `must contain at most ${COLUMNS_MAX} entries`,
  });

export const viewSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      workspaceId: uuid(),
      name: name(),
      visibility: z.enum(visibilities),
      teamId: uuid().nullable().meta({ description: 'The team that sees it; null for a personal view.' }),
      filter: filter(),
      sort: sort().nullable(),
      columns: columns().meta({
        description: 'What to show of each story, in order. For clients: the service only stores it.',
      }),
      ownerId: uuid().meta({ description: 'Who created it.' }),
      createdAt: timestamp(),
      updatedAt: timestamp().meta({
        description: 'The current version, to send as expectedUpdatedAt in an update.',
      }),
    })
    .meta({ id: 'View', description: 'A saved query of stories, personal or of a team.' }),
);

export type View = z.output<ReturnType<typeof viewSchema>>;

export const viewCreateSchema = memoize(() =>
  z
    .strictObject({
      name: name(),
      visibility: z.enum(visibilities).default('personal'),
      teamId: uuid().optional().meta({ description: 'The team that sees it, with the visibility team.' }),
      filter: filter().default(''),
      sort: sort().optional(),
      columns: columns().default([]),
    })
    .meta({ id: 'CreateViewRequest' }),
);

/** The update schema of a view. */
export const viewPatch = definePatch('UpdateViewRequest', {
  fields: () => ({ name: name(), filter: filter(), sort: sort(), columns: columns() }),
  cleared: { sort: null },
});
