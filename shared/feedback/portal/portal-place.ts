import type { Item } from '../../kernel/core/database.ts';
import type { NounContext, NounPlace } from '../../kernel/noun/define-noun.ts';
import { getWorkspaceOfPortal } from './portal-store.ts';

/** The workspace of the portal named in the resource; undefined if the portal is gone. */
export const placeOnPortal =
  (toResource: (item: Item) => { portalId: string }) =>
  async (item: Item, { read }: NounContext): Promise<NounPlace | undefined> => {
    const workspaceId = await getWorkspaceOfPortal(read, toResource(item).portalId);
    return workspaceId === undefined ? undefined : { workspaceId, teamId: null };
  };
