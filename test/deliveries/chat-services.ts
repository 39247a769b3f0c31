import { createRequire } from 'node:module';
import * as z from 'zod';

/** Stand-ins for Slack and Teams: what they refuse of a message, as their documentation says. */

const plainText = (most: number) =>
  z.strictObject({
    type: z.literal('plain_text'),
    text: z.string().min(1).max(most),
    emoji: z.boolean().optional(),
  });
const mrkdwn = z.strictObject({ type: z.literal('mrkdwn'), text: z.string().min(1).max(3_000) });

/** https://docs.slack.dev/reference/block-kit/blocks */
const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('header'), text: plainText(150) }),
  z.strictObject({ type: z.literal('section'), text: z.union([plainText(3_000), mrkdwn]) }),
  z.strictObject({
    type: z.literal('context'),
    elements: z
      .array(z.union([mrkdwn, plainText(3_000)]))
      .min(1)
      .max(10),
  }),
]);

const slackMessage = z.strictObject({
  text: z.string().min(1).max(40_000),
  mrkdwn: z.boolean(),
  unfurl_links: z.boolean(),
  unfurl_media: z.boolean(),
  blocks: z.array(block).min(1).max(50),
});

export type SlackMessage = z.output<typeof slackMessage>;

/** What Slack would show; throws if it would refuse the message. */
export const readSlack = (body: string): SlackMessage => slackMessage.parse(JSON.parse(body));

// Its modules lack the endings of file names, which Node needs.
const { AdaptiveCard, SerializationContext, Versions } = createRequire(import.meta.url)(
  'adaptivecards/dist/adaptivecards.js',
) as typeof import('adaptivecards');

const teamsMessage = z.strictObject({
  type: z.literal('message'),
  attachments: z.tuple([
    z.strictObject({
      contentType: z.literal('application/vnd.microsoft.card.adaptive'),
      contentUrl: z.null(),
      content: z.looseObject({ type: z.literal('AdaptiveCard'), version: z.literal('1.4') }),
    }),
  ]),
});

interface Card {
  body: { type: string; inlines: { type: string; text: string }[] }[];
  actions?: { type: string; url: string }[];
}

/** The card that Teams would show; throws if it is too large, or the renderer of Adaptive Cards finds a fault in it. */
export function readTeams(body: string): Card {
  if (Buffer.byteLength(body) > 28 * 1024) throw new Error('Teams takes at most 28 KB.');
  const { content } = teamsMessage.parse(JSON.parse(body)).attachments[0];
  const context = new SerializationContext(Versions.v1_4);
  const card = new AdaptiveCard();
  card.parse(content, context);
  const found = Array.from({ length: context.eventCount }, (_, n) => context.getEventAt(n).message);
  const invalid = card.validateProperties().validationEvents.map(({ message }) => message);
  if (found.length + invalid.length > 0) throw new Error([...found, ...invalid].join(' '));
  return content as unknown as Card;
}

/** The lines of a card. */
export const linesOf = ({ body }: Card): string[] =>
  body.map(({ inlines }) => inlines.map(({ text }) => text).join(''));
