import { excerptOf, plainNote } from '../../feedback/markdown/excerpt.ts';
import type { FeedbackComment } from '../../feedback/items/feedback-comment.ts';
import type { PublicItem } from '../../feedback/items/item.ts';
import type { PublicUpdate } from '../../feedback/updates/update.ts';
import { addresses, anchors } from '../portal/addresses.ts';
import type { ShownPortal } from '../portal/public-portal.ts';

/** Data of pages in the words of https://schema.org, as search engines read them. */

const CONTEXT = 'https://schema.org';

interface Step {
  name: string;
  path: string;
}

/** The way from the portal to a page. */
const breadcrumbs = (baseUrl: string, steps: readonly Step[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${baseUrl}${path}`,
  })),
});

const portalStep = ({ name, slug }: ShownPortal): Step => ({ name, path: addresses.portal(slug) });

const person = (name: string) => ({ '@type': 'Person', name });

const count = (type: string, number: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `${CONTEXT}/${type}`,
  userInteractionCount: number,
});

interface Discussion {
  portal: ShownPortal;
  item: PublicItem;
  /** The beginning of what it says. */
  text: string;
  /** Its comments, newest first. */
  comments: readonly FeedbackComment[];
}

/** The most comments of an idea for search engines, and how much of each. */
const COMMENTS_MAX = 20;
const COMMENT_MAX_CHARACTERS = 500;

const commentData = ({ content, authorName, createdAt, id }: FeedbackComment, url: string) => ({
  '@type': 'Comment',
  text: excerptOf(content, COMMENT_MAX_CHARACTERS),
  url: `${url}#${anchors.comment(id)}`,
  author: person(authorName),
  datePublished: createdAt,
});

/** An idea, with the numbers of its votes and comments. */
export function discussionData({ portal, item, text, comments }: Discussion, baseUrl: string) {
  const path = addresses.item(portal.slug, item.slug);
  const { title, authorName, createdAt, updatedAt, voteCount, commentCount } = item;
  return {
    '@context': CONTEXT,
    '@graph': [
      {
        '@type': 'DiscussionForumPosting',
        headline: title,
        text: text || title,
        url: `${baseUrl}${path}`,
        author: person(authorName),
        datePublished: createdAt,
        dateModified: updatedAt,
        interactionStatistic: [count('LikeAction', voteCount), count('CommentAction', commentCount)],
        ...(comments.length > 0 && {
          comment: comments.slice(0, COMMENTS_MAX).map((one) => commentData(one, `${baseUrl}${path}`)),
        }),
      },
      breadcrumbs(baseUrl, [portalStep(portal), { name: title, path }]),
    ],
  };
}

/** An update as an article of the company's. */
export function articleData(portal: ShownPortal, update: PublicUpdate, steps: string, baseUrl: string) {
  const path = addresses.update(portal.slug, update.slug);
  const publisher = {
    '@type': 'Organization',
    name: portal.name,
    ...(portal.logoUrl && { logo: portal.logoUrl }),
    ...(portal.websiteUrl && { url: portal.websiteUrl }),
  };
  return {
    '@context': CONTEXT,
    '@graph': [
      {
        '@type': 'BlogPosting',
        headline: update.title,
        url: `${baseUrl}${path}`,
        datePublished: update.publishedAt,
        dateModified: update.updatedAt,
        author: publisher,
        publisher,
        ...(update.summary && { description: plainNote(update.summary) }),
        ...(update.coverImageUrl && { image: update.coverImageUrl }),
      },
      breadcrumbs(baseUrl, [
        portalStep(portal),
        { name: steps, path: addresses.updates(portal.slug) },
        { name: update.title, path },
      ]),
    ],
  };
}
