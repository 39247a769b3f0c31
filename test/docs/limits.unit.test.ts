import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { JSON_DEPTH_MAX } from '../../cli/import/json-depth.ts';
import { DAYS_MAX, STORIES_MAX } from '../../shared/planning/analysis/analysis.ts';
import { PROPOSED_MAX } from '../../shared/planning/analysis/proposal.ts';
import { BODY_MAX_BYTES, BULK_BODY_MAX_BYTES } from '../../shared/kernel/api/http/body-limits.ts';
import { DEFAULT_QUOTAS } from '../../shared/kernel/api/limits/quotas.ts';
import { BULK_ITEMS_PER_REQUEST, DEFAULT_RATE_LIMITS } from '../../shared/kernel/api/limits/rate-limits.ts';
import { AUDIT_RETENTION_DAYS } from '../../shared/kernel/api/operation/audit-trail-store.ts';
import { ACTIVITIES_MAX } from '../../shared/planning/agent-sessions/agent-session.ts';
import { CHANGES_MAX } from '../../shared/events/change-sets/read-change-set.ts';
import { EVENTS_MAX } from '../../shared/events/change-sets/read-actor-events.ts';
import { REPLIES_MAX } from '../../shared/planning/comments/comment.ts';
import { DAY_MS } from '../../shared/kernel/core/date-span.ts';
import { RETIREMENT_MS } from '../../shared/kernel/core/keyring.ts';
import { SUBSCRIPTIONS_MAX } from '../../shared/events/subscriptions/subscription.ts';
import { EVENT_RETENTION_DAYS } from '../../shared/kernel/log/retention.ts';
import { TEAMS_PER_MEMBER } from '../../shared/identity/members/member.ts';
import { CUSTOMER_SECRET_DAYS } from '../../shared/feedback/portal/customer-secret.ts';
import { OWNED_IMAGES_MAX } from '../../shared/feedback/portal/owned-image-store.ts';
import { IMAGE_MAX_BYTES, IMAGE_SENT_MAX_BYTES, IMAGES_MAX } from '../../shared/feedback/portal/image.ts';
import { FEED_MARKUP_MAX_CHARACTERS } from '../../shared/pages/public-portals/feed-contents.ts';
import { PARENT_DEPTH_MAX } from '../../shared/planning/stories/parents.ts';
import { ROUNDS_MAX } from '../../shared/planning/stories/story-list.ts';
import { TEMPLATE_MAX_BYTES } from '../../shared/planning/story-templates/story-template.ts';
import { RELATIONS_MAX } from '../../shared/planning/story/story-relations.ts';
import { HOOKS_MAX } from '../../shared/planning/hooks/hook.ts';
import { STORIES_MAX as REPORTED_STORIES_MAX } from '../../shared/planning/hooks/references.ts';
import { LINKS_MAX, LINKS_MAX_BYTES } from '../../shared/planning/links/story-links.ts';
import { REPLY_LIMIT } from '../../shared/feedback/mail-replies/reply-mailbox.ts';
import { SENDER_LIMIT } from '../../shared/identity/inbound-mail/count-mail.ts';
import { SHORT_LINE_MAX_BYTES, SHORT_LINES_MAX } from '../../shared/identity/inbound-mail/line-limit.ts';
import { PARSE_MAX_MS } from '../../shared/identity/inbound-mail/parse-in-thread.ts';
import { visitorLimits } from '../../shared/feedback/visitors/visitor-limits.ts';
import { COMMENTS_MAX } from '../../shared/feedback/items/feedback-comment.ts';
import { SUMMED_MAX } from '../../shared/planning/time-entries/get-time-spent.ts';
import {
  NOTIFICATION_DAYS,
  NOTIFICATIONS_OF_ACTOR_MAX,
  NOTIFICATIONS_OF_DAY_MAX,
  UNREAD_COUNT_MAX,
} from '../../shared/planning/news/notification.ts';
import { MAIL_FILES_MAX } from '../../shared/planning/triage-mail/mail-files.ts';
import { ADDRESS_LIMIT, WORKSPACE_LIMIT } from '../../shared/planning/triage-mail/triage-mailbox.ts';
import { ATTACHMENT_MAX_BYTES, ATTACHMENTS_MAX } from '../../shared/planning/attachments/attachment.ts';
import { FORMER_SLUGS_MAX } from '../../shared/kernel/slugs/slug.ts';
import { openApiDocument } from '../../shared/kernel/api/openapi/document.ts';
import { describedEvents } from '../../shared/projections/events/event-descriptions.ts';
import { namedEnums } from '../../shared/surface/named-enums.ts';
import { allOperations } from '../../shared/surface/registry.ts';
import { ROOT } from '../commands/documented.ts';

/** The figures of the table in docs/guides/limits.md, by what they limit. */
const rows = readFileSync(join(ROOT, 'docs/guides/limits.md'), 'utf8').matchAll(/^\| (.+?) +\| (.+?) +\|/gm);
const documented = Object.fromEntries([...rows].map(([, what, most]) => [what, most]));

const KIB = 1_024;

const { components } = openApiDocument({
  operations: allOperations,
  routes: [],
  events: describedEvents,
  namedEnums,
}) as { components: { schemas: Record<string, { properties: Record<string, any> }> } };

/** The most characters of a request's field in the OpenAPI document. */
const characters = (schema: string, field: string): number => {
  const property = components.schemas[schema]!.properties[field];
  return property.maxLength ?? property.anyOf.find((one: any) => 'maxLength' in one).maxLength;
};

