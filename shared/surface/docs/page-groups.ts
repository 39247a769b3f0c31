/** The guides, in the groups and the order of the navigation. */
export const guideGroups: readonly { title: string; slugs: readonly string[] }[] = [
  {
    title: 'Start',
    slugs: ['authentication', 'errors', 'lists', 'writes', 'limits', 'compatibility', 'changelog'],
  },
  {
    title: 'Build',
    slugs: [
      'finding-stories',
      'planning',
      'templates',
      'copies',
      'webhook-events',
      'pull-requests',
      'portals',
    ],
  },
  { title: 'Connect and move', slugs: ['workflows', 'ai-clients', 'moving-in'] },
];

export const guideSlugs: readonly string[] = guideGroups.flatMap(({ slugs }) => slugs);

/** The names of the tags, in the groups and the order of the navigation. */
const tagGroups: readonly { title: string; tags: readonly string[] }[] = [
  {
    title: 'Planning',
    tags: [
      'Stories',
      'Sprints',
      'Objectives',
      'Key results',
      'Statuses',
      'Labels',
      'Custom fields',
      'Story templates',
      'Views',
      'Search',
      'Schedule',
      'Analysis',
    ],
  },
  {
    title: 'Work on stories',
    tags: [
      'Comments',
      'Relations',
      'Links',
      'Attachments',
      'Claims',
      'Triage',
      'Agent sessions',
      'Notifications',
    ],
  },
  {
    title: 'People and access',
    tags: [
      'Workspaces',
      'Members',
      'Teams',
      'Tokens',
      'Service accounts',
      'Identity providers',
      'Audit trail',
    ],
  },
  { title: 'Feedback', tags: ['Feedback portals', 'Public portals'] },
  { title: 'Events and data', tags: ['Webhooks', 'Changes', 'Hooks', 'Exports', 'MCP', 'System'] },
];

/** The tags in their groups. Throws for a tag that is in none. */
export function groupedTags<T extends { name: string }>(
  tags: readonly T[],
): { title: string; entries: T[] }[] {
  const grouped = tagGroups.map(({ title, tags: names }) => ({
    title,
    entries: names.flatMap((name) => tags.filter((tag) => tag.name === name)),
  }));
  const placed = grouped.flatMap(({ entries }) => entries);
  const missing = tags.find((tag) => !placed.includes(tag));
  if (missing) throw new Error(`The navigation of the documentation has no group for ${missing.name}.`);
  return grouped;
}
