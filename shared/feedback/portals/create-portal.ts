import { conflict } from '../../kernel/core/errors.ts';
import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { assertWithinQuota } from '../../kernel/api/limits/quotas.ts';
import { getWorkspaceLimits } from '../../kernel/api/limits/workspace-limits-store.ts';
import { invalidReference } from '../../kernel/core/errors.ts';
import { ownPortalOrThrow, PORTALS_PATH } from '../portal/portal-access.ts';
import {
  portalCreateSchema,
  portalSchema,
  toBoards,
  type BoardInput,
  type Portal,
} from '../portal/portal.ts';
import { getPortalItem, putPortal } from '../portal/portal-store.ts';
import { slugOf } from '../../kernel/slugs/slug.ts';
import { findFreeSlug } from '../../kernel/slugs/slug-store.ts';

export const createPortal = operation({
  id: 'createPortal',
  method: 'POST',
  path: PORTALS_PATH,
  tag: 'Feedback portals',
  summary: 'Create a portal',
  description: 'Creates a feedback portal. It is private until you set its visibility to public.',
  scopes: ['feedback:write'],
  role: 'admin',
  audit: audited('portal.created', ['name', 'slug', 'visibility']),
  status: 201,
  errors: ['conflict', 'invalid_reference', 'quota_exceeded'],
  body: portalCreateSchema,
  output: portalSchema,
  load: ({ path, read }) => ({ limits: getWorkspaceLimits(read, path.workspaceId) }),
  handle: async ({ body, caller, loaded, now, newId, randomBytes, read, commit }) => {
    const { description = null, boards = [], slug: wanted, ...rest } = body;
    const { websiteUrl = null, privacyUrl = null, imprintUrl = null, ...fields } = rest;
    assertKnownBoards(boards, []);
    assertWithinQuota(loaded.limits, 'portals');
    const timestamp = now.toISOString();
    const portal: Portal = {
      id: newId(),
      workspaceId: caller.workspaceId,
      ...fields,
      slug: wanted ?? (await findFreeSlug(read, 'portal', slugOf(fields.name, 'feedback'), randomBytes)),
      formerSlugs: [],
      description,
      logoImageId: null,
      boards: toBoards(boards, newId),
      createdAt: timestamp,
      updatedAt: timestamp,
      websiteUrl,
      privacyUrl,
      imprintUrl,
      host: null,
    };
    await commit(putPortal(portal, portalSlugTaken(portal.slug)), portal.id, { to: portal });
    return portal;
  },
  replay: async ({ caller, read, resourceId }) =>
    ownPortalOrThrow(caller, await getPortalItem(read, resourceId)),
});

/** The 409 for a slug that another portal has, or had and still redirects from. */
export const portalSlugTaken = (slug: string) => () =>
  conflict(`Another portal already uses the slug ${slug}.`, 'Choose another slug.');

/** Throws a 400 for board ids that do not exist on the portal. */
export function assertKnownBoards(boards: readonly BoardInput[], known: readonly string[]): void {
  const problems = boards.flatMap(({ id }, position) =>
    id === undefined || known.includes(id)
      ? []
      : [{ path: `boards.${position}.id`, message: 'is not a board of this portal' }],
  );
  if (problems.length > 0) throw invalidReference(problems);
}
