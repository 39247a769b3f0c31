import { createHash } from 'node:crypto';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Database, Reader } from '../../kernel/core/database.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { newChangeSetId } from '../../kernel/core/change-set-id.ts';
import { newId } from '../../kernel/core/id.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { isSeveral } from '../../kernel/db/signature.ts';
import { commit } from '../../kernel/db/write.ts';
import { storyIdOf, storyTeamOf, toStory } from '../story/story-store.ts';
import { findNamedStories, type NamedStory } from './find-named-stories.ts';
import { followPage, type Followed } from './follow-page.ts';
import type { Hook } from './hook.ts';
import { readStatuses } from './hook-statuses.ts';
import { referencesIn } from './references.ts';
import type { Report } from './report.ts';
import type { PageReport } from './timeline.ts';
import { getTimeline, putTimeline, type StoredTimeline } from './timeline-store.ts';

interface ApplyReportContext {
  database: Database;
  hook: Hook;
  caller: Caller;
  now: Date;
}

/** Providers seldom send again what was refused, and report of one story several times at once. */
const ATTEMPTS = 50;

/** What a report did to a story, by the reference that names it. */
export interface ReportedStory extends Followed {
  reference: string;
}

/**
 * Links the stories that a report names, and moves them by the rules of their teams, all in one transaction with what the
 * hook then knows of them. A report that is known already changes nothing.
 */
export const applyReport = (context: ApplyReportContext, report: Report): Promise<ReportedStory[]> =>
  retryOnConflict(() => applyOnce(context, report), { attempts: ATTEMPTS });

async function applyOnce(
  { database, hook, caller, now }: ApplyReportContext,
  report: Report,
): Promise<ReportedStory[]> {
  const read = createReader(database);
  const named = await findNamedStories(read, caller, [...report.texts, ...(report.linkingTexts ?? [])]);
  if (named.length === 0) return [];
  const placeOf = ({ item }: NamedStory) => ({ hookId: hook.id, storyId: storyIdOf(item) });
  const stored = await Promise.all(named.map((one) => getTimeline(read, placeOf(one))));
  const statuses = await statusesOf(read, hook, named, stored);
  const call = { caller, now, newId: () => newId(now), statuses };
  const moving = new Set(report.moves ? referencesIn(report.texts) : []);
  const pageOf = ({ reference }: NamedStory): PageReport => ({
    page: pageId(report.url),
    at: report.at,
    state: report.state,
    moves: moving.has(reference),
  });
  const steps = named.map((one, at) =>
    followPage(one.item, stored[at]!.timeline, [report, pageOf(one)], call),
  );
  const changes = steps.flatMap((step) => step.changes);
  const timelines = steps.flatMap(({ timeline }, at) => {
    const { version } = stored[at]!;
    return timeline
      ? [putTimeline(placeOf(named[at]!), timeline, { version, now, lost: writeConflict })]
      : [];
  });
  // Of several stories, one request can take the changes back.
  const changeSetId = isSeveral(changes) ? newChangeSetId(now) : undefined;
  await commit(database, [...changes, ...timelines], caller.actor, changeSetId);
  return steps.map(({ followed }, at) => ({ reference: named[at]!.reference, ...followed }));
}

function statusesOf(
  read: Reader,
  hook: Hook,
  named: readonly NamedStory[],
  stored: readonly StoredTimeline[],
) {
  const bases = stored.flatMap(({ timeline }) => (timeline ? [timeline.base] : []));
  const current = named.map(({ item }) => toStory(item).statusId);
  const teamIds = new Set(named.map(({ item }) => storyTeamOf(item)));
  return readStatuses(read, hook, { teamIds, ids: [...current, ...bases] });
}

const PAGE_ID_CHARACTERS = 16;

const pageId = (url: string): string =>
  createHash('sha256').update(url).digest('base64url').slice(0, PAGE_ID_CHARACTERS);
