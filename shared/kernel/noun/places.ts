import type { Item } from '../core/database.ts';
import type { NounPlace } from './define-noun.ts';

/** The workspace and team named in the resource. */
export const ownPlace =
  (toResource: (item: Item) => NounPlace) =>
  async (item: Item): Promise<NounPlace> => {
    const { workspaceId, teamId } = toResource(item);
    return { workspaceId, teamId };
  };

/** The workspace named in the resource, which belongs to no team. */
export const workspacePlace =
  (toResource: (item: Item) => Pick<NounPlace, 'workspaceId'>) =>
  async (item: Item): Promise<NounPlace> => ({ workspaceId: toResource(item).workspaceId, teamId: null });
