/** The guides, in the groups and the order of the navigation. */
export const guideGroups: readonly { title: string; slugs: readonly string[] }[] = [
  {
    title: 'Start',
    slugs: [
      'client',
      'command-line',
      'authentication',
      'errors',
      'lists',
      'writes',
      'limits',
      'compatibility',
      'changelog',
    ],
  },
  {
    title: 'Build',
    slugs: [
      'finding-stories',
      'planning',
      'templates',
      'copies',
      'webhook-events',
      'event-destinations',
      'pull-requests',
      'portals',
    ],
  },
  { title: 'Connect and move', slugs: ['workflows', 'ai-clients', 'moving-in', 'administration'] },
];

export const guideSlugs: readonly string[] = guideGroups.flatMap(({ slugs }) => slugs);
