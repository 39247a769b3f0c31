import type { StatusCategory } from '../../../shared/kernel/core/status-category.ts';
import { usualCategory } from '../status-map.ts';
import { textOf } from './preset.ts';

/** What the resolution of an unfinished issue is called. */
const UNRESOLVED =
  /^(?:unresolved|sin resolver|no resuelta|não resolvid[oa]|pendente|nicht erledigt|nicht gelöst|offen|non résolue?|irrisolto|non risolt[oa]|nierozwiązane|onopgelost|нет решения|не решен[оа]?|невирішено|nevyřešeno|nevyriešené|megoldatlan|çözülmedi|nerezolvat|uløst|olöst|ratkaisematta|未解决|未解決|해결되지 않음|미해결)$/i;

/**
 * The status of an issue and its category, from the column of the category, the resolution and the day that it was
 * resolved. A resolution such as "Won't do" makes an issue of a finished status a cancelled one.
 */
export function statusOf(issue: Record<string, unknown>): {
  status: string | undefined;
  statusCategory: StatusCategory | undefined;
} {
  const status = textOf(issue['Status']);
  const given = textOf(issue['Status Category']);
  const resolution = textOf(issue['Resolution']);
  const isResolved = resolution !== undefined && !UNRESOLVED.test(resolution);
  const said = given === undefined ? undefined : usualCategory(given);
  const word = status === undefined ? undefined : usualCategory(status);
  const finished = said ?? word;
  const isOver =
    finished === 'completed' || finished === 'cancelled' || (finished === undefined && isResolved);
  if (!isOver) return { status, statusCategory: refined(said, word) };
  const isCancelled = word === 'cancelled' || (isResolved && usualCategory(resolution) === 'cancelled');
  if (!isCancelled) return { status, statusCategory: 'completed' };
  return word === 'cancelled'
    ? { status, statusCategory: 'cancelled' }
    : { status: 'cancelled', statusCategory: 'cancelled' };
}

/** Jira has one category for what is not begun, in which words say more. */
const refined = (
  said: StatusCategory | undefined,
  word: StatusCategory | undefined,
): StatusCategory | undefined => (said === 'unstarted' && word === 'backlog' ? word : said);
