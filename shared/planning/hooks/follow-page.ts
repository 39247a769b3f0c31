import type { Caller } from '../../kernel/core/caller.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import type { Change, Item } from '../../kernel/core/database.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { claimOfOther } from '../story-parts/claim.ts';
import { withReportedLink } from '../links/reported-link.ts';
import { patchStory, settleClaim } from '../story/patch-story.ts';
import { startedAtAfter } from '../story/story-rules.ts';
import type { Story } from '../story/story.ts';
import { startedAtOf, toStory, replaceStory, storyUnchanged } from '../story/story-store.ts';
import type { HookStatuses } from './hook-statuses.ts';
import type { Report } from './report.ts';
import {
  isFull,
  isReported,
  lastState,
  settledAt,
  statusAfter,
  withReport,
  type PageReport,
  type RankedStatus,
  type Timeline,
} from './timeline.ts';

/** What a report did to a story that it names. */
export interface Followed {
  storyId: string;
  link: 'added' | 'updated' | 'unchanged' | 'no_room';
  /** Why a rule did not move the story: someone has claimed it, it is archived, or a person has to complete it. */
  status: 'moved' | 'unchanged' | Refusal;
}

type Refusal = 'claimed' | 'archived' | 'review_required';

interface FollowPageContext {
  caller: Caller;
  now: Date;
  newId: () => string;
  statuses: HookStatuses;
}

interface Step {
  followed: Followed;
  /** Undefined if the report is known already. */
  timeline?: Timeline;
  changes: Change[];
}

/** Links a story to the page of a report and moves it, unless the report is known. Changes no story that stays as it is. */
export function followPage(
  item: Item,
  stored: Timeline | undefined,
  [report, page]: readonly [Report, PageReport],
  context: FollowPageContext,
): Step {
  const story = toStory(item);
  const unchanged = { storyId: story.id, link: 'unchanged', status: 'unchanged' } as const;
  if (stored && isReported(stored, page)) return { followed: unchanged, changes: [] };
  const { timeline, statusId, status } = nextStatus(story, stored, page, context);
  const { url, title, kind } = report;
  const state = lastState(timeline, page.page)!;
  const { newId, now, statuses } = context;
  const links = withReportedLink(story.links, { url, title, kind, state }, { id: newId(), now });
  const followed: Followed = { ...unchanged, link: linkChange(story, links), status };
  const target = statusId === story.statusId ? undefined : statuses.find(statusId);
  const next = nextStory(story, links ?? story.links, target, context);
  // The timeline fits this version of the story only, which was read before it.
  if (next === story) return { followed, timeline, changes: [storyUnchanged(item, writeConflict)] };
  const startedAt = startedAtAfter(startedAtOf(item), target?.category, next.updatedAt);
  return { followed, timeline, changes: [replaceStory(next, item, writeConflict, { startedAt })] };
}

function linkChange(story: Story, links: readonly unknown[] | undefined): Followed['link'] {
  if (!links) return 'no_room';
  if (links === story.links) return 'unchanged';
  return links.length > story.links.length ? 'added' : 'updated';
}

/**
 * Where a report moves a story. If the story is not where the reports so far put it, someone else has moved it, and they
 * move it no more.
 */
function nextStatus(
  story: Story,
  stored: Timeline | undefined,
  page: PageReport,
  context: FollowPageContext,
) {
  const { statuses } = context;
  const rules = statuses.rulesOf(story.teamId);
  const after = (timeline: Timeline) => statusAfter(timeline, rules, statuses.find(timeline.base));
  const isOurs = stored && after(stored) === story.statusId && !isFull(stored);
  const timeline = withReport(isOurs ? stored : settledAt(story.statusId, stored ?? { reports: [] }), page);
  const statusId = after(timeline);
  const isMoved = statusId !== story.statusId;
  const refusal = isMoved ? refusalOf(story, statusId, context) : undefined;
  return refusal
    ? { timeline: settledAt(story.statusId, timeline), statusId: story.statusId, status: refusal }
    : { timeline, statusId, status: isMoved ? ('moved' as const) : ('unchanged' as const) };
}

function refusalOf(
  story: Story,
  statusId: string,
  { caller, now, statuses }: FollowPageContext,
): Refusal | undefined {
  if (story.archivedAt !== null) return 'archived';
  if (claimOfOther(story, caller, now)) return 'claimed';
  const isCompletion = story.completedAt === null && statuses.find(statusId)?.category === 'completed';
  return isCompletion && statuses.needsReview(story.teamId) ? 'review_required' : undefined;
}

/** The story with its links and in its status; the same if nothing changes. */
function nextStory(
  story: Story,
  links: readonly Story['links'][number][],
  target: RankedStatus | undefined,
  { caller, now }: FollowPageContext,
): Story {
  const linked =
    links === story.links
      ? story
      : { ...story, links: [...links], updatedAt: nextTimestamp(now, story.updatedAt) };
  if (!target) return linked;
  const { id: statusId, category } = target;
  const update = { statusId, expectedUpdatedAt: story.updatedAt };
  const resolved = { statusCategory: category, impliedObjectiveId: undefined };
  const moved = patchStory(linked, update, resolved, { scheme: undefined, now });
  return settleClaim(linked, moved, update, { caller, now, entered: category });
}
