import * as z from 'zod';
import { memoize, timestamp, uuid, webAddress } from '../../kernel/core/schema.ts';

export const linkKinds = ['pull_request', 'branch', 'commit', 'document', 'design', 'other'] as const;
export type LinkKind = (typeof linkKinds)[number];

export const linkStates = ['open', 'draft', 'merged', 'closed'] as const;

/** A link as a part of its story. Every function that reads stories loads this, so the rest is in link-requests.ts. */
export const storyLinkSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      url: webAddress(),
      title: z.string().nullable(),
      kind: z.enum(linkKinds),
      state: z.enum(linkStates).nullable(),
      createdAt: timestamp(),
      updatedAt: timestamp(),
    })
    .meta({ id: 'StoryLink', description: 'A page elsewhere that belongs to a story.' }),
);

export type StoryLink = z.output<ReturnType<typeof storyLinkSchema>>;
