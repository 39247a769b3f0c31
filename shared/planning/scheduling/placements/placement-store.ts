import { defineDocument } from '../../../kernel/db/document.ts';
import { gsi2, inIndex, itemKind } from '../../../kernel/db/table.ts';
import type { Change, Item, Key, Reader } from '../../../kernel/core/database.ts';
import { placementSchema, type Placement } from './placement.ts';

/** Placements: each is in a partition of the member in whose plan it is. */
export const placementKind = itemKind('PLAN#', 'workspace', 'any');
const STORY = 'S#';

/** The member whose plan it is. */
export interface PlanOwner {
  workspaceId: string;
  memberId: string;
}

export const placementDocument = defineDocument(placementSchema);

const partitionOf = ({ workspaceId, memberId }: PlanOwner): string =>
  placementKind.key(`${workspaceId}#${memberId}`).pk;

const placementKey = (owner: PlanOwner, storyId: string): Key => ({
  pk: partitionOf(owner),
  sk: `${STORY}${storyId}`,
});

const placementIndexes = { byTeam: gsi2 } as const;
const ofTeam = (teamId: string): string => `T#${teamId}#PLAN`;

export const toPlacement = (item: Item): Placement => placementDocument.read(item);

/** The plan of a member, strongly consistent, in one query. */
export const readPlan = async (read: Reader, owner: PlanOwner): Promise<Placement[]> =>
  (await read.children(partitionOf(owner), STORY)).map(toPlacement);

/** The stories of a team that are in the plan of any member. Eventually consistent. */
export async function readTeamPlan(read: Reader, teamId: string): Promise<Placement[]> {
  const keys = await read.query({
    index: placementIndexes.byTeam,
    partition: ofTeam(teamId),
    limit: TEAM_PLAN_MAX,
  });
  const items = await read.getMany(keys.map(({ pk, sk }) => ({ pk, sk })));
  return items.flatMap((item) => (item ? [toPlacement(item)] : []));
}

const TEAM_PLAN_MAX = 5_000;

/** The placement of a story in a member's plan; undefined if it is not in it. */
export async function getPlacement(
  read: Reader,
  owner: PlanOwner,
  storyId: string,
): Promise<Placement | undefined> {
  const item = await read.get(placementKey(owner, storyId));
  return item && toPlacement(item);
}

const placementItem = (placement: Placement): Item => {
  const { workspaceId, assigneeId, storyId, teamId, updatedAt } = placement;
  return {
    ...placementKey({ workspaceId, memberId: assigneeId }, storyId),
    ...placementDocument.write(placement),
    ...inIndex(placementIndexes.byTeam, ofTeam(teamId)),
    teamId,
    updatedAt,
  };
};

/** Adds a story to a plan, unplanned; `known` is its current placement, if any. */
export const addPlacement = (placement: Placement, known: () => Error): Change => ({
  put: placementItem(placement),
  if: 'absent',
  onConditionFailed: known,
});

export const replacePlacement = (next: Placement, previous: Placement, stale: () => Error): Change => ({
  put: placementItem(next),
  if: { equals: { updatedAt: previous.updatedAt } },
  onConditionFailed: stale,
});

export const deletePlacement = (
  { workspaceId, assigneeId, storyId, updatedAt }: Placement,
  stale: () => Error,
): Change => ({
  delete: placementKey({ workspaceId, memberId: assigneeId }, storyId),
  if: { equals: { updatedAt } },
  onConditionFailed: stale,
});
