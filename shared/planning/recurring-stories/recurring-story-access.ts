import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { invalidReference, invalidRequest, notFound } from '../../kernel/core/errors.ts';
import type { TeamRules } from '../../identity/teams/team-store.ts';
import { assertPartsUsable } from '../story-templates/story-template-access.ts';
import { getStoryTemplateItem, toStoryTemplate } from '../story-templates/story-template-store.ts';
import { ruleProblem } from './rule-parts.ts';
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

interface Context {
  read: Reader;
  caller: Caller;
  team: TeamRules | undefined;
}

/** Throws a 400 if a recurring story names what stories of its team cannot have, or has no rule. */
export async function assertMakesStories(recurring: RecurringStory, context: Context): Promise<void> {
  const { templateId, teamId, story, rule, startDate, endDate } = recurring;
  const problem = ruleProblem(rule);
  if (problem !== undefined) throw invalidRequest([{ path: 'rule', message: problem }]);
  if (endDate !== null && endDate < startDate) {
    throw invalidRequest([{ path: 'endDate', message: 'must not be before startDate' }]);
  }
  const template = templateId === null ? undefined : await getStoryTemplateItem(context.read, templateId);
  if (templateId !== null && (!template || toStoryTemplate(template).teamId !== teamId)) {
    throw invalidReference([{ path: 'templateId', message: 'is not a template of the team' }]);
  }
  await assertPartsUsable([{ place: 'story.', ...story }], { ...context, teamId });
}
