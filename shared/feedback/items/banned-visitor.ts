import * as z from 'zod';
import { name, text, timestamp, uuid, memoize } from '../../kernel/core/schema.ts';

const reason = () => text({ max: 500 }).meta({ description: 'Shown to the workspace only.' });

export const bannedVisitorSchema = memoize(() =>
  z
    .object({
      id: uuid().meta({ description: "The visitor's id, the authorId of their posts." }),
      workspaceId: uuid(),
      name: name().meta({ description: "The visitor's public name when they were banned." }),
      reason: reason().nullable(),
      bannedBy: uuid(),
      createdAt: timestamp(),
    })
    .meta({
      id: 'BannedVisitor',
      description: "A visitor who can no longer vote, comment or post ideas on the workspace's portals.",
    }),
);

export type BannedVisitor = z.output<ReturnType<typeof bannedVisitorSchema>>;

export const banSchema = memoize(() =>
  z
    .strictObject({
      visitorId: uuid().meta({ description: 'The authorId of a post, or the voterId of a vote.' }),
      reason: reason().optional(),
    })
    .meta({ id: 'BanVisitorRequest' }),
);
