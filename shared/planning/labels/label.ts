import * as z from 'zod';
import { color, name, timestamp, uuid, memoize } from '../../kernel/core/schema.ts';

export const labelSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      workspaceId: uuid(),
      teamId: uuid()
        .nullable()
        .meta({ description: 'The team it belongs to; null for a label of the whole workspace.' }),
      name: name(),
      color: color(),
      createdAt: timestamp(),
      updatedAt: timestamp(),
      archivedAt: timestamp().nullable().meta({
        description: 'When it was archived; otherwise null. Archived labels cannot be added to stories.',
      }),
    })
    .meta({
      id: 'Label',
      description: 'A tag for stories, available in one team or in the whole workspace.',
    }),
);

/** What AI clients are notified of a label that no team has: whose it is. */
export const WHOLE_WORKSPACE = 'workspace';

export type Label = z.output<ReturnType<typeof labelSchema>>;
