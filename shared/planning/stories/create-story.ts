import { insufficientRole, invalidReference, invalidRequest } from '../../kernel/core/errors.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Change } from '../../kernel/core/database.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { assertWithinQuota } from '../../kernel/api/limits/quotas.ts';
import { getWorkspaceLimits } from '../../kernel/api/limits/workspace-limits-store.ts';
import { additive } from '../../kernel/api/operation/tool-declaration.ts';
import { getTeamRules } from '../../identity/teams/team-store.ts';
import { readableStoryOrThrow } from './story-access.ts';
import { loadReferences, storyReferenceErrors, resolveReferences, assignReference } from './references.ts';
import { storyCreateSchema, storySchema, type Story } from './story.ts';
import { loadFields, newStoryFields } from '../custom-fields/story-fields.ts';
import { draftStory, startedAtAfter, storyProblems, importedProblems } from './story-rules.ts';
import { getStoryItem, putStory, showStory, storyExists } from './story-store.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';

export const createStory = operation({
  id: 'createStory',
  method: 'POST',
  path: `${WORKSPACE_PATH}/stories`,
  tag: 'Stories',
  summary: 'Create a story',
  description:
    'Sending the same bytes with the same Idempotency-Key again returns the story created by the first request, in its current state, with the header Idempotent-Replayed. Admins can set imported to record the history of a story from another tool.',
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  status: 201,
  idempotency: 'required',
  errors: ['quota_exceeded', 'invalid_reference', 'insufficient_role', 'conflict'],
  body: storyCreateSchema,
  output: storySchema,
  tool: {
    name: 'create_story',
    title: 'Create stories',
    description:
      'Adds one or several stories to a team: {"teamId":"ENG","title":"Fix login","labels":["Bug"],"idempotencyKey":"…"}.',
    annotations: additive,
    // Only admins import stories.
    // And from where.
    omits: ['imported', 'triage', 'externalId', 'externalSource', 'externalUrl'],
  },
  load: ({ path, body, read }) => ({
    limits: getWorkspaceLimits(read, path.workspaceId),
    team: getTeamRules(read, body.teamId),
    references: loadReferences(read, path.workspaceId, body),
    fields: loadFields(read, path.workspaceId, Object.keys(body.customFields ?? {})),
    reporter: body.imported?.reporterId
      ? readMembership(read, path.workspaceId, body.imported.reporterId)
      : Promise.resolve(undefined),
  }),
  handle: async ({ body, loaded, caller, read, now, newId, drawNumber, commit }) => {
    const { team, references, reporter, fields, limits } = loaded;
    const { imported } = body;
    if (imported && caller.role !== 'admin') {
      throw insufficientRole('Only admins can set imported.', 'admin');
    }
    if (!team || !caller.teamIds.has(team.id)) {
      throw invalidReference([{ path: 'teamId', message: 'is not a team that this credential can access' }]);
    }
    const referenceErrors = storyReferenceErrors(body, references, { teamId: team.id, caller });
    if (referenceErrors.length > 0) throw invalidReference(referenceErrors);
    if (imported?.reporterId && !reporter) {
      throw invalidReference([{ path: 'imported.reporterId', message: 'is not in the workspace' }]);
    }
    const resolved = resolveReferences(body, references);
    const category = resolved.statusCategory ?? team.defaultStatus.category;
    const custom = await newStoryFields(body.customFields ?? {}, {
      read,
      caller,
      fields,
      teamId: team.id,
      rules: limits.storyFields,
      isImport: imported !== undefined,
    });
    const draft = draftStory({ ...body, customFields: custom.values }, team, resolved, {
      id: newId(),
      workspaceId: caller.workspaceId,
      reporterId: caller.principalId,
      now,
    });
    const problems = [
      ...storyProblems(draft, team.estimateScheme),
      ...custom.problems,
      ...(imported ? importedProblems(imported, category, now) : []),
    ];
    if (problems.length > 0) throw invalidRequest(problems);
    assertWithinQuota(limits, 'stories');
    const story = await assignReference(draft, team, drawNumber);
    const parentGone = () => invalidReference([{ path: 'parentId', message: 'is not an existing story' }]);
    const startedAt = imported ? imported.startedAt : startedAtAfter(undefined, category, story.createdAt);
    await commit(
      [
        putStory(story, startedAt),
        ...(await externalChanges(caller, story)),
        ...(story.parentId ? [storyExists(story.parentId, parentGone)] : []),
      ],
      story.id,
    );
    return story;
  },
  replay: async ({ caller, read, resourceId, now }) =>
    showStory(readableStoryOrThrow(caller, await getStoryItem(read, resourceId)), now),
});

/** What reserves a story's identity in another tool; few stories have one. */
async function externalChanges(caller: Caller, story: Story): Promise<Change[]> {
  if (story.externalId === null) return [];
  const { reserveExternal } = await import('./external-identity-store.ts');
  return reserveExternal(caller, story);
}
