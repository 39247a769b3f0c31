import type { Caller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { Scope } from '../../kernel/core/scopes.ts';
import { findPrincipal, visiblePrincipal } from './visible-principal.ts';

/** How members and service accounts, former ones too, are named next to their ids. */
export const principalNames = {
  name: 'principal',
  scopes: ['members:read'] as readonly Scope[],
  quoted: false,
  fields: {
    assigneeId: 'assignee',
    leadUserId: 'lead',
    authorId: 'author',
    reporterId: 'reporter',
    contributorIds: 'contributors',
    createdBy: 'creator',
  },
  find: async (read: Reader, caller: Caller, id: string): Promise<string | undefined> =>
    visiblePrincipal(caller, id, await findPrincipal(read, caller.workspaceId, id))?.name,
} as const;
