import type { Fragment, Html } from '../../kernel/html/html.ts';
import { inEnglish } from '../../pages/session/page-error.ts';
import type { PageTexts, PlainText } from '../../pages/messages/page-messages.ts';

/** An identifier of the API as words, such as `Apply sprint plan`. */
export function wordsOf(name: string): Html {
  const words = name.replaceAll(/_|(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return inEnglish(words.charAt(0).toUpperCase() + words.slice(1));
}

/** What fields are called; others by their names in the API. */
const names: Readonly<Record<string, PlainText>> = {
  teamId: 'team',
  title: 'story.title',
  name: 'sprint.name',
  description: 'story.description',
  content: 'proposal.text',
  body: 'proposal.text',
  goal: 'sprint.goal',
  summary: 'objective.summary',
  shortSummary: 'objective.summary',
  statusId: 'story.status',
  status: 'story.status',
  assigneeId: 'story.assignee',
  leadUserId: 'objective.lead',
  priority: 'story.priority',
  estimateValue: 'story.estimate',
  sprintId: 'story.sprint',
  objectiveId: 'story.objective',
  keyResultId: 'proposal.keyResult',
  parentId: 'story.parent',
  storyId: 'objective.story',
  relatedStoryId: 'story.otherStory',
  labels: 'story.labels',
  startDate: 'story.start',
  endDate: 'story.due',
  health: 'objective.health',
  targetValue: 'objective.targetValue',
  startValue: 'objective.startValue',
  measurementType: 'objective.kind',
  type: 'proposal.relation',
  links: 'story.links',
  archivedAt: 'story.archived',
  triage: 'story.triage',
  filter: 'board.filter',
};

/** What a field of a resource is called. */
export function nameOfField(t: PageTexts, resource: string, field: string): Fragment {
  if (resource === 'sprint' && field === 'startDate') return t.text('sprint.first');
  if (resource === 'sprint' && field === 'endDate') return t.text('sprint.last');
  if (resource === 'objective' && field === 'endDate') return t.text('objective.targetDate');
  const name = Object.hasOwn(names, field) ? names[field] : undefined;
  return name === undefined ? wordsOf(field.replace(/Id$/, '')) : t.text(name);
}

const kinds: Readonly<Record<string, PlainText>> = {
  story: 'objective.story',
  comment: 'proposal.comment',
  relation: 'proposal.relation',
  sprint: 'story.sprint',
  objective: 'story.objective',
  key_result: 'proposal.keyResult',
  label: 'board.label',
  feedback_item: 'proposal.idea',
};

/** What a kind of resource is called. */
export const nameOfKind = (t: PageTexts, resource: string): Fragment =>
  kinds[resource] === undefined ? wordsOf(resource) : t.text(kinds[resource]);
