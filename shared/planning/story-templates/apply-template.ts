import type { OperationContext } from '../../kernel/core/call.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Change, Reader } from '../../kernel/core/database.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import type { StoryFieldRules } from '../../kernel/api/limits/quotas.ts';
import type { TeamRules } from '../../identity/team/team-store.ts';
import type { CustomFieldValues } from '../story-parts/custom-field.ts';
import {
  loadFields,
  newStoryFields,
  valueProblems,
  type FieldsByKey,
} from '../custom-fields/story-fields.ts';
import { getLabelReference } from '../labels/label-store.ts';
import { assignReference } from '../story-references/references.ts';
import type { CreateStoryRequest, NewStory, Story } from '../story/story.ts';
import { draftStory, estimateProblems, startedAtAfter } from '../story/story-rules.ts';
import { putStory } from '../story/story-store.ts';
import { isTooLong, TOO_LONG, withChecklist } from './described-by.ts';
import { getStoryTemplateItem, toStoryTemplate } from './story-template-store.ts';
import type { StoryTemplate } from './story-template.ts';

/** Who a story is made for, and in which team. */
interface MakingContext {
  read: Reader;
  caller: Pick<Caller, 'workspaceId' | 'teamIds' | 'principalId'>;
  team: TeamRules;
}

/** What making the stories below one needs besides. */
interface ChildContext extends MakingContext, Pick<OperationContext, 'drawNumber' | 'newId' | 'now'> {
  limits: { storyFields: StoryFieldRules };
}

/** What a request asks for once its template is applied. */
export interface AppliedTemplate {
  story: NewStory;
  /** The number of sub-stories. */
  below: number;
  /** The changes that make the sub-stories, in the transaction of the story. */
  childrenOf: (story: Story, context: ChildContext) => Promise<Change[]>;
}

/** A template that a request names. */
export interface LoadedTemplate {
  fields: FieldsByKey;
  /**
   * Fills in what a request leaves out. What stories of the team can no longer have is left out: archived labels and
   * custom fields, and values and estimates that are no longer allowed.
   */
  apply: (sent: CreateStoryRequest, context: MakingContext) => Promise<AppliedTemplate>;
}

/** Reads a template of a team; undefined if the team has none with this id. */
export async function loadTemplate(
  read: Reader,
  id: string,
  teamId: string,
): Promise<LoadedTemplate | undefined> {
  const item = await getStoryTemplateItem(read, id);
  const template = item && toStoryTemplate(item);
  return template?.teamId === teamId ? await usable(read, template) : undefined;
}

/** A template with what decides which of its values stories can still have. */
export async function usable(read: Reader, template: StoryTemplate): Promise<LoadedTemplate> {
  const labels = [...new Set([template, ...template.subStories].flatMap((one) => one.labels))];
  const [fields, ...found] = await Promise.all([
    loadFields(read, template.workspaceId, Object.keys(template.customFields)),
    ...labels.map((label) => getLabelReference(read, label)),
  ]);
  const kept = new Set(labels.filter((_, position) => found[position]?.archived === false));
  return {
    fields,
    apply: (sent, context) => applyTemplate(template, sent, { ...context, fields, labels: kept }),
  };
}

interface UsableContext extends MakingContext {
  fields: FieldsByKey;
  /** The labels of the template that stories can have. */
  labels: ReadonlySet<string>;
}

async function applyTemplate(
  template: StoryTemplate,
  { templateId: _, ...sent }: CreateStoryRequest,
  { labels, fields, ...context }: UsableContext,
): Promise<AppliedTemplate> {
  const { team } = context;
  const allowed = (part: { labels: readonly string[]; estimateValue: number | null }) => ({
    labels: part.labels.filter((id) => labels.has(id)),
    ...allowedEstimate(part.estimateValue, team),
  });
  const values = await usableValues(template.customFields, { ...context, fields, teamId: team.id });
  const story = {
    priority: template.priority,
    ...allowed(template),
    ...sent,
    ...describedBy(sent.description ?? template.description, template.checklist),
    title: sent.title ?? template.title ?? template.name,
    customFields: { ...values, ...sent.customFields },
  };
  const children = template.subStories.map(({ title, description, priority, ...part }): NewStory => {
    return { teamId: team.id, title, priority, ...describedBy(description, []), ...allowed(part) };
  });
  return {
    story,
    below: children.length,
    childrenOf: (parent, making) => childrenOf(parent, children, making),
  };
}

const allowedEstimate = (value: number | null, { estimateScheme }: TeamRules) =>
  value === null || estimateProblems(value, estimateScheme).length > 0 ? {} : { estimateValue: value };

const describedBy = (description: string | null, checklist: readonly string[]): { description?: string } => {
  const whole = withChecklist(description, checklist);
  if (isTooLong(whole)) throw invalidRequest([{ path: 'description', ...TOO_LONG }]);
  return whole === '' ? {} : { description: whole };
};

/** The values that the fields of a team still take. */
async function usableValues(
  values: CustomFieldValues,
  context: Parameters<typeof valueProblems>[1],
): Promise<CustomFieldValues> {
  const refused = new Set((await valueProblems(values, context)).map(({ path }) => path));
  return Object.fromEntries(Object.entries(values).filter(([key]) => !refused.has(`customFields.${key}`)));
}

/** Changes that make the stories below a new one, in triage if it is. They may lack custom fields that are required. */
async function childrenOf(
  parent: Story,
  children: readonly NewStory[],
  { read, caller, team, limits, drawNumber, newId, now }: ChildContext,
): Promise<Change[]> {
  const { values: customFields } = await newStoryFields(
    {},
    {
      read,
      caller,
      fields: new Map(),
      teamId: team.id,
      rules: limits.storyFields,
      isImport: true,
    },
  );
  const { workspaceId, reporterId, id: parentId } = parent;
  const { category } = team.defaultStatus;
  const changes: Change[] = [];
  for (const child of children) {
    const made = { id: newId(), workspaceId, reporterId, now };
    const request = { ...child, parentId, customFields, triage: parent.triage !== null };
    const unresolved = { statusCategory: undefined, impliedObjectiveId: undefined };
    const story = await assignReference(draftStory(request, team, unresolved, made), team, drawNumber);
    changes.push(putStory(story, startedAtAfter(undefined, category, story.createdAt)));
  }
  return changes;
}
