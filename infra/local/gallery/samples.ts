import type { FeedbackComment } from '../../../shared/feedback/items/feedback-comment.ts';
import type { ItemStatus, PublicItem } from '../../../shared/feedback/items/item.ts';
import type { PublicUpdate } from '../../../shared/feedback/updates/update.ts';
import type { PortalVisitor } from '../../../shared/pages/portal/layout-view.ts';
import type { PublicPortal } from '../../../shared/pages/portal/public-portal.ts';

/** What the components of the gallery show. */

const id = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const createdAt = '2026-11-02T09:30:00.000Z';
const times = { createdAt, updatedAt: createdAt };
const board = { id: id(1), name: 'Ideas', description: null };

/** The brand color of the sample portal. */
export const BRAND = '#0f8b8d';

export const visitor: PortalVisitor & { userId: string } = {
  csrfToken: 'sample',
  userId: id(2),
  session: { user: { name: 'Ada Example' } },
};

export const stranger: PortalVisitor = { ...visitor, session: { user: { name: null } } };

export const samplePortal = (items: PublicItem[] = []): PublicPortal => ({
  id: id(3),
  workspaceId: id(4),
  name: 'Tidepool',
  slug: 'sample',
  description: null,
  color: BRAND,
  logoUrl: null,
  boards: [board, { ...board, id: id(5), name: 'Bugs' }],
  embedOrigins: [],
  websiteUrl: null,
  privacyUrl: null,
  imprintUrl: null,
  host: null,
  language: 'en',
  items,
  itemsHasMore: false,
  itemsNextCursor: null,
  ...times,
});

export const sampleItem = (changed: Partial<PublicItem> & { status?: ItemStatus } = {}): PublicItem => ({
  id: id(6),
  boardId: board.id,
  slug: 'a-dark-theme',
  title: 'A dark theme',
  description: 'My eyes hurt at night. It should follow the **system**.',
  status: 'planned',
  roadmapSummary: 'It follows your device.',
  authorName: 'Grace Example',
  authorKind: 'visitor',
  origin: 'visitor',
  tags: ['appearance'],
  voteCount: 212,
  commentCount: 2,
  ...times,
  ...changed,
});

export const arabicItem: PublicItem = sampleItem({
  title: 'وضع داكن للتطبيق',
  description: 'تؤلمني عيناي في الليل.',
  authorName: 'ليلى',
  tags: ['المظهر'],
});

export const sampleComment = (number: number, changed: Partial<FeedbackComment> = {}): FeedbackComment => ({
  id: id(10 + number),
  portalId: id(3),
  itemId: id(6),
  authorId: id(20 + number),
  authorName: 'Grace Example',
  authorKind: 'visitor',
  origin: 'visitor',
  content: 'It would save me a minute each day. See [our guide](https://example.com).',
  hidden: false,
  internal: false,
  parentId: null,
  editedAt: null,
  ...times,
  ...changed,
});

export const sampleUpdate: PublicUpdate = {
  id: id(30),
  portalId: id(3),
  slug: 'after-dark',
  title: 'Tidepool after dark',
  summary: 'A dark theme that follows your device.',
  body: '',
  coverImageUrl: null,
  publishedAt: createdAt,
  linkedItems: [{ id: id(6), slug: 'a-dark-theme', title: 'A dark theme', status: 'completed' }],
  ...times,
};

export const sampleMarkdown = `## What is new

A list of **changes**:

1. Charts follow the theme.
2. \`Ctrl+K\` opens the search.

> Quoted by a customer.

| Plan | Seats |
| ---- | ----- |
| Free | 3     |

\`\`\`
curl https://example.com
\`\`\`
`;
