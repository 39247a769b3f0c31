import type { Item, Reader } from '../../core/database.ts';
import type { ItemKind } from '../../db/table.ts';
import type { EventSubject } from '../../webhooks/webhook.ts';

interface Resource {
  id: string;
  updatedAt: string;
}

export interface SubjectContext {
  read: Reader;
  now: Date;
}

/** Where a resource belongs; the team is null for what belongs to the workspace itself. */
export interface Place {
  workspaceId: string;
  teamId: string | null;
}

/** How events represent items of one kind. */
export interface Subject {
  kind: ItemKind;
  name: EventSubject;
  /** Whether an item of the kind has events; all have if this is left out. */
  includes?: (item: Item) => boolean;
  /** The stored resource, without derived fields. */
  toResource: (item: Item) => Resource;
  /** The derived fields, with their current values; none if this is left out. */
  derive?: (item: Item, reading: SubjectContext) => Promise<object>;
  /** The workspace and team it belongs to, or undefined if they can no longer be determined. */
  placeOf: (item: Item, reading: SubjectContext) => Promise<Place | undefined>;
}

/** The workspace and team named in the resource. */
export const ownPlace =
  (toResource: (item: Item) => Place) =>
  async (item: Item): Promise<Place> => {
    const { workspaceId, teamId } = toResource(item);
    return { workspaceId, teamId };
  };
