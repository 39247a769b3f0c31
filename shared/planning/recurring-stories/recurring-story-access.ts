import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { invalidReference, invalidRequest, notFound } from '../../kernel/core/errors.ts';
import type { TeamRules } from '../../identity/team/team-store.ts';
import { isTooLong, TOO_LONG, withChecklist } from '../story-templates/described-by.ts';
import { assertPartsUsable } from '../story-templates/story-template-access.ts';
import { getStoryTemplateItem, toStoryTemplate } from '../story-templates/story-template-store.ts';
import { ruleProblem } from '../recurrence/rule-parts.ts';
import type { RecurringStory } from './recurring-story.ts';
import { toRecurringStory } from './recurring-story-store.ts';

/** Returns a recurring story of a team that the caller can see; otherwise throws a 404. */
export function visibleRecurringStoryOrThrow(
  caller: Caller,
  item: Item | undefined,
): { item: Item; recurring: RecurringStory } {
  const recurring = item && toRecurringStory(item);
  if (!recurring || !caller.teamIds.has(recurring.teamId)) throw notFound('recurring story');
  return { item, recurring };
}

type ContentField = 'rule' | 'templateId' | 'startDate' | 'endDate' | 'story';

/** What a request says about the stories. */
type SentContent = { [Field in ContentField]?: RecurringStory[Field] | undefined };

interface RecurrenceContext {
  read: Reader;
  caller: Caller;
  team: TeamRules | undefined;
}

/**
 * Throws a 400 if a request for a recurring story names what stories of its team cannot have, or no rule. What it does not
 * name stays, whatever became of it, so that it can always be paused.
 */
export async function assertMakesStories(
  { teamId, templateId, story, startDate, endDate }: RecurringStory,
  sent: SentContent,
  context: RecurrenceContext,
): Promise<void> {
  const problem = sent.rule === undefined ? undefined : ruleProblem(sent.rule);
  if (problem !== undefined) throw invalidRequest([{ path: 'rule', message: problem }]);
  if (endDate !== null && endDate < startDate && (sent.startDate ?? sent.endDate) !== undefined) {
    throw invalidRequest([{ path: 'endDate', message: 'must not be before startDate' }]);
  }
  if ((sent.templateId ?? sent.story) === undefined) return;
  const item = templateId === null ? undefined : await getStoryTemplateItem(context.read, templateId);
  const template = item && toStoryTemplate(item);
  if ((sent.templateId ?? null) !== null && template?.teamId !== teamId) {
    throw invalidReference([{ path: 'templateId', message: 'is not a template of the team' }]);
  }
  const described = story.description ?? template?.description ?? null;
  if (isTooLong(withChecklist(described, template?.checklist ?? [])))
    throw invalidRequest([{ path: 'story.description', ...TOO_LONG }]);
  if (sent.story) await assertPartsUsable([{ place: 'story.', ...sent.story }], { ...context, teamId });
}
