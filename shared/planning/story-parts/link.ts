import * as z from 'zod';
import { memoize, shownAddress, timestamp, uuid } from '../../kernel/core/schema.ts';

export const linkKind = memoize(() =>
  z.enum(['pull_request', 'branch', 'commit', 'document', 'design', 'other']).meta({ id: 'LinkKind' }),
);
export type LinkKind = z.output<ReturnType<typeof linkKind>>;

export const linkState = memoize(() =>
  z.enum(['open', 'draft', 'merged', 'closed']).meta({ id: 'LinkState' }),
);
export type LinkState = z.output<ReturnType<typeof linkState>>;

/** A link as a part of its story. Every function that reads stories loads this, so the rest is in link-requests.ts. */
export const storyLinkSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      url: shownAddress(),
      title: z.string().nullable(),
      kind: linkKind(),
      state: linkState().nullable(),
      createdAt: timestamp(),
      updatedAt: timestamp(),
    })
    .meta({ id: 'StoryLink', description: 'A page elsewhere that belongs to a story.' }),
);

export type StoryLink = z.output<ReturnType<typeof storyLinkSchema>>;
