import type { Caller } from '../../kernel/core/caller.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { invalidReference, invalidRequest, notFound, type FieldProblem } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { destructive } from '../../kernel/api/operation/tool-declaration.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getTeamRules } from '../../identity/team/team-store.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { acyclicParentChecks } from './parents.ts';
import {
  assignReference,
  loadReferences,
  storyReferenceErrors,
  resolveReferences,
} from '../story-references/references.ts';
import { storyPatch, type UpdateStoryRequest } from '../story/story-patch.ts';
import { storySchema, type Story } from '../story/story.ts';
import { patchStory, settleClaim } from '../story/patch-story.ts';
import { startedAtAfter, storyProblems } from '../story/story-rules.ts';
import { reserveExternal } from './external-identity-store.ts';
import { putFormerReference } from '../story/former-reference-store.ts';
import {
  getStoryItem,
  showStory,
  storyAt,
  startedAtOf,
  toStory,
  replaceStory,
} from '../story/story-store.ts';
import type { rankAt } from '../ranks/place-story.ts';
import { ownClaimOrThrow } from '../story-parts/claim.ts';
import { workersAfter } from '../story-parts/claim-store.ts';

export const updateStory = operation({
  id: 'updateStory',
  method: 'PATCH',
  path: `${WORKSPACE_PATH}/stories/{storyId}`,
  tag: 'Stories',
  summary: 'Update a story',
  description:
    "Sets the fields that are sent and clears those listed in clearFields, provided that expectedUpdatedAt is the story's current updatedAt. With teamId, the story moves to that team: it gets a new reference, and is still found by its former ones. While someone else's claim of the story holds, its status, assignee and sprint are not changed without takeOver.",
  scopes: ['stories:write'],
  principals: ['user', 'serviceAccount', 'oauth'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['invalid_reference', 'version_conflict', 'conflict', 'claimed', 'claim_lost', 'review_required'],
  params: { storyId: uuid() },
  body: storyPatch.schema,
  output: storySchema,
  tool: {
    name: 'update_stories',
    title: 'Update stories',
    description:
      'Changes 1 to 100 stories by field: {"stories":[{"story":"ENG-12"}],"statusId":"Done"}. expectedUpdatedAt (the updatedAt you read) is needed for title and description only; with it, a field that someone else changed since is refused.',
    annotations: destructive,
    // Only people take stories over; programs that claim them, or bring them from elsewhere, know what they send.
    omits: ['takeOver', 'fencingNumber', 'externalId', 'externalSource', 'externalUrl', 'rank'],
  },
  load: ({ path, body, read }) => ({
    story: getStoryItem(read, path.storyId),
    references: loadReferences(read, path.workspaceId, body),
  }),
  handle: async (call) => await updateVersion(call),
  replay: async ({ caller, read, resourceId, now }) =>
    showStory(readableStoryOrThrow(caller, await getStoryItem(read, resourceId)), now),
});

type StoryUpdate = Pick<OperationContext, 'caller' | 'read' | 'now' | 'drawNumber' | 'commit'> & {
  body: Omit<UpdateStoryRequest, 'expectedUpdatedAt'>;
  loaded: { story: Item | undefined; references: Awaited<ReturnType<typeof loadReferences>> };
  /** When its work was started and completed, where that does not follow from the update. */
  progress?: { startedAt: string | undefined; completedAt: string | null };
};

/** Makes an update of the version that it names. */
export async function updateVersion(call: StoryUpdate & { body: UpdateStoryRequest }): Promise<Story> {
  const { body, loaded, caller, now } = call;
  const story = toStory(readableStoryOrThrow(caller, loaded.story));
  const conflictWith = (current: Story) => {
    if (body.fencingNumber !== undefined) ownClaimOrThrow(current, body.fencingNumber, caller, now);
    return storyPatch.conflict(current, body);
  };
  if (story.updatedAt !== body.expectedUpdatedAt) throw conflictWith(story);
  return await changeStory(call, conflictWith);
}

/** Makes an update of the version that was read; throws `outdated` if the story has another one by then. */
export async function changeStory(
  { body, loaded: { story: item, references }, caller, read, now, drawNumber, commit, progress }: StoryUpdate,
  outdated: (current: Story) => Error,
): Promise<Story> {
  const story = toStory(item!);
  if (body.fencingNumber !== undefined) ownClaimOrThrow(story, body.fencingNumber, caller, now);
  const { teamId = story.teamId } = body;
  const update = { ...body, expectedUpdatedAt: story.updatedAt };
  // Imported on demand: few requests move a story.
  const move =
    teamId === story.teamId
      ? undefined
      : await (await import('./move-story.ts')).prepareMove(read, story, { ...update, teamId }, caller);
  const moved = move?.update ?? update;
  const referenceErrors = storyReferenceErrors(body, references, { teamId, caller, current: story });
  if (referenceErrors.length > 0) throw invalidReference(referenceErrors);
  assertKeyResultMatchesObjective(story, moved);
  const team =
    move?.team ?? (body.estimateValue === undefined ? undefined : await getTeamRules(read, teamId));
  const scheme = team?.estimateScheme;
  const named = resolveReferences(body, references);
  const resolved = { ...named, statusCategory: named.statusCategory ?? move?.statusCategory };
  const statusId = moved.statusId ?? story.statusId;
  const rank = body.rank && (await placed(read, { ...story, teamId, statusId }, body.rank));
  const patched = patchStory(story, moved, resolved, { scheme, now, rank, ...progress });
  const problems = [
    ...storyProblems(patched, scheme),
    ...(await fieldProblems(body, patched, { read, caller, story })),
  ];
  if (problems.length > 0) throw invalidRequest(problems);
  if (patched.autoSchedulingLocked && !story.autoSchedulingLocked) {
    // Few requests lock a story.
    const { assertPlaced } = await import('./assert-placed.ts');
    await assertPlaced(read, patched);
  }
  const parentChecks = body.parentId ? await acyclicParentChecks(read, story.id, references.parent!) : [];
  const entered = patched.statusId === story.statusId ? undefined : resolved.statusCategory;
  const settled = settleClaim(story, patched, update, { caller, now, entered });
  if (entered === 'completed') {
    // Few updates complete a story.
    const { assertMayComplete } = await import('./completion.ts');
    await assertMayComplete(read, caller, { item: item!, story, next: settled });
  }
  const next = move ? await assignReference(settled, move.team, drawNumber) : settled;
  if (next === story) await commit([], story.id);
  else {
    const stale = (current: Item | undefined) => (current ? outdated(toStory(current)) : notFound('story'));
    const { startedAt } = progress ?? {
      startedAt: startedAtAfter(startedAtOf(item!), entered, next.updatedAt),
    };
    const former = move ? [putFormerReference(story)] : [];
    const changes = [
      replaceStory(next, item!, stale, { startedAt, ...workersAfter(item!, story, next) }),
      ...reserveExternal(caller, next, story),
    ];
    await commit([...changes, ...former, ...parentChecks], story.id);
  }
  return storyAt(next, now);
}

/** Few updates rank a story. */
const placed = async (...wanted: Parameters<typeof rankAt>) =>
  (await import('../ranks/place-story.ts')).rankAt(...wanted);

/** Why the custom fields of an update do not fit; they are read only for an update that has some. */
async function fieldProblems(
  { customFields = {}, clearFields = [] }: StoryUpdate['body'],
  patched: Story,
  call: { read: Reader; caller: Caller; story: Story },
): Promise<FieldProblem[]> {
  const isTouched =
    Object.keys(customFields).length > 0 || clearFields.some((field) => field.startsWith('customFields'));
  if (!isTouched) return [];
  const { updateProblems } = await import('../custom-fields/story-fields.ts');
  return await updateProblems({ set: customFields, clearFields }, patched, call);
}

/** A story's key result belongs to its objective, so the two must change together. */
function assertKeyResultMatchesObjective(
  story: Story,
  { objectiveId, keyResultId, clearFields = [] }: UpdateStoryRequest,
): void {
  const keepsKeyResult = story.keyResultId !== null && !keyResultId && !clearFields.includes('keyResultId');
  const changesObjective = objectiveId !== undefined && objectiveId !== story.objectiveId;
  if (keepsKeyResult && (changesObjective || clearFields.includes('objectiveId'))) {
    throw invalidReference([
      {
        path: 'objectiveId',
        message: "is not the objective of the story's key result; change or clear keyResultId too",
      },
    ]);
  }
  if (keyResultId && clearFields.includes('objectiveId')) {
    throw invalidReference([
      { path: 'keyResultId', message: 'implies an objective, but the request clears objectiveId' },
    ]);
  }
}
