import { invalidReference, invalidRequest, notFound } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { destructive } from '../../kernel/api/operation/tool-declaration.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getTeamRules } from '../../identity/teams/team-store.ts';
import { readableStoryOrThrow } from './story-access.ts';
import { acyclicParentChecks } from './parents.ts';
import { loadReferences, storyReferenceErrors, resolveReferences } from './references.ts';
import { storySchema, storyPatch, type Story, type UpdateStoryRequest } from './story.ts';
import { patchStory, startedAtAfter, storyProblems } from './story-rules.ts';
import { getStoryItem, replaceStory, startedAtOf, toStory } from './story-store.ts';

export const updateStory = operation({
  id: 'updateStory',
  method: 'PATCH',
  path: `${WORKSPACE_PATH}/stories/{storyId}`,
  tag: 'Stories',
  summary: 'Update a story',
  description:
    "Sets the fields that are sent and clears those listed in clearFields, provided that expectedUpdatedAt is the story's current updatedAt.",
  scopes: ['stories:write'],
  principals: ['user', 'serviceAccount', 'oauth'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['invalid_reference', 'version_conflict', 'conflict'],
  params: { storyId: uuid() },
  body: storyPatch.schema,
  output: storySchema,
  tool: {
    name: 'update_story',
    title: 'Update a story',
    description:
      'Sets the fields you send and clears those in clearFields, if the story is still at the version you read.',
    annotations: destructive,
  },
  load: ({ path, body, read }) => ({
    story: getStoryItem(read, path.storyId),
    references: loadReferences(read, path.workspaceId, body),
  }),
  handle: async ({ body, loaded: { story: item, references }, caller, read, now, commit }) => {
    const story = toStory(readableStoryOrThrow(caller, item));
    if (story.updatedAt !== body.expectedUpdatedAt) throw storyPatch.conflict(story, body);
    const referenceErrors = storyReferenceErrors(body, references, {
      teamId: story.teamId,
      caller,
      current: story,
    });
    if (referenceErrors.length > 0) throw invalidReference(referenceErrors);
    assertKeyResultMatchesObjective(story, body);
    const sizing = body.estimateValue === undefined ? undefined : await getTeamRules(read, story.teamId);
    const scheme = sizing?.estimateScheme;
    const resolved = resolveReferences(body, references);
    const next = patchStory(story, body, resolved, { scheme, now });
    const problems = storyProblems(next, scheme);
    if (problems.length > 0) throw invalidRequest(problems);
    if (next.autoSchedulingLocked && !story.autoSchedulingLocked) {
      // Few requests lock a story.
      const { assertPlaced } = await import('./assert-placed.ts');
      await assertPlaced(read, next);
    }
    const parentChecks = body.parentId ? await acyclicParentChecks(read, story.id, references.parent!) : [];
    if (next === story) await commit([], story.id);
    else {
      const stale = (current: typeof item) =>
        current ? storyPatch.conflict(toStory(current), body) : notFound('story');
      const entered = next.statusId === story.statusId ? undefined : resolved.statusCategory;
      const startedAt = startedAtAfter(startedAtOf(item!), entered, next.updatedAt);
      await commit([replaceStory(next, item!, stale, { startedAt }), ...parentChecks], story.id);
    }
    return next;
  },
  replay: async ({ caller, read, resourceId }) =>
    toStory(readableStoryOrThrow(caller, await getStoryItem(read, resourceId))),
});

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
