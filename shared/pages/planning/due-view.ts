import { daysPastDue, dueDay } from '../../kernel/core/date-span.ts';
import type { StatusCategory } from '../../kernel/core/status-category.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';
import type { Story } from '../../planning/story/story.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { dayElement } from '../messages/times-view.ts';
import type { ShownStory } from './shown-story.ts';

/** Whether the day on which a story is due, which is one of UTC, is over and the story is not. */
export const isOverdue = (
  { endDate }: Pick<Story, 'endDate'>,
  category: StatusCategory | undefined,
  now: Date,
): boolean =>
  endDate !== null && category !== 'completed' && category !== 'cancelled' && daysPastDue(endDate, now) > 0;

/** The day on which a story is due, if any; one that is over is said to be. */
export function dueView(
  story: Pick<Story, 'endDate'>,
  category: StatusCategory | undefined,
  { t, now }: { t: PageTexts; now: Date },
): Fragment {
  if (story.endDate === null) return undefined;
  const date = dayElement(dueDay(story.endDate), t);
  return isOverdue(story, category, now)
    ? html`<span class="overdue">${t.markup('story.overdue', { date })}</span>`
    : date;
}

/** The category of the status of a page's story. */
export const categoryOf = ({ story, statuses }: ShownStory): StatusCategory | undefined =>
  statuses.find(({ id }) => id === story.statusId)?.category;

/** Whether the story of a page is overdue. */
export const isLate = (shown: ShownStory): boolean => isOverdue(shown.story, categoryOf(shown), shown.now);
