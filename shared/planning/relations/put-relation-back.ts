import type { OperationContext } from '../../kernel/core/call.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { getFromBin } from '../bin/bin-store.ts';
import { waitForBin } from '../bin/wait-for-bin.ts';
import { restoredRelation } from './put-relations-back.ts';
import { recordedId } from './recorded-relation.ts';
import { toRelation, type Relation } from './relation.ts';
import { relationKind } from './relation-store.ts';
import { toRelatedStories } from './related-story.ts';

type PutRelationBackContext = Pick<OperationContext, 'caller' | 'read' | 'now' | 'pause' | 'commit'>;

/** Puts one relation of a story back from the bin. Throws a 404 if it is not there. */
export async function putRelationBack(
  call: PutRelationBackContext,
  storyId: string,
  id: string,
): Promise<Relation> {
  const { caller, read, now, commit } = call;
  const find = () => getFromBin(read, storyId, relationKind.key(id), now);
  const item = await waitForBin(call, find);
  if (!item) throw notFound('deleted relation');
  const { changes, sides } = await restoredRelation(call, item);
  const { relation, other } = sides.find((side) => side.storyId === storyId)!;
  const [shown] = await toRelatedStories(read, caller, [other]);
  await commit(changes, recordedId({ storyId }, { id }));
  return toRelation(relation, { storyId, workspaceId: caller.workspaceId }, shown!);
}
