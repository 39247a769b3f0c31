import { dueDay, utcDay } from '../../kernel/core/date-span.ts';
import { priorities, type Priority } from '../../kernel/core/priority.ts';
import { PROPOSED_MAX, type omissionReasons, type proposalReasons } from './proposal.ts';

const LEFT_OUT_MAX = 20;

/** A story that may be planned into a sprint. */
export interface SprintCandidate {
  id: string;
  /** Hundredths. */
  size: number;
  priority: Priority;
  inProgress: boolean;
  startDate: string | null;
  endDate: string | null;
  /** The ids of the candidates that block it. */
  waitsFor: readonly string[];
  /** Whether it is blocked by a story that is neither a candidate nor planned to be done by the sprint's end. */
  isBlocked: boolean;
}

interface Proposal {
  stories: { id: string; reason: (typeof proposalReasons)[number] }[];
  leftOut: { id: string; reason: (typeof omissionReasons)[number] }[];
}

/**
 * Proposes stories for a sprint: first those in progress, then by priority, due date and age, each after its blockers,
 * up to the capacity. `lastDay` is the last day of the sprint, counted from 1970-01-01. A story that does not fit is
 * left out with all that it blocks; smaller ones may still fit.
 */
export function proposeSprint(
  candidates: readonly SprintCandidate[],
  { capacity, lastDay }: { capacity: number; lastDay: number },
): Proposal {
  const byId = new Map(candidates.map((one) => [one.id, one]));
  const proposed = new Map<string, Proposal['stories'][number]['reason']>();
  const leftOut: Proposal['leftOut'] = [];
  let left = capacity;
  for (const candidate of [...candidates].sort(inOrder)) {
    if (proposed.has(candidate.id)) continue;
    const needed = withBlockers(candidate, byId).filter(({ id }) => !proposed.has(id));
    const size = needed.reduce((sum, one) => sum + one.size, 0);
    const omission = needed.some(({ isBlocked }) => isBlocked)
      ? 'blocked'
      : needed.some(({ startDate }) => startDate !== null && utcDay(startDate) > lastDay)
        ? 'starts_later'
        : size > left || proposed.size + needed.length > PROPOSED_MAX
          ? 'capacity'
          : undefined;
    if (omission) {
      leftOut.push({ id: candidate.id, reason: omission });
      continue;
    }
    left -= size;
    for (const one of needed)
      proposed.set(one.id, one === candidate ? reasonOf(one, lastDay) : 'blocks_others');
  }
  return {
    stories: [...proposed].map(([id, reason]) => ({ id, reason })),
    leftOut: leftOut.filter(({ id }) => !proposed.has(id)).slice(0, LEFT_OUT_MAX),
  };
}

function reasonOf({ inProgress, endDate: due }: SprintCandidate, lastDay: number) {
  if (inProgress) return 'in_progress';
  return due !== null && dueDay(due) <= lastDay ? 'due' : 'priority';
}

const inOrder = (one: SprintCandidate, other: SprintCandidate): number =>
  Number(other.inProgress) - Number(one.inProgress) ||
  priorities.indexOf(other.priority) - priorities.indexOf(one.priority) ||
  dayOf(one) - dayOf(other) ||
  (one.id < other.id ? -1 : 1);

/** The due day of a story; stories without one sort last. */
const dayOf = ({ endDate }: SprintCandidate): number =>
  endDate === null ? Number.MAX_SAFE_INTEGER : dueDay(endDate);

/** A candidate, preceded by its direct and indirect blockers. */
function withBlockers(
  candidate: SprintCandidate,
  byId: ReadonlyMap<string, SprintCandidate>,
): SprintCandidate[] {
  const found = new Set<SprintCandidate>();
  const entered = new Set<string>();
  const visit = (one: SprintCandidate): void => {
    if (entered.has(one.id)) return;
    entered.add(one.id);
    for (const id of one.waitsFor) {
      const blocker = byId.get(id);
      if (blocker) visit(blocker);
    }
    found.add(one);
  };
  visit(candidate);
  return [...found];
}
