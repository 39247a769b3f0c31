import { BULK_MAX_ITEMS } from '../../kernel/api/bulk/bulk-operation.ts';
import { DEFAULT_QUOTAS } from '../../kernel/api/limits/quotas.ts';
import { BULK_ITEMS_PER_REQUEST, DEFAULT_RATE_LIMITS } from '../../kernel/api/limits/rate-limits.ts';
import { DEFAULT_PAGE_SIZE } from '../../kernel/api/operation/operation.ts';
import { BODY_MAX_BYTES, BULK_BODY_MAX_BYTES } from '../../kernel/api/http/body-limits.ts';
import { REPLIES_MAX } from '../../planning/comments/comment.ts';
import { COMMENT_MAX_CHARACTERS, COMMENTS_MAX } from '../../feedback/items/feedback-comment.ts';
import { TEAMS_PER_MEMBER } from '../../identity/members/member.ts';
import { IMAGE_MAX_BYTES } from '../../feedback/portals/image.ts';
import { BOARDS_MAX } from '../../feedback/portals/portal.ts';
import { FORMER_SLUGS_MAX } from '../../kernel/slugs/slug.ts';
import { visitorLimits } from '../../pages/public-portals/form-route.ts';
import { PARENT_DEPTH_MAX } from '../../planning/stories/parents.ts';
import { LINKED_ITEMS_MAX } from '../../feedback/updates/update.ts';
import { withoutNull, type Schema } from './api-document.ts';
import { glossary, type Guide, type GuideSource } from './guide.ts';

/** Sizes, counts and durations, read from the code that enforces them. */
export function limitsGuide({ document }: Pick<GuideSource, 'document'>): Guide {
  const at = (component: string, field: string): Schema => {
    const found = document.components.schemas[component]?.properties?.[field];
    if (!found) throw new Error(`${component}.${field} does not exist, so its limits are unknown.`);
    return withoutNull(found).schema;
  };
  const characters = (component: string, field: string) =>
    `${most(at(component, field).maxLength)} characters`;
  const bytes = (component: string, field: string) => kib(at(component, field).maxLength);
  const entries = (component: string, field: string) => most(at(component, field).maxItems);

  return {
    slug: 'limits',
    title: 'Limits',
    lead: 'Maximum sizes, counts, rates and durations.',
    parts: [
      {
        id: 'requests',
        title: 'Requests',
        content: glossary([
          [
            'Body',
            `Up to ${kib(BODY_MAX_BYTES)}. Bulk operations take up to ${kib(BULK_BODY_MAX_BYTES)} and ${BULK_MAX_ITEMS} items. A larger body is 413.`,
          ],
          [
            'Page',
            `1 to 100 items; the default is ${DEFAULT_PAGE_SIZE}. A page ends early rather than exceed 4 MB, or 5.5 MB with what it includes.`,
          ],
          ['Cursor', 'Up to 8,192 characters.'],
          ['Idempotency-Key', '16 to 255 characters from ! to ~.'],
          [
            'Rate',
            `${most(DEFAULT_RATE_LIMITS.credential)} requests a minute per credential and ${most(DEFAULT_RATE_LIMITS.workspace)} per workspace, unless the operator has set others; RateLimit-Policy says which. A bulk request counts as one for each ${BULK_ITEMS_PER_REQUEST} items, and some operations as several: the reference says which. Above a limit the response is 429: wait for the seconds in Retry-After. The gateway also limits all callers together, with a 429 that has no envelope.`,
          ],
          [
            'Time',
            'A request that takes longer than 10 seconds ends with 503. The write may still have been carried out, so retry it with the same Idempotency-Key.',
          ],
        ]),
      },
      {
        id: 'texts',
        title: 'Texts',
        content: glossary([
          ['Title of a story', characters('CreateStoryRequest', 'title')],
          ['Description of a story or objective', `${bytes('CreateStoryRequest', 'description')} of UTF-8`],
          [
            'Comment on a story',
            `${characters('CreateCommentRequest', 'content')}, with up to ${most(REPLIES_MAX)} replies`,
          ],
          ['Names', characters('CreateTeamRequest', 'name')],
          ['URL of a webhook endpoint', characters('CreateWebhookRequest', 'url')],
        ]),
      },
      {
        id: 'counts',
        title: 'Counts',
        content: glossary([
          ['Labels on a story', entries('CreateStoryRequest', 'labels')],
          ['Depth of nested stories', most(PARENT_DEPTH_MAX)],
          [
            'Teams per member',
            `${most(TEAMS_PER_MEMBER)}. A list of stories across all teams covers up to 100 teams; above that, teamId is required.`,
          ],
          [
            'In a workspace',
            `${most(DEFAULT_QUOTAS.members)} members, ${most(DEFAULT_QUOTAS.teams)} teams, ${most(DEFAULT_QUOTAS.stories)} stories, ${most(DEFAULT_QUOTAS.portals)} portals and ${most(DEFAULT_QUOTAS.endpoints)} webhook endpoints, unless the operator has set others: getLimits returns them with what is used. Above a quota the response is 409 quota_exceeded.`,
          ],
        ]),
      },
      {
        id: 'portals',
        title: 'Feedback portals',
        content: glossary([
          ['Boards', most(BOARDS_MAX)],
          ['Image', `${kib(IMAGE_MAX_BYTES)}, as PNG, JPEG or WebP`],
          ['Slug', characters('CreatePortalRequest', 'slug')],
          ['Former slugs that redirect', `The last ${most(FORMER_SLUGS_MAX)}`],
          [
            'Item',
            `Title ${characters('CreateFeedbackItemRequest', 'title')}; description ${bytes('CreateFeedbackItemRequest', 'description')} of UTF-8; ${entries('CreateFeedbackItemRequest', 'storyIds')} linked stories`,
          ],
          [
            'Comment on an item',
            `${most(COMMENT_MAX_CHARACTERS)} characters, with up to ${most(COMMENTS_MAX)} visible comments on an item`,
          ],
          [
            'Update',
            `Title ${characters('CreateFeedbackUpdateRequest', 'title')}; summary ${characters('CreateFeedbackUpdateRequest', 'summary')}; body ${bytes('CreateFeedbackUpdateRequest', 'body')} of UTF-8; ${most(LINKED_ITEMS_MAX)} linked items`,
          ],
          [
            'Visitor actions per hour',
            `${visitorLimits.submissions.most} ideas, ${visitorLimits.comments.most} comments, ${visitorLimits.votes.most} votes`,
          ],
        ]),
      },
      {
        id: 'times',
        title: 'Times',
        content: glossary([
          ['Tokens and keys', '1 minute to 365 days; the default is 90 days.'],
          ['Idempotency keys', 'Stored permanently for stories, otherwise for 24 hours.'],
          ['Webhook events and deliveries', 'Retained for 30 days.'],
        ]),
      },
    ],
  };
}

function most(limit: number | undefined): string {
  if (limit === undefined) throw new Error('There is no such limit.');
  return limit.toLocaleString('en');
}

const kib = (bytes: number | undefined): string =>
  bytes !== undefined && bytes % (1024 * 1024) === 0
    ? `${bytes / 1024 / 1024} MiB`
    : `${most(bytes && bytes / 1024)} KiB`;
