import { html, type Fragment } from '../pages/html.ts';
import { waits } from '../deliveries/retry-schedule.ts';
import { disabledReasons, TEST_EVENT } from '../webhooks/webhook.ts';
import {
  jsonSchema,
  referredName,
  type ApiDocument,
  type ApiOperation,
  type Schema,
} from './api-document.ts';
import { exampleOf } from './example.ts';
import { fieldList } from './field-list.ts';
import { block, code, glossary, operationLink, type Guide, type GuideSource } from './guide.ts';
import { nodeReceiver, pythonReceiver } from './receivers.ts';

/** What endpoints are sent, how to verify it, and what follows when they do not take it. */
export function webhookEventsGuide(source: GuideSource): Guide {
  const { document, links } = source;
  return {
    slug: 'webhook-events',
    title: 'Webhook events',
    lead: 'What an endpoint is sent, how it knows that we sent it, and what happens when it does not answer.',
    parts: [
      {
        id: 'setting-up',
        title: 'Setting up',
        content: html`<p>
            An admin makes an endpoint with ${operationLink('createWebhook', source)}: a name, a URL and the
            kinds of event that it gets. The answer shows the signing secret, this once.
            ${operationLink('testWebhook', source)} sends a <code>${TEST_EVENT}</code> event, and
            ${operationLink('listWebhookDeliveries', source)} tells what became of each delivery.
          </p>
          <p>
            The URL is https on port 443, without user name or password, with a name that leads to public IPv4
            addresses only. That is looked up when it is set and at each attempt.
          </p>
          <p>
            An endpoint gets the events of the teams that its owner, the admin who made it, has joined, or of
            those among them that <code>teamIds</code> names.
          </p>`,
      },
      {
        id: 'kinds',
        title: 'Kinds of event',
        content: glossary(
          Object.entries(document.webhooks).map(([kind, { post }]) => kindEntry(kind, post, source)),
        ),
      },
      {
        id: 'body',
        title: 'The body',
        content: html`${fieldList(envelope(document), links, 'answer')}
          <p>
            Where data is the resource, it is as the API shows it: comments without their replies, and the
            <code>objectiveName</code> of a key result may be null where the objective was deleted with it.
            Updates add <code>changedFields</code> and <code>previous</code>. What the service works out by
            itself, such as counts and forecasts, makes no event.
          </p>
          ${block('An event', exampleEvent(document, 'story.updated'))}`,
      },
      {
        id: 'headers',
        title: 'Headers',
        content: glossary(
          document.webhooks['story.updated']!.post.parameters!.map(({ name, description = '' }) => [
            code(name),
            description,
          ]),
        ),
      },
      {
        id: 'verification',
        title: 'Verifying',
        content: html`<p>
            Signatures follow
            <a href="https://www.standardwebhooks.com/" rel="noreferrer">Standard Webhooks</a>, so its
            libraries verify them. Verify the bytes as they came, before anything parses them, and refuse what
            does not verify. The secret begins with <code>whsec_</code>.
          </p>
          ${block('Node: npm install standardwebhooks', nodeReceiver)}
          ${block('Python: pip install standardwebhooks', pythonReceiver)}`,
      },
      {
        id: 'answering',
        title: 'Answering',
        content: html`<p>
            Answer with any 2xx within 15 seconds; work on the event afterwards. Everything else is a failed
            attempt, also a redirect, which is not followed.
          </p>
          <p>
            Events come at least once, and in no certain order. Drop those whose <code>id</code> you have
            seen, and let the resource's <code>updatedAt</code> say which state is newer.
          </p>`,
      },
      {
        id: 'retries',
        title: 'Retries',
        content: html`<p>
            A failed delivery is sent again ${waits.map(inWords).join(', ')} after the attempt before, a
            little later each so that not all come at once, and as late as a <code>Retry-After</code> asks, up
            to a day. After ${waits.length + 1} attempts it has failed. The bytes and the
            <code>webhook-id</code> stay the same.
          </p>
          <p>
            Events are kept for 30 days. ${operationLink('redeliverWebhookDelivery', source)} sends one again,
            ${operationLink('redeliverWebhookEvents', source)} all since a time. Deliveries to a disabled
            endpoint are held and can be sent later; those of a kind that is no longer subscribed are dropped.
          </p>`,
      },
      {
        id: 'rotation',
        title: 'Another secret',
        content: html`<p>
          ${operationLink('rotateWebhookSecret', source)} shows a new one. For 24 hours each delivery carries
          a signature of both, so that a receiver verifies with either: put the new secret in place within
          that time.
        </p>`,
      },
      {
        id: 'disabling',
        title: 'What disables an endpoint',
        content: html`${glossary(Object.entries(disabledReasons).map(([reason, meaning]) => [code(reason), meaning]))}
          <p>
            <code>disabledReason</code> tells which it was. ${operationLink('enableWebhook', source)} enables
            it again.
          </p>`,
      },
    ],
  };
}

const bodyOf = ({ webhooks }: ApiDocument, kind: string) => jsonSchema(webhooks[kind]!.post.requestBody!)!;

/** What all bodies have, whatever the kind. */
function envelope(document: ApiDocument): Schema {
  const { properties, ...rest } = bodyOf(document, 'story.created');
  const type = { type: 'string', description: 'The kind of event.' };
  const data = { type: 'object', description: 'The resource that it tells of.' };
  return { ...rest, properties: { ...properties, type, data } };
}

const exampleEvent = (document: ApiDocument, kind: string): string =>
  JSON.stringify(exampleOf(bodyOf(document, kind), document.components.schemas, 'answer'), null, 2);

function kindEntry(
  kind: string,
  { summary, requestBody }: ApiOperation,
  { links }: GuideSource,
): [Fragment, Fragment] {
  const name = referredName(jsonSchema(requestBody!)!.properties!['data']!)!;
  const shown = name.replace(/(Change|Event)$/, '');
  return [
    html`<code>${kind}</code>`,
    html`${summary}. Data:
      <a href="${links.toObject(shown)}">${shown}</a>${name.endsWith('Change') && ' with what changed'}.`,
  ];
}

const units: [milliseconds: number, unit: string][] = [
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
];

function inWords(wait: number): string {
  const [size, unit] = units.find(([milliseconds]) => wait >= milliseconds)!;
  return `${wait / size} ${unit}`;
}