const quotas: Record<keyof typeof DEFAULT_QUOTAS, string> = {
  members: 'Members of a workspace',
  teams: 'Teams of a workspace',
  stories: 'Stories of a workspace, counting deleted ones',
  relations: 'Relations of a workspace',
  views: 'Views of a workspace',
  portals: 'Portals of a workspace',
  endpoints: 'Webhook endpoints of a workspace',
  attachment_megabytes: 'Attachments of a workspace, in megabytes',
};

const limits: Record<string, number> = {
  'Requests a minute of a credential, or of a person on pages': DEFAULT_RATE_LIMITS.credential,
  'Requests a minute of a workspace': DEFAULT_RATE_LIMITS.workspace,
  'Requests a minute of a network without a credential': DEFAULT_RATE_LIMITS.workspace,
  'Items of a bulk request that count as one request': BULK_ITEMS_PER_REQUEST,
  'Body of a request, in KiB': BODY_MAX_BYTES / KIB,
  'Body of a bulk request or of a delivery to a hook, in KiB': BULK_BODY_MAX_BYTES / KIB,
  'Teams of a member': TEAMS_PER_MEMBER,
  'Ideas of a visitor of a portal in an hour': visitorLimits.submissions.most,
  'Comments of a visitor of a portal in an hour': visitorLimits.comments.most,
  'Votes of a visitor of a portal in an hour': visitorLimits.votes.most,
  'Description of a story or objective, in characters': characters('CreateStoryRequest', 'description'),
  'Story template, in bytes of JSON': TEMPLATE_MAX_BYTES,
  'Relations of a story': RELATIONS_MAX,
  'Attachments of a story': ATTACHMENTS_MAX,
  'Size of an attachment, in MiB': ATTACHMENT_MAX_BYTES / KIB / KIB,
  'Mails an hour to the address of a triage': ADDRESS_LIMIT.most,
  'Mails an hour from one sender to it': SENDER_LIMIT.most,
  'Mails an hour to the triages of a workspace': WORKSPACE_LIMIT.most,
  'Mailed replies of a person in an hour': REPLY_LIMIT.most,
  [`Lines of a mail under ${SHORT_LINE_MAX_BYTES} bytes`]: SHORT_LINES_MAX,
  'Seconds to parse a mail': PARSE_MAX_MS / 1_000,
  'Files of a mail to a triage': MAIL_FILES_MAX,
  'Notifications of a person in a day': NOTIFICATIONS_OF_DAY_MAX,
  'Notifications of a person that one other causes in a day': NOTIFICATIONS_OF_ACTOR_MAX,
  'Unread notifications that are counted': UNREAD_COUNT_MAX,
  'Days that a notification is kept': NOTIFICATION_DAYS,
  'Stories or entries whose time is summed': SUMMED_MAX,
  'Links of a story': LINKS_MAX,
  'Hooks of a workspace': HOOKS_MAX,
  'Stories that one delivery to a hook links': REPORTED_STORIES_MAX,
  'Links of a story, in bytes of JSON': LINKS_MAX_BYTES,
  'Depth of nested stories': PARENT_DEPTH_MAX,
  'Replies to a comment': REPLIES_MAX,
  'Activities of an agent session': ACTIVITIES_MAX,
  'Changes of a change set that is shown or reverted': CHANGES_MAX,
  'Changes of all actors in the time of a reversal': EVENTS_MAX,
  'Stories that an analysis reads': STORIES_MAX,
  'Days of an analysis': DAYS_MAX,
  'Stories that the plan of a sprint proposes': PROPOSED_MAX,
  'MCP subscriptions of a member in a workspace': SUBSCRIPTIONS_MAX,
  'Former slugs that redirect': FORMER_SLUGS_MAX,
  'Description of an item, in characters': characters('CreateFeedbackItemRequest', 'description'),
  'Visible comments on an item': COMMENTS_MAX,
  'Body of an update, in characters': characters('CreateFeedbackUpdateRequest', 'body'),
  'Images of a portal': IMAGES_MAX,
  'Size of an image, in MiB': IMAGE_MAX_BYTES / KIB / KIB,
  'Size of an image in a JSON request, in MiB': IMAGE_SENT_MAX_BYTES / KIB / KIB,
  'Pictures of a visitor in an idea or comment': OWNED_IMAGES_MAX,
  'Pictures of a visitor in an hour': visitorLimits.pictures.most,
  'HTML of an Atom feed, in KiB': FEED_MARKUP_MAX_CHARACTERS / KIB,
  'Events and deliveries, in days': EVENT_RETENTION_DAYS,
  'Audit trail, in days': AUDIT_RETENTION_DAYS,
  'Cursors, in days after the key that signed them was replaced': RETIREMENT_MS / DAY_MS,
  'Secret for a portal’s customers, in days': CUSTOMER_SECRET_DAYS,
  'Keys that a filtered page reads, in rounds of 1,000': ROUNDS_MAX,
  'Levels of nested JSON in an import': JSON_DEPTH_MAX,
};

const shown = (figure: number) => figure.toLocaleString('en');

test.each(Object.entries(quotas))('the quota %s is in the table as “%s”', (name, what) => {
  expect(documented[what]).toBe(shown(DEFAULT_QUOTAS[name as keyof typeof DEFAULT_QUOTAS]));
});

test('the figures of docs/guides/limits.md are those of the code', () => {
  const figures = Object.entries(limits).map(([what, most]) => [what, shown(most)]);
  expect(documented).toMatchObject(Object.fromEntries(figures));
});

test('each row of docs/guides/limits.md has one number', () => {
  const figures = Object.entries(documented).filter(([what]) => what !== 'what' && !/^-+$/.test(what));
  expect(figures.length).toBeGreaterThan(50);
  for (const [what, most] of figures) expect(most, what).toMatch(/^[\d,]+( s)?$/);
});
