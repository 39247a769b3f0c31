import { listFeedbackUpdates } from '../../feedback/updates/list-feedback-updates.ts';
import type { FeedbackUpdate } from '../../feedback/updates/update.ts';
import { portalResponse } from '../public-portals/portal-response.ts';
import { frameOf, runList, type TeamPage } from './team-call.ts';
import { updatesView } from './updates-view.ts';

const UPDATES_MAX = 25;

/** The updates of a portal, drafts included. */
export const updatesPage: TeamPage = async (team) => {
  const { t, portal, call } = team;
  const cursor = call.request.query.get('cursor');
  const query = { limit: UPDATES_MAX, ...(cursor ? { cursor } : {}) };
  const { data, nextCursor } = await runList(team, listFeedbackUpdates, { query });
  const updates = data as FeedbackUpdate[];
  const isDeleted = call.request.query.get('done') === 'delete';
  return portalResponse(
    frameOf(team),
    updatesView({
      t,
      slug: portal.slug,
      updates,
      nextCursor,
      done: isDeleted ? t.text('updates.delete') : undefined,
    }),
  );
};
