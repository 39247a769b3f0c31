import type { StatusCategory } from '../../kernel/core/status-category.ts';
import type { PageState, Report } from './report.ts';

/** A state that a page was reported in. */
export interface PageReport extends Pick<Report, 'at' | 'state' | 'moves'> {
  /** Identifies the page. */
  page: string;
}

/** What a hook knows of the pages that name a story, from which its status follows. */
export interface Timeline {
  /** All reports that are known, in the order of the provider's clock. */
  reports: readonly PageReport[];
  /** The status from which the reports after `since` move the story. */
  base: string;
  /** Reports up to this time move nothing any more: someone else has moved the story since. */
  since: string;
}

/** The statuses to which a hook moves stories of a team; states without one leave them. */
export interface StatusRules {
  open?: RankedStatus | undefined;
  merged?: RankedStatus | undefined;
  closed?: RankedStatus | undefined;
}

/** A status with its place in the workflow. */
export interface RankedStatus {
  id: string;
  category: StatusCategory;
  order: number;
}

/** The most reports of a story's pages that are stored; the oldest are dropped. */
const REPORTS_MAX = 50;

/** Of states that are reported for one moment, the last of these holds. */
const finality: readonly PageState[] = ['draft', 'open', 'closed', 'merged'];

const inOrder = (a: PageReport, b: PageReport): number =>
  compare(a.at, b.at) || finality.indexOf(a.state) - finality.indexOf(b.state) || compare(a.page, b.page);

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Work that is done is past work that was given up, which someone has taken up again. */
const progress: readonly StatusCategory[] = ['backlog', 'unstarted', 'started', 'cancelled', 'completed'];

function isAhead(one: RankedStatus, other: RankedStatus): boolean {
  const steps = progress.indexOf(one.category) - progress.indexOf(other.category);
  return steps > 0 || (steps === 0 && one.order > other.order);
}

/** Whether a report is known already. */
export const isReported = (
  { reports }: Pick<Timeline, 'reports'>,
  { page, at, state }: PageReport,
): boolean => reports.some((one) => one.page === page && one.at === at && one.state === state);

/** The state that a page was in last, by the provider's clock. */
export const lastState = ({ reports }: Pick<Timeline, 'reports'>, page: string): PageState | undefined =>
  reports.findLast((one) => one.page === page)?.state;

/** A timeline with another report, in the order of the provider's clock. */
export const withReport = <T extends Pick<Timeline, 'reports'>>(timeline: T, report: PageReport): T => ({
  ...timeline,
  reports: [...timeline.reports, report].sort(inOrder),
});

/** A timeline whose reports so far move the story no more: it stands where someone else moved it. */
export const settledAt = (statusId: string, { reports }: Pick<Timeline, 'reports'>): Timeline => ({
  reports: reports.slice(-REPORTS_MAX),
  base: statusId,
  since: reports.at(-1)?.at ?? '',
});

/** Whether a timeline has as many reports as are stored. */
export const isFull = ({ reports }: Pick<Timeline, 'reports'>): boolean => reports.length >= REPORTS_MAX;

/**
 * The status that the reports of a timeline move a story to, in the order of the provider's clock: only forward, unless a
 * page is opened again.
 */
export function statusAfter(
  { reports, base, since }: Timeline,
  rules: StatusRules,
  baseStatus: RankedStatus | undefined,
): string {
  const states = new Map<string, PageState>();
  let standing = baseStatus;
  for (const { page, at, state, moves } of reports) {
    const before = states.get(page);
    states.set(page, state);
    const target = state === 'draft' ? undefined : rules[state];
    if (!target || before === state || !moves || at <= since) continue;
    const isReopened = state === 'open' && (before === 'closed' || before === 'merged');
    if (isReopened || !standing || isAhead(target, standing)) standing = target;
  }
  return standing?.id ?? base;
}
