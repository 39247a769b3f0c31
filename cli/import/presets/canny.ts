import { columnsBy, isRecord, sources, textOf, textsOf, type Preset } from './preset.ts';
import { commentsOf, hiddenNotes, nameIn, namesIn, postsIn, withVotes } from './posts-json.ts';

const names = { lists: ['posts', 'comments'], postOf: ['post'], hidden: ['internal', 'private'] };

/**
 * Posts and comments as Canny's API lists them (posts/list and comments/list), joined into one file of JSON
 * (https://developers.canny.io/api-reference).
 */
export const canny: Preset = {
  tool: 'Canny',
  isOfIdeas: true,
  map: sources(`
    key=id; title=title; description=text; team="Canny"; status=status; labels=tag names; createdAt=created;
    reporter=author name
  `),
  statusMap: 'open=pending,under review=reviewing,complete=completed',
  uses: columnsBy({
    'description and votes': 'score',
    description: 'details|imageURLs',
    labels: 'tags|category',
    reporter: 'author',
    comments: 'comments',
  }),
  omits: columnsBy({
    'ideas have no dates': 'eta|statusChangedAt',
    'ideas have no custom fields': 'customFields',
    'the portal and its board are chosen at the import': 'board|url',
    'ideas have no owners': 'owner|by',
    'the comments say it': 'commentCount',
  }),
  read: (content) => postsIn(content, names),
  notes: (content) => hiddenNotes(content, names),
  leavesOut: ({ board }) =>
    isRecord(board) && board['isPrivate'] === true ? 'Posts of private boards' : undefined,
  tidy(post) {
    const votes = Number(textOf(post['score']) ?? 0);
    const pictures = textsOf(post['imageURLs']).map((url) => `![](${url})`);
    return {
      values: {
        ...post,
        text: withVotes('Canny', votes, textOf(post['details']), ...pictures),
        'tag names': [...namesIn(post['tags']), ...namesIn(post['category'])],
        'author name': nameIn(post['author']),
      },
      details: { comments: commentsOf(post, 'created', ({ value }) => textOf(value) ?? ''), votes },
    };
  },
};
