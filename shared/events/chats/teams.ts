import type { ChatKind } from './chat-kind.ts';
import { broken, fittingLines, plainLine } from './chat-text.ts';

/** Teams takes messages of up to 28 KB. */
const MESSAGE_MAX_BYTES = 28_000;
const TITLE_MAX_CHARACTERS = 300;
const ACTIVITY_MAX_CHARACTERS = 400;

/** What begins a mention, another tag or the address of a Markdown link. */
const TAGS_AND_LINKS = /<(?=[/a-z])|\](?=\()/gi;

const line = (text: string, most: number): string => broken(plainLine(text, most), TAGS_AND_LINKS);

/** A line of text runs, which unlike text blocks are not read as Markdown. */
const run = (text: string, style: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...style }],
});

/** Messages with an Adaptive Card, for workflows of Power Automate that post cards. */
export const teams: ChatKind = {
  name: 'teams',
  title: 'Microsoft Teams',
  hosts: /^([a-z0-9-]+\.)+(webhook\.office\.com|logic\.azure\.com|environment\.api\.powerplatform\.com)$/,
  example: 'https://0123456789abcdef.0c.environment.api.powerplatform.com:443/powerautomate/…',
  toMessage({ title, activities, link }) {
    const header = line(title, TITLE_MAX_CHARACTERS);
    const lines = activities.map((activity) => line(activity, ACTIVITY_MAX_CHARACTERS));
    const message = (some: readonly string[]) => ({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            fallbackText: header,
            body: [run(header, { weight: 'bolder', size: 'medium' }), ...some.map((one) => run(one))],
            ...(link !== null && {
              actions: [{ type: 'Action.OpenUrl', title: 'Open in Plotline', url: link }],
            }),
          },
        },
      ],
    });
    const fits = (some: readonly string[]) =>
      Buffer.byteLength(JSON.stringify(message(some))) <= MESSAGE_MAX_BYTES;
    return message(fittingLines(lines, fits));
  },
  // Connectors answered 200 also when Teams had refused the message.
  refusal({ status, body }) {
    const isTaken = status >= 200 && status < 300 && !/delivery failed|HTTP error \d{3}/i.test(body);
    if (isTaken) return undefined;
    return {
      error: `Microsoft Teams responded with ${status}${status < 300 ? ', and that the message was not delivered' : ''}.`,
      ...((status === 404 || status === 410) && { gone: true }),
    };
  },
};
