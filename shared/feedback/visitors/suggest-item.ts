import { visitorOperation } from '../../kernel/api/operation/visitor-operation.ts';
import { orNotFound, writeConflict } from '../../kernel/core/errors.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { titleSlugOf } from '../../kernel/slugs/slug.ts';
import { findFreeSlug } from '../../kernel/slugs/slug-store.ts';
import { noBoard } from '../portal/no-board.ts';
import { boardExists, getPortalItem } from '../portal/portal-store.ts';
import { actorOf, authorOf } from '../items/author.ts';
import { itemSchema, submissionSchema } from '../items/item.ts';
import { newItem } from '../items/new-item.ts';
import { getItem, itemSlugs, toItem } from '../items/item-store.ts';
import { putItemWithVote } from '../items/vote-store.ts';
import { masked } from './masked.ts';
import { assertNamed } from './assert-named.ts';
import { personOf, shownPortalOrThrow } from './shown-to-visitor.ts';
import { visitorLimits } from './visitor-limits.ts';

const bodySchema = memoize(() => masked(submissionSchema(), ['title', 'description']));

export const suggestItem = visitorOperation({
  id: 'suggestItem',
  summary: 'Add an idea to a board, with a vote of its author',
  limit: visitorLimits.submissions,
  params: { portalId: uuid() },
  body: bodySchema,
  output: itemSchema,
  load: ({ path, read }) => ({ portal: getPortalItem(read, path.portalId) }),
  handle: async ({ body: { boardId, title, description }, ...context }) => {
    const { caller, read, loaded, now, newId, randomBytes, commit } = context;
    const portal = await shownPortalOrThrow({ caller, read }, loaded.portal);
    if (!portal.boards.some(({ id }) => id === boardId)) throw noBoard();
    await assertNamed(context);
    const id = newId();
    const person = personOf(caller);
    const [slug, { author, changes }] = await Promise.all([
      findFreeSlug(read, itemSlugs(portal.id), titleSlugOf(title, 'item'), randomBytes),
      authorOf(read, { ...person, portalId: portal.id, post: { kind: 'item', id } }, now),
    ]);
    const at = now.toISOString();
    const item = newItem({
      id,
      portalId: portal.id,
      slug,
      boardId,
      title,
      description: description || null,
      ...author,
      voteCount: 1,
      createdAt: at,
      updatedAt: at,
    });
    const written = [
      boardExists(portal.id, boardId, noBoard),
      ...putItemWithVote(item, { userId: person.userId }, writeConflict),
      ...changes,
    ];
    await commit(written, id, undefined, { actor: actorOf(author) });
    return item;
  },
  // Merged or hidden since, it is what the team has made of it.
  replay: async ({ caller, read, resourceId }) => {
    const item = toItem(orNotFound(await getItem(read, resourceId), 'item'));
    await shownPortalOrThrow({ caller, read }, await getPortalItem(read, item.portalId));
    return item;
  },
});
