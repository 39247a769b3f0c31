import type { OperationContext } from '../../kernel/core/call.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Change, Reader } from '../../kernel/core/database.ts';
import { insufficientRole, invalidReference, invalidRequest } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { assertWithinQuota } from '../../kernel/api/limits/quotas.ts';
import { getWorkspaceLimits } from '../../kernel/api/limits/workspace-limits-store.ts';
import { additive } from '../../kernel/api/operation/tool-declaration.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import { getTeamRules } from '../../identity/team/team-store.ts';
import { loadFields, newStoryFields } from '../custom-fields/story-fields.ts';
import type { AppliedTemplate } from '../story-templates/apply-template.ts';
import {
  assignReference,
  loadReferences,
  resolveReferences,
  storyReferenceErrors,
} from '../story-references/references.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { draftStory, importedProblems, startedAtAfter, storyProblems } from '../story/story-rules.ts';
import { getStoryItem, showStory, putStory, storyExists } from '../story/story-store.ts';
import {
  storyCreateSchema,
  storySchema,
  type CreateStoryRequest,
  type NewStory,
  type Story,
} from '../story/story.ts';

export const createStory = operation({
  id: 'createStory',
  method: 'POST',
  path: `${WORKSPACE_PATH}/stories`,
  tag: 'Stories',
  summary: 'Create a story',
  description:
    'Creates a story in a team. Sending the same bytes with the same Idempotency-Key again returns the story created by the first request, in its current state, with the header Idempotent-Replayed. With templateId, a story template fills in what the request leaves out, and its sub-stories are created together with the story. Admins can set `imported` to record the history of a story from another tool.',
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  status: 201,
  idempotency: 'required',
  errors: ['quota_exceeded', 'invalid_reference', 'insufficient_role', 'conflict', 'review_required'],
  body: storyCreateSchema,
  output: storySchema,
  tool: {
    name: 'create_story',
    title: 'Create stories',
    description:
      'Adds one or several stories to a team: {"teamId":"ENG","title":"Fix login","labels":["Bug"],"idempotencyKey":"…"}. Of several, parentKey names a parent of the same call by its key.',
    annotations: additive,
    // Only imports set these, as admins, or triage.
    omits: ['imported', 'triage', 'externalId', 'externalSource', 'externalUrl'],
  },
  load: ({ path, body, read }) => ({ found: loadNewStory(read, path.workspaceId, body) }),
  handle: async ({ body, loaded: { found }, ...context }) => {
    const { story, changes } = await newStory(body, found, context);
    await context.commit(changes, story.id);
    return story;
  },
  replay: async ({ caller, read, resourceId, now }) =>
    showStory(readableStoryOrThrow(caller, await getStoryItem(read, resourceId)), now),
});

type CreateStoryContext = Pick<
  OperationContext,
  'caller' | 'read' | 'now' | 'newId' | 'drawNumber' | 'countWrites'
>;

/** Reads what a request for a story depends on. */
export async function loadNewStory(read: Reader, workspaceId: string, body: CreateStoryRequest) {
  const reporterId = body.imported?.reporterId;
  const [limits, team, references, fields, template, reporter] = await Promise.all([
    getWorkspaceLimits(read, workspaceId),
    getTeamRules(read, body.teamId),
    loadReferences(read, workspaceId, body),
    loadFields(read, workspaceId, Object.keys(body.customFields ?? {})),
    findTemplate(read, body),
    reporterId === undefined ? undefined : readMembership(read, workspaceId, reporterId),
  ]);
  return { limits, team, references, fields, template, reporter };
}

