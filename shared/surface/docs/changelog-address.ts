/** The page of the changelog; with `.json`, its feed. */
export const CHANGELOG = 'changelog';

/** The media type of the feed. */
export const FEED_TYPE = 'application/feed+json';
