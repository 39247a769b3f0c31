/** The page of the changelog; with `.json` or `.atom`, its feeds. */
export const CHANGELOG = 'changelog';

/** The feeds, by what their address ends with: the media type, the title of a link to it, and the file of the build. */
export const changelogFeeds = {
  atom: { type: 'application/atom+xml', title: 'Changelog of the Plotline API (Atom)', file: 'xml' },
  json: { type: 'application/feed+json', title: 'Changelog of the Plotline API (JSON Feed)', file: 'json' },
} as const;
