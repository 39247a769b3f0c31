import { columnsBy, paragraphs, textOf, type Preset, sources } from './preset.ts';

/** Posts as Fider's "Export" of its administration writes them to CSV. */
export const fider: Preset = {
  tool: 'Fider',
  map: sources(`
    key=number; title=title; description=text; team="Fider"; status=status; labels=tag list;
    createdAt=created_at; reporter=created_by; duplicates=original_number
  `),
  isOfIdeas: true,
  statusMap:
    'open=pending,planned=planned,started=in_progress,completed=completed,declined=closed,duplicate=closed',
  uses: columnsBy({
    'description and votes': 'votes_count',
    description: 'description|original_title',
    labels: 'tags',
    comments: 'response|responded_by|responded_at',
  }),
  omits: columnsBy({ 'the export has the number of comments, but not the comments': 'comments_count' }),
  tidy(post) {
    const votes = Number(textOf(post['votes_count']) ?? 0);
    const original = textOf(post['original_title']);
    const response = textOf(post['response']);
    return {
      values: {
        ...post,
        text: paragraphs(
          textOf(post['description']),
          original && `Duplicate of “${original}”.`,
          votes > 0 ? `Votes in Fider: ${votes}` : undefined,
        ),
        'tag list': (textOf(post['tags']) ?? '').split(', ').filter(Boolean),
      },
      details: {
        comments: response
          ? [{ author: textOf(post['responded_by']), at: textOf(post['responded_at']), text: response }]
          : [],
        votes: votes > 0 ? votes : 0,
      },
    };
  },
};
