import { search } from '../../search/search.ts';
import { getStorySummary } from '../../planning/stories/get-story-summary.ts';
import { listViewStories } from '../../planning/views/list-view-stories.ts';
import { claimNextStories } from '../../planning/claims/claim-next-stories.ts';
import { listSimilarStories } from '../../planning/triage/list-similar-stories.ts';
import { calendarRoute } from '../calendars/calendar-route.ts';
import { listStories } from '../../planning/stories/list-stories.ts';

/** Operations of functions/search.ts: what reads the read models that its sandboxes have open. */
export const searchGroup = [
  search,
  listStories,
  getStorySummary,
  listViewStories,
  claimNextStories,
  listSimilarStories,
];

/** Where calendar programs read files, which may have the stories of a view. */
export const searchRoutes = [calendarRoute];
