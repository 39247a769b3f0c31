import type { OperationContext, OperationParts, RunnableOperation } from '../../kernel/core/call.ts';
import type { SetEvent } from '../../events/change-sets/change-set.ts';
import { isPerson, type Claim } from '../../planning/story-parts/claim.ts';
import { updateStory } from '../../planning/stories/update-story.ts';
import type { Story } from '../../planning/story/story.ts';

/** What a reversal has taken back so far, or would have: the fields of resources by their ids, none of what it deletes. */
export type TakenBack = Map<string, readonly string[]>;

/** What stories have that no index finds them by. */
export type TaggedStory = Pick<Story, 'id' | 'labels' | 'customFields'>;

/** The stories of teams that were changed since the reversed began, which a reversal looks up once. */
type StoriesSince = Map<string, Promise<TaggedStory[]>>;

/** The request that reverts a change set. */
export type RevertContext = Pick<
  OperationContext,
  'run' | 'assertMay' | 'read' | 'now' | 'caller' | 'pause'
> & {
  changeSetId: string;
  isDry: boolean;
  /** The ids of what the change set created. */
  created: ReadonlySet<string>;
  /** When the first of its changes was made. */
  begunAt: string;
  /** What was taken back so far. */
  takenBack: TakenBack;
  storiesSince: StoriesSince;
};

/** A resource as the API returns it; only stories have claims. */
export type Resource = Record<string, unknown> & { updatedAt?: string; claim?: Claim | null };

/** Carries out a step of a reversal; a dry run only finds whether the caller may, and returns nothing. */
export async function carryOut(
  { run, assertMay, changeSetId, isDry }: RevertContext,
  operation: RunnableOperation,
  parts: OperationParts,
): Promise<unknown> {
  if (!isDry) return await run(operation, parts, changeSetId);
  await assertMay(operation, parts);
  return undefined;
}

/** Whether a story is still claimed by whose changes a person reverts. */
export const isToTakeOver = (
  { caller }: Pick<RevertContext, 'caller'>,
  { claim }: Resource,
  { actor }: SetEvent,
): boolean => isPerson(caller) && claim !== undefined && claim !== null && claim.holder.id === actor.id;

/** Takes a story over, which ends its claim; returns it. */
export async function takeOver(
  { run, changeSetId }: Pick<RevertContext, 'run' | 'changeSetId'>,
  { data }: SetEvent,
  { updatedAt: expectedUpdatedAt, title }: Resource,
): Promise<Resource> {
  // An update names at least one field.
  const body = { expectedUpdatedAt, title, takeOver: true };
  return (await run(updateStory, { path: { storyId: data.id }, body }, changeSetId)) as Resource;
}
