import { listLabels } from '../shared/planning/labels/list-labels.ts';
import { getMember } from '../shared/identity/members/get-member.ts';
import { listMembers } from '../shared/identity/members/list-members.ts';
import { listObjectives } from '../shared/planning/objectives/list-objectives.ts';
import { listSprints } from '../shared/planning/sprints/list-sprints.ts';
import { listStatuses } from '../shared/identity/statuses/list-statuses.ts';
import { listStories } from '../shared/planning/stories/list-stories.ts';
import type { Story } from '../shared/planning/story/story.ts';
import { checklistOf } from '../shared/planning/story/story-progress.ts';
import type { WorkspaceOperations } from './workspace-operations.ts';
import type { Columns } from './core/output.ts';
import type { Style } from './core/terminal.ts';
import type { StatusCategory } from '../shared/kernel/core/status-category.ts';

const day = (timestamp: string | null): string | null => timestamp && timestamp.slice(0, 10);

const categoryColors = {
  backlog: 'dim',
  unstarted: 'white',
  started: 'yellow',
  completed: 'green',
  cancelled: 'dim',
} as const satisfies Record<StatusCategory, Style>;

/** The columns of a list of stories, with names in place of ids. */
export async function storyColumns(operations: WorkspaceOperations): Promise<Columns<Story>> {
  const [statuses, members] = await Promise.all([
    operations.list(listStatuses, { query: { appliesTo: 'story', archived: 'include' } }),
    operations.list(listMembers),
  ]);
  const statusOf = new Map(statuses.map((status) => [status.id, status]));
  const nameOf = new Map(members.map(({ id, name }) => [id, name]));
  return {
    story: ({ reference }) => reference,
    title: ({ title }) => title,
    status: ({ statusId }) => {
      const status = statusOf.get(statusId);
      return status ? { style: categoryColors[status.category], text: status.name } : statusId;
    },
    assignee: ({ assigneeId }) => assigneeId && (nameOf.get(assigneeId) ?? assigneeId),
    priority: ({ priority }) => (priority === 'none' ? null : priority),
    due: ({ endDate }) => day(endDate),
    claimed: ({ claim }) => claim && claim.holder.name,
  };
}

/** Fields of a single story in addition to the columns. */
export async function storyDetails(operations: WorkspaceOperations, story: Story): Promise<Columns<Story>> {
  const query = { teamId: story.teamId };
  const [sprints, objectives, labels] = await Promise.all([
    story.sprintId === null ? [] : operations.list(listSprints, { query }),
    story.objectiveId === null ? [] : operations.list(listObjectives, { query }),
    story.labels.length === 0
      ? []
      : operations.list(listLabels, { query: { ...query, archived: 'include' } }),
  ]);
  const children = await childrenOf(operations, story);
  const reporter = await operations
    .run(getMember, { path: { memberId: story.reporterId } })
    .catch(() => undefined);
  const nameIn = (all: readonly { id: string; name: string }[], id: string | null) =>
    id && (all.find((one) => one.id === id)?.name ?? id);
  return {
    ...(await storyColumns(operations)),
    estimate: ({ estimateLabel, estimateValue }) => estimateLabel ?? estimateValue,
    sprint: ({ sprintId }) => nameIn(sprints, sprintId),
    objective: ({ objectiveId }) => nameIn(objectives, objectiveId),
    claimed: ({ claim }) => claim && `${claim.holder.name} until ${claim.expiresAt}`,
    labels: (one) => one.labels.map((id) => nameIn(labels, id)).join(', ') || null,
    fields: ({ customFields }) =>
      Object.entries(customFields)
        .map(([key, value]) => `${key}: ${String(value)}`)
        .join(', ') || null,
    links: ({ links }) =>
      links.map(({ title, url }) => (title ? `${title}: ${url}` : url)).join(', ') || null,
    external: ({ externalUrl }) => externalUrl,
    checklist: ({ description }) => shareOf(checklistOf(description)),
    'sub-stories': () => shareOf(children),
    start: ({ startDate }) => day(startDate),
    completed: ({ completedAt }) => day(completedAt),
    archived: ({ archivedAt }) => day(archivedAt),
    // A service account is not a member.
    reporter: ({ reporterId }) => reporter?.name ?? reporterId,
    created: ({ createdAt }) => createdAt,
    updated: ({ updatedAt }) => updatedAt,
    id: ({ id }) => id,
    description: ({ description }) => description,
  };
}

const shareOf = ({ done, total }: { done: number; total: number }): string | null =>
  total === 0 ? null : `${done} of ${total} done`;

/** How many stories below one are completed, of those that are not cancelled. */
async function childrenOf(operations: WorkspaceOperations, { id }: Story) {
  const below = await operations.list(listStories, { query: { parentId: [id], archived: 'include' } });
  const query = { appliesTo: 'story', archived: 'include' };
  const statuses = below.length === 0 ? [] : await operations.list(listStatuses, { query });
  const categories = new Map(statuses.map((status) => [status.id, status.category]));
  const counted = below.map(({ statusId }) => categories.get(statusId)).filter((one) => one !== 'cancelled');
  return { done: counted.filter((one) => one === 'completed').length, total: counted.length };
}
