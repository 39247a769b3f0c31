import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import { chooseLanguage } from './choose-language.ts';
import { getPublicFeedbackPortal } from './get-public-feedback-portal.ts';
import { getPublicFeedbackUpdate } from './get-public-feedback-update.ts';

import { getMonthSitemap, getSitemapIndex } from './get-sitemap.ts';
import { getWidget } from './get-widget.ts';
import { getUpdatesFeed } from './get-updates-feed.ts';
import { listPublicFeedbackUpdates } from './list-public-feedback-updates.ts';
import { showRoadmap } from './show-roadmap.ts';
import { showFeedbackItem } from './show-feedback-item.ts';
import { signInCustomer, signOutCustomer } from './sign-in-customer.ts';
import { visitorRoutes } from './visitor-pages.ts';
import { withPreview } from './with-preview.ts';

/** Public reads, as JSON and as pages. */
export const publicPortalOperations = [
  getPublicFeedbackPortal,
  listPublicFeedbackUpdates,
  getPublicFeedbackUpdate,
];

const pages: WebRoute[] = [showRoadmap, showFeedbackItem, ...visitorRoutes];

const files: WebRoute[] = [
  getUpdatesFeed,
  getSitemapIndex,
  getMonthSitemap,
  getWidget,
  chooseLanguage,
  signInCustomer,
  signOutCustomer,
];

/** Other pages, and the forms that visitors submit. */
export const publicPortalRoutes: WebRoute[] = [...pages.map(withPreview), ...files].map((route) => ({
  ...route,
  limitedBy: 'network',
}));
