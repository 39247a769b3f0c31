/** The guides, in the groups and the order of the navigation. */
export const guideGroups: readonly { title: string; slugs: readonly string[] }[] = [
  { title: 'Get started', slugs: ['client', 'command-line', 'authentication', 'ai-clients', 'workflows'] },
  {
    title: 'How the API works',
    slugs: ['errors', 'lists', 'writes', 'limits', 'compatibility', 'changelog'],
  },
  { title: 'Planning', slugs: ['finding-stories', 'planning', 'templates', 'rule-recipes', 'pull-requests'] },
  { title: 'Webhooks and sync', slugs: ['webhook-events', 'event-destinations', 'copies'] },
  { title: 'Feedback portals', slugs: ['portals'] },
  { title: 'Administration', slugs: ['administration', 'moving-in'] },
];

export const guideSlugs: readonly string[] = guideGroups.flatMap(({ slugs }) => slugs);
