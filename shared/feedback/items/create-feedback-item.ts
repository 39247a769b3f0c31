import * as z from 'zod';
import { invalidReference, invalidRequest, orNotFound, writeConflict } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { importedSchema } from '../../planning/comments/comment.ts';
import { noBoard } from '../portal/no-board.ts';
import { ownPortalOrThrow } from '../portal/portal-access.ts';
import { boardExists, getPortalItem } from '../portal/portal-store.ts';
import { titleSlugOf } from '../../kernel/slugs/slug.ts';
import { findFreeSlug } from '../../kernel/slugs/slug-store.ts';
import { getStoryItem, storyTeamOf } from '../../planning/story/story-store.ts';
import type { customerPost, CustomerPost } from './customer-post.ts';
import { itemCustomerSchema } from './item-customer.ts';
import { ITEMS_PATH, ownItemOrThrow } from './get-feedback-item.ts';
import { itemSchema, itemStatuses, roadmapSummary, storyIds, submissionSchema, tags } from './item.ts';
import { newItem } from './new-item.ts';
import { getItem, itemPortalOf, itemSlugs, putItem } from './item-store.ts';
import { postFacts } from './post-facts.ts';
import { putItemWithVote } from './vote-store.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { toMembership } from '../../kernel/auth/membership-store.ts';

const itemCreateSchema = memoize(() =>
  z
    .strictObject({
      ...submissionSchema().shape,
      status: z.enum(itemStatuses).default('pending'),
      roadmapSummary: roadmapSummary().optional(),
      storyIds: storyIds().optional().meta({ default: [] }),
      tags: tags().optional().meta({ default: [] }),
      internalTags: tags().optional().meta({ default: [] }),
      customer: itemCustomerSchema().optional(),
      imported: importedSchema().optional(),
    })
    .meta({ id: 'CreateFeedbackItemRequest' }),
);

export const createFeedbackItem = operation({
  id: 'createFeedbackItem',
  method: 'POST',
  path: ITEMS_PATH,
  tag: 'Feedback portals',
  summary: 'Create a feedback item',
  description:
    'Adds an item to a board of a portal, with the caller as its author. With customer, a member posts it for a customer, who becomes the author, has a vote for it and receives news like those who voted themselves. Admins can set imported to record who wrote it elsewhere, and when.',
  scopes: ['feedback:write'],
  role: 'member',
  status: 201,
  errors: ['invalid_reference', 'insufficient_role'],
  params: { portalId: uuid() },
  body: itemCreateSchema,
  output: itemSchema,
  load: ({ path, read }) => ({ portal: getPortalItem(read, path.portalId) }),
  handle: async ({ body, loaded, caller, read, keys, now, newId, randomBytes, commit }) => {
    const portal = ownPortalOrThrow(caller, loaded.portal);
    const { customer, imported, ...fields } = body;
    const { storyIds: linked = [] } = fields;
    if (customer && imported)
      throw invalidRequest([{ path: 'customer', message: 'must be left out with imported' }]);
    const itemId = newId();
    const [{ facts, member }, posted, slug] = await Promise.all([
      postFacts({ caller, read, now }, imported),
      customer && postFor(customer, { read, caller, itemId, keys, newId }),
      findFreeSlug(read, itemSlugs(portal.id), titleSlugOf(fields.title, 'item'), randomBytes),
      assertReadableStories(read, caller, linked),
    ]);
    const { userId } = toMembership(member);
    // An operator records an idea for its author, including the author's vote, as the portal page would.
    const voterId = caller.kind === 'operator' && !imported ? userId : undefined;
    const vote = posted?.vote ?? (voterId === undefined ? undefined : { userId: voterId });
    const item = newItem({
      id: itemId,
      portalId: portal.id,
      slug,
      ...fields,
      ...facts,
      ...posted?.author,
      voteCount: vote ? 1 : 0,
    });
    const made = vote ? putItemWithVote(item, vote, writeConflict) : putItem(item, writeConflict);
    const alsoWritten = posted?.changes ?? [];
    await commit([boardExists(portal.id, item.boardId, noBoard), ...made, ...alsoWritten], item.id);
    return item;
  },
  replay: async ({ caller, read, resourceId }) => {
    const item = orNotFound(await getItem(read, resourceId), 'item');
    return ownItemOrThrow(caller, { item, portal: await getPortalItem(read, itemPortalOf(item)) });
  },
});

/** Imported on demand to keep the bundle under 250 KB. */
async function postFor(...request: Parameters<typeof customerPost>): Promise<CustomerPost> {
  const { customerPost } = await import('./customer-post.ts');
  return await customerPost(...request);
}

/** Throws a 400 for stories that the caller cannot read or that do not exist, with the same message. */
export async function assertReadableStories(
  read: Reader,
  { teamIds }: Caller,
  storyIds: readonly string[],
): Promise<void> {
  const stories = await Promise.all(storyIds.map((id) => getStoryItem(read, id)));
  const problems = stories.flatMap((story, position) =>
    story && teamIds.has(storyTeamOf(story))
      ? []
      : [{ path: `storyIds.${position}`, message: 'is not a story that this credential can access' }],
  );
  if (problems.length > 0) throw invalidReference(problems);
}