/** Validates a request for a story; returns the story and the changes that make it, with those below it. */
export async function newStory(
  body: CreateStoryRequest,
  loaded: Awaited<ReturnType<typeof loadNewStory>>,
  { caller, read, now, newId, drawNumber, countWrites }: CreateStoryContext,
): Promise<{ story: Story; changes: Change[] }> {
  const { team, references, reporter, fields, limits, template } = loaded;
  const { imported } = body;
  if (imported && caller.role !== 'admin') {
    throw insufficientRole('Only admins can set imported.', 'admin');
  }
  if (!team || !caller.teamIds.has(team.id)) {
    throw invalidReference([{ path: 'teamId', message: 'is not a team that this credential can access' }]);
  }
  const referenceErrors = storyReferenceErrors(body, references, { teamId: team.id, caller });
  if (body.templateId !== undefined && !template) referenceErrors.push(noTemplate);
  if (referenceErrors.length > 0) throw invalidReference(referenceErrors);
  if (imported?.reporterId && !reporter) {
    throw invalidReference([{ path: 'imported.reporterId', message: 'is not in the workspace' }]);
  }
  const resolved = resolveReferences(body, references);
  const category = resolved.statusCategory ?? team.defaultStatus.category;
  const asked = template ? await template.apply(body, { read, caller, team }) : plain(body);
  const custom = await newStoryFields(asked.story.customFields ?? {}, {
    read,
    caller,
    fields: template ? new Map([...fields, ...template.fields]) : fields,
    teamId: team.id,
    rules: limits.storyFields,
    isImport: imported !== undefined,
  });
  const made = { workspaceId: caller.workspaceId, reporterId: caller.principalId, now };
  const content = { ...asked.story, customFields: custom.values };
  const draft = draftStory(content, team, resolved, { id: newId(), ...made });
  const problems = [
    ...storyProblems(draft, team.estimateScheme),
    ...custom.problems,
    ...(imported ? importedProblems(imported, category, now) : []),
  ];
  if (problems.length > 0) throw invalidRequest(problems);
  if (category === 'completed' && team.reviewRequired) {
    // Few requests create a completed story.
    const { assertMayCreateCompleted } = await import('./completion.ts');
    assertMayCreateCompleted(caller, draft);
  }
  assertWithinQuota(limits, 'stories');
  if (asked.below > 0) await countWrites(asked.below);
  const story = {
    ...(await assignReference(draft, team, drawNumber, imported?.sequenceId)),
    ...(caller.actor.quotes && { origin: caller.actor.quotes }),
  };
  const children = await asked.childrenOf(story, { read, caller, team, limits, drawNumber, newId, now });
  const parentGone = () => invalidReference([{ path: 'parentId', message: 'is not an existing story' }]);
  const startedAt = imported ? imported.startedAt : startedAtAfter(undefined, category, story.createdAt);
  const changes = [
    putStory(story, startedAt),
    ...children,
    ...(await externalChanges(caller, story)),
    ...(imported?.sequenceId === undefined ? [] : await claimedNumber(story)),
    ...(story.parentId ? [storyExists(story.parentId, parentGone)] : []),
  ];
  return { story, changes };
}

const noTemplate = { path: 'templateId', message: "is not a template of the story's team" };

/** The template that a request names; few do. */
async function findTemplate(read: Reader, { templateId, teamId }: CreateStoryRequest) {
  if (templateId === undefined) return undefined;
  const { loadTemplate } = await import('../story-templates/apply-template.ts');
  return await loadTemplate(read, templateId, teamId);
}

/** What a request without a template asks for; its schema demands a title. */
const plain = (body: CreateStoryRequest): AppliedTemplate => ({
  story: body as NewStory,
  below: 0,
  childrenOf: async () => [],
});

/** What keeps others from the number of an imported story. */
async function claimedNumber(story: Story): Promise<Change[]> {
  const { claimNumber } = await import('./imported-number-store.ts');
  return claimNumber(story);
}

/** What reserves a story's identity in another tool; few stories have one. */
async function externalChanges(caller: Caller, story: Story): Promise<Change[]> {
  if (story.externalId === null) return [];
  const { reserveExternal } = await import('./external-identity-store.ts');
  return reserveExternal(caller, story);
}
