import { getWorkspaceLimits } from '../../kernel/api/limits/workspace-limits-store.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import { assertWithinQuota } from '../../kernel/api/limits/quotas.ts';
import type { Change, Reader } from '../../kernel/core/database.ts';
import { idsOfText } from '../../kernel/core/id.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import type { TeamRules } from '../../identity/team/team-store.ts';
import { newStoryFields } from '../custom-fields/story-fields.ts';
import { usable } from '../story-templates/apply-template.ts';
import { getStoryTemplateItem, toStoryTemplate } from '../story-templates/story-template-store.ts';
import type { StoryTemplate } from '../story-templates/story-template.ts';
import { assignReference } from '../story-references/references.ts';
import { draftStory, startedAtAfter } from '../story/story-rules.ts';
import { putStory } from '../story/story-store.ts';
import type { RecurringStory } from './recurring-story.ts';

interface MakeStoryContext extends Pick<OperationContext, 'drawNumber'> {
  read: Reader;
  team: TeamRules;
  now: Date;
}

/**
 * Changes that make the story of a due date, with its sub-stories. What the team no longer has is left out, and it may
 * lack custom fields that are required, since no one is there to be asked. Throws `quota_exceeded`.
 */
export async function storyOf(
  recurring: RecurringStory,
  day: string,
  context: MakeStoryContext,
): Promise<Change[]> {
  const { workspaceId, teamId, createdBy } = recurring;
  const { read, team, now, drawNumber } = context;
  // The same for every worker that makes the stories of a due date at a time; the story's comes first.
  const newId = idsOfText(`${recurring.id}#${day}`, now.getTime());
  const [limits, template, assignee] = await Promise.all([
    getWorkspaceLimits(read, workspaceId),
    templateOf(read, recurring),
    assigneeOf(read, recurring),
  ]);
  assertWithinQuota(limits, 'stories');
  const caller = { workspaceId, principalId: createdBy, teamIds: new Set([teamId]) };
  const loaded = await usable(read, template);
  const asked = await loaded.apply(
    { teamId, endDate: `${day}T00:00:00.000Z`, ...assignee },
    { read, caller, team },
  );
  const { values: customFields } = await newStoryFields(asked.story.customFields ?? {}, {
    read,
    caller,
    teamId,
    fields: loaded.fields,
    rules: limits.storyFields,
    isImport: true,
  });
  const unresolved = { statusCategory: undefined, impliedObjectiveId: undefined };
  const made = { id: newId(), workspaceId, reporterId: createdBy, now };
  const draft = draftStory({ ...asked.story, customFields }, team, unresolved, made);
  const story = await assignReference(draft, team, drawNumber);
  const { category } = team.defaultStatus;
  const children = await asked.childrenOf(story, { read, caller, team, limits, drawNumber, newId, now });
  return [putStory(story, startedAtAfter(undefined, category, story.createdAt)), ...children];
}

const bare = () => ({
  title: null,
  description: null,
  priority: 'none' as const,
  estimateValue: null,
  labels: [],
  customFields: {},
  checklist: [],
  subStories: [],
});

/** The template of a recurring story with its own fields in place of the template's; one that was deleted has none. */
async function templateOf(read: Reader, recurring: RecurringStory): Promise<StoryTemplate> {
  const { templateId, workspaceId, teamId, id, name, createdAt, updatedAt, story } = recurring;
  const item = templateId === null ? undefined : await getStoryTemplateItem(read, templateId);
  const base = item ? toStoryTemplate(item) : bare();
  const identity = { id, workspaceId, teamId, name, createdAt, updatedAt };
  return {
    ...base,
    ...identity,
    title: story.title ?? base.title,
    description: story.description ?? base.description,
    priority: story.priority ?? base.priority,
    estimateValue: story.estimateValue ?? base.estimateValue,
    labels: story.labels ?? base.labels,
    customFields: { ...base.customFields, ...story.customFields },
  };
}

/** The assignee of its stories, as long as they are in the team. */
async function assigneeOf(
  read: Reader,
  { workspaceId, teamId, story: { assigneeId } }: RecurringStory,
): Promise<{ assigneeId?: string }> {
  const membership =
    assigneeId === undefined ? undefined : await readMembership(read, workspaceId, assigneeId);
  return assigneeId !== undefined && membership?.teamIds.has(teamId) ? { assigneeId } : {};
}
