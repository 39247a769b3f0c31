import type { Caller } from '../../../kernel/core/caller.ts';
import type { Reader } from '../../../kernel/core/database.ts';
import { getListedStoryItems, storyKeyOf, storyTeamOf, toStory } from '../../story/story-store.ts';
import type { Story } from '../../story/story.ts';
import { explainMove } from './explain-in-words.ts';
import type { Planning } from './plan-member.ts';
import type { PlanPreview } from './preview-plans.ts';
import type { ScheduleMove, SchedulePreview } from './schedule-preview.ts';

type Next = Planning['next'];

/** Returns the moves of a change, limited to stories that the caller can see. */
export async function showPreview(
  read: Reader,
  caller: Caller,
  { before, after, isComplete }: PlanPreview,
): Promise<SchedulePreview> {
  const ids = [...new Set([...before.keys(), ...after.keys()])];
  const changed = ids
    .map((id) => ({ id, was: before.get(id), is: after.get(id) }))
    .filter(({ was, is }) => differ(was?.next, is?.next))
    .filter(({ was, is }) => caller.teamIds.has((is ?? was)!.entry.story!.teamId));
  const named = changed.flatMap(({ was, is }) => reasonOf(was?.next, is?.next).storyId ?? []);
  const names = await visibleNames(read, caller, named);
  const shown = changed
    .map(({ was, is }) => showMove((is ?? was)!.entry.story!, was?.next, is?.next, names))
    .sort((a, b) => (positionOf(a) < positionOf(b) ? -1 : 1));
  return {
    moved: shown.filter(({ storyId }) => isMoved(before.get(storyId)?.next, after.get(storyId)?.next)),
    newlyAtRisk: shown.filter((one) => one.after !== null && severity(one.after) > severity(one.before)),
    newlyFitting: shown.filter((one) => one.after !== null && severity(one.after) < severity(one.before)),
    complete: isComplete,
  };
}

/** How bad a story's place is: in time, late, or none. */
const severity = (state: { status: string } | null): number =>
  state?.status === 'cannot_fit' ? 2 : state?.status === 'at_risk' ? 1 : 0;

const spansOf = (next: Next | undefined): string =>
  JSON.stringify(next?.blocks.map(({ startDate, endDate }) => [startDate, endDate]) ?? null);

const isMoved = (was: Next | undefined, is: Next | undefined): boolean =>
  spansOf(was) !== spansOf(is) || was?.assigneeId !== is?.assigneeId;

const differ = (was: Next | undefined, is: Next | undefined): boolean =>
  isMoved(was, is) || was?.status !== is?.status;

/** The reason why a story is not earlier: that of the first block that it did not have before. */
function reasonOf(was: Next | undefined, is: Next | undefined) {
  if (!is) return { reason: null, storyId: null };
  if (is.misfit) return { reason: is.misfit, storyId: is.misfitStoryId };
  const known = new Set(was?.blocks.map(({ startDate }) => startDate));
  const block = is.blocks.find(({ startDate }) => !known.has(startDate)) ?? is.blocks[0];
  return { reason: block?.reason ?? null, storyId: block?.reasonStoryId ?? null };
}

const stateOf = (next: Next | undefined): ScheduleMove['after'] =>
  next
    ? {
        assigneeId: next.assigneeId,
        status: next.status,
        startDate: next.blocks[0]?.startDate ?? null,
        endDate: next.blocks.at(-1)?.endDate ?? null,
        slackMinutes: next.slackMinutes,
      }
    : null;

function showMove(
  { id: storyId, teamId, reference, title }: Story,
  was: Next | undefined,
  is: Next | undefined,
  names: ReadonlyMap<string, string>,
): ScheduleMove {
  const { reason, storyId: other } = reasonOf(was, is);
  const move = { storyId, teamId, reference, title, before: stateOf(was), after: stateOf(is), reason };
  const name = other === null ? undefined : names.get(other);
  return {
    ...move,
    reasonStoryId: name === undefined ? null : other,
    explanation: explainMove(move, name),
  };
}

const positionOf = ({ before, after, storyId }: ScheduleMove): string =>
  `${after?.startDate ?? before?.startDate ?? '9'} ${storyId}`;

/** The references of stories that the caller can see. */
async function visibleNames(
  read: Reader,
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const unique = [...new Set(ids)];
  const items = await getListedStoryItems(read, unique.map(storyKeyOf));
  return new Map(
    items.flatMap((item, at) =>
      item && caller.teamIds.has(storyTeamOf(item)) ? [[unique[at]!, toStory(item).reference] as const] : [],
    ),
  );
}
