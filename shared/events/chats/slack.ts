import type { ChatKind } from './chat-kind.ts';
import { fittingLines, plainLine } from './chat-text.ts';

/** https://docs.slack.dev/reference/block-kit/blocks/header-block and section-block */
const HEADER_MAX_CHARACTERS = 150;
const SECTION_MAX_CHARACTERS = 3_000;
const ACTIVITY_MAX_CHARACTERS = 400;

/** What Slack says of an address that takes nothing any more. https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
const GONE =
  /^(no_service|no_service_id|invalid_token|no_team|no_active_hooks|team_disabled|channel_not_found|channel_is_archived)$/;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The three characters that Slack reads as control characters in every text. */
const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (one) => ENTITIES[one]!);

/** The longest beginning of a line that is not longer than allowed once it is escaped. */
function line(text: string, most: number): string {
  for (let characters = most; ; characters -= 10) {
    const shown = escaped(plainLine(text, characters));
    if (shown.length <= most) return shown;
  }
}

const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });

/** Messages of Block Kit. What people wrote is only in `plain_text`, which has no formatting. */
export const slack: ChatKind = {
  name: 'slack',
  title: 'Slack',
  hosts: /^hooks\.slack(-gov)?\.com$/,
  example: 'https://hooks.slack.com/services/T0123456789/B0123456789/…',
  toMessage({ title, activities, link }) {
    const lines = activities.map((activity) => line(activity, ACTIVITY_MAX_CHARACTERS));
    const said = fittingLines(lines, (some) => some.join('\n').length <= SECTION_MAX_CHARACTERS).join('\n');
    return {
      // For notifications, and for what cannot show blocks.
      text: line(`${title}: ${activities.join(' ')}`, SECTION_MAX_CHARACTERS),
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
      blocks: [
        { type: 'header', text: plain(line(title, HEADER_MAX_CHARACTERS)) },
        { type: 'section', text: plain(said) },
        ...(link === null
          ? []
          : [{ type: 'context', elements: [{ type: 'mrkdwn', text: `<${link}|Open in Plotline>` }] }]),
      ],
    };
  },
  refusal({ status, body }) {
    if (status >= 200 && status < 300) return undefined;
    const [code] = /^[a-z_]{2,60}$/.exec(body.trim()) ?? [];
    const gone = status === 404 || status === 410 || (code !== undefined && GONE.test(code));
    return {
      error: `Slack responded with ${status}${code === undefined ? '' : ` (${code})`}.`,
      ...(gone && { gone }),
    };
  },
};
