import { listFeedbackUpdates } from '../../feedback/updates/list-feedback-updates.ts';
import { portalResponse } from '../portal/portal-response.ts';
import { frameOf, type TeamPage } from './team-call.ts';
import { updatesView } from './updates-view.ts';
import { runWhole } from '../kit/run-operation.ts';

const UPDATES_MAX = 25;

/** The updates of a portal, drafts included. */
export const page: TeamPage = {
  formsAnswer: true,
  async show(team) {
    const { t, portal, call } = team;
    const cursor = call.request.query.get('cursor');
    const query = { limit: UPDATES_MAX, ...(cursor ? { cursor } : {}) };
    const { data: updates, meta } = await runWhole(team, listFeedbackUpdates, { query });
    const isDeleted = call.request.query.get('done') === 'delete';
    return portalResponse(
      frameOf(team),
      updatesView({
        t,
        slug: portal.slug,
        updates,
        nextCursor: meta.nextCursor,
        done: isDeleted ? t.text('updates.delete') : undefined,
      }),
    );
  },
};
