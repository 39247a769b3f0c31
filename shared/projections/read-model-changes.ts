import { commentKind } from '../comments/comment-store.ts';
import type { Item, Reader } from '../core/database.ts';
import { createReader } from '../db/reader.ts';
import type { ItemChange } from '../db/stream-record.ts';
import type { ItemKind } from '../db/table.ts';
import { feedbackItemKind } from '../feedback/item-store.ts';
import { objectiveKind } from '../objectives/objective-store.ts';
import { appendChanges, type Change } from '../read-model/team-log.ts';
import { storyKind } from '../stories/story-store.ts';
import { isOpenWorkspace } from '../workspaces/workspace-store.ts';
import { workspaceOf } from './workspace-of.ts';
import type { Projection } from './projection.ts';

interface Followed {
  kind: ItemKind;
  name: string;
  /** The owner of the models that contain it; undefined for items of before it was stored. */
  ownerOf: (item: Item) => string | undefined;
}

const teamOf = (item: Item) => item['teamId'] as string | undefined;

const followed: readonly Followed[] = [
  { kind: storyKind, name: 'story', ownerOf: teamOf },
  { kind: commentKind, name: 'comment', ownerOf: teamOf },
  { kind: objectiveKind, name: 'objective', ownerOf: teamOf },
  {
    kind: feedbackItemKind,
    name: 'feedback_item',
    ownerOf: (item) => item['portalId'] as string | undefined,
  },
];

/** The log of changes that read models catch up from (read-model/team-log.ts): a few bytes for a batch of changes. */
export const readModelChanges: Projection = {
  name: 'read-model-changes',
  follows: followed.map(({ kind }) => kind),
  deletionsOnly: false,
  async handle({ database, now }, changes) {
    const byOwner = new Map<string, Change[]>();
    for (const change of await withoutClosed(createReader(database), changes)) {
      const { kind, name, ownerOf } = followed.find((one) => one.kind.includes(change.key))!;
      const ownerId = ownerOf((change.after ?? change.before)!);
      if (ownerId === undefined || !isSearchable(change)) continue;
      byOwner.set(ownerId, [...(byOwner.get(ownerId) ?? []), { kind: name, id: kind.idOf(change.key) }]);
    }
    for (const [ownerId, owned] of byOwner) await appendChanges(database, ownerId, owned, now);
  },
  rebuild: {
    leads: (item) => (followed.some(({ kind }) => kind.includes(item)) ? [{ key: item, before: item }] : []),
  },
};

/** The changes but those of a workspace that is being deleted: entries would outlive it. */
async function withoutClosed(read: Reader, changes: readonly ItemChange[]): Promise<ItemChange[]> {
  const gone = changes.filter(({ after }) => after === undefined);
  const closed = new Set<string>();
  for (const id of new Set(gone.map(({ before }) => workspaceOf(before!)))) {
    if (id !== undefined && !(await isOpenWorkspace(read, id))) closed.add(id);
  }
  return changes.filter(({ before, after }) => !closed.has(workspaceOf((after ?? before)!) ?? ''));
}

/** Whether a change moved the resource's version; votes and counts do not. */
const isSearchable = ({ before, after }: ItemChange): boolean =>
  before === undefined || after === undefined || before['updatedAt'] !== after['updatedAt'];
