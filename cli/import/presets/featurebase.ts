import { fromHtml } from './markup.ts';
import { commentsOf, hiddenNotes, nameIn, namesIn, postsIn, withVotes } from './posts-json.ts';
import { columnsBy, isRecord, sources, textOf, type Preset } from './preset.ts';

const names = {
  lists: ['data', 'results', 'comments'],
  postOf: ['postId', 'submissionId', 'submission', 'post'],
  hidden: ['isPrivate', 'isDeleted', 'isSpam', 'inReview'],
};

/** What the types of Featurebase's statuses mean, whatever those are called. */
const statusOfType: Readonly<Record<string, string>> = {
  reviewing: 'reviewing',
  unstarted: 'planned',
  active: 'in_progress',
  completed: 'completed',
  canceled: 'closed',
};

/**
 * Posts and comments as both versions of Featurebase's API list them, joined into one file of JSON
 * (https://docs.featurebase.app/rest-api/posts).
 */
export const featurebase: Preset = {
  tool: 'Featurebase',
  isOfIdeas: true,
  map: sources(`
    key=id; title=title; description=text; team="Featurebase"; status=status name; labels=tag names;
    createdAt=createdAt|date; reporter=author name
  `),
  uses: columnsBy({
    'description and votes': 'upvotes',
    description: 'content',
    status: 'status|postStatus',
    labels: 'tags|postTags',
    reporter: 'author|user',
    comments: 'comments',
  }),
  omits: columnsBy({
    'ideas have their own': 'updatedAt|lastModified|slug',
    'ideas have no dates': 'eta',
    'ideas have no custom fields': 'customFields|customInputValues',
    'the portal and its board are chosen at the import':
      'boardId|postCategory|categoryId|postUrl|organization',
    'addresses of visitors are not imported': 'authorEmail',
    'only names are known of people': 'authorId|authorPicture|assigneeId',
    'the comments say it': 'commentCount',
  }),
  read: (content) => postsIn(content, names),
  notes: (content) => hiddenNotes(content, names),
  leavesOut: ({ inReview, postCategory }) =>
    inReview === true
      ? 'Posts that wait for approval'
      : isRecord(postCategory) && postCategory['private'] === true
        ? 'Posts of private boards'
        : undefined,
  tidy(post) {
    const votes = Number(textOf(post['upvotes']) ?? 0);
    const status = [post['status'], post['postStatus']].find(isRecord);
    const html = ({ content }: Record<string, unknown>) => fromHtml(textOf(content) ?? '');
    return {
      values: {
        ...post,
        text: withVotes('Featurebase', votes, html(post)),
        'status name': statusOfType[textOf(status?.['type']) ?? ''] ?? nameIn(status ?? post['status']),
        'tag names': [...namesIn(post['tags']), ...namesIn(post['postTags'])],
        'author name': nameIn(post['author'] ?? post['user']),
      },
      details: { comments: commentsOf(post, 'createdAt', html), votes },
    };
  },
};
