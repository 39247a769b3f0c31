import { html, type Fragment } from '../../kernel/html/html.ts';
import { retryDelaysMs } from '../../events/deliveries/retry-schedule.ts';
import { disabledReasons, TEST_EVENT } from '../../events/webhooks/webhook.ts';
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

/** What endpoints receive, how to verify it, and how failures are handled. */
export function webhookEventsGuide(source: GuideSource): Guide {
  const { document, links } = source;
  return {
    slug: 'webhook-events',
    title: 'Webhook events',
    lead: 'What your endpoint receives, how to verify its origin, and what happens if it does not respond.',
    parts: [
      {
        id: 'setting-up',
        title: 'Setup',
        content: html`<p>
            An admin creates an endpoint with ${operationLink('createWebhook', source)}: a name, a URL and the
            event types it receives. The response contains the signing secret, this one time only.
            ${operationLink('testWebhook', source)} sends a <code>${TEST_EVENT}</code> event, and
            ${operationLink('listWebhookDeliveries', source)} shows what happened to each delivery.
          </p>
          <p>
            The URL must be https on port 443, without a user name or password, and its host must resolve to
            public IPv4 addresses only. We check this when you set it and at every attempt.
          </p>
          <p>
            An endpoint receives the events of the teams its owner has joined; the owner is the admin who
            created it. <code>teamIds</code> can narrow this to some of those teams. <code>labelIds</code>,
            <code>assigneeIds</code> and <code>statusCategories</code> narrow the events of stories,
            <code>changedFields</code> the updates of all resources; a story that leaves the filter is sent
            once more.
          </p>`,
      },
      {
        id: 'kinds',
        title: 'Event types',
        content: glossary(
          Object.entries(document.webhooks).map(([kind, { post }]) => kindEntry(kind, post, source)),
        ),
      },
      {
        id: 'body',
        title: 'The body',
        content: html`${fieldList(envelope(document), links, 'answer')}
          <p>
            If data is a resource, it has the format of the API, except that comments have no replies, that
            relations have <code>updatedAt</code> and never <code>relatedStory</code>, and that the
            <code>objectiveName</code> of a key result is null if the objective was deleted with it. Updates
            also have <code>changes</code>. Changes to computed values, such as counts and forecasts, produce
            no events.
          </p>
          ${block('Example event', exampleEvent(document, 'story.updated'))}`,
      },
      {
        id: 'EventChange',
        title: 'EventChange',
        content: html`<p>An entry of <code>changes</code>.</p>
          ${fieldList(document.components.schemas['EventChange']!, links, 'answer')}`,
      },
      {
        id: 'Actor',
        title: 'Actor',
        content: html`<p>
            Who made a change, of every kind of event. ${operationLink('getPrincipal', source)} returns the
            name that belongs to the id.
          </p>
          ${fieldList(document.components.schemas['Actor']!, links, 'answer')}`,
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
            <a href="https://www.standardwebhooks.com/" rel="noreferrer">Standard Webhooks</a>, so you can
            verify them with its libraries. Verify the raw body before parsing it, and reject requests that
            fail verification. The secret starts with <code>whsec_</code>.
          </p>
          ${block('Node: npm install standardwebhooks', nodeReceiver, 'ts')}
          ${block('Python: pip install standardwebhooks', pythonReceiver, 'python')}`,
      },
      {
        id: 'answering',
        title: 'Answering',
        content: html`<p>
            Respond with any 2xx status within 15 seconds and process the event afterwards. Anything else
            counts as a failed attempt, including redirects, which are not followed.
          </p>
          <p>
            Each event arrives at least once, and events can arrive in any order. Ignore events whose
            <code>id</code> you have already seen, and compare the resource's <code>updatedAt</code> to
            determine which state is newer.
          </p>`,
      },
      {
        id: 'retries',
        title: 'Retries',
        content: html`<p>
            A failed delivery is retried ${retryDelaysMs.map(inWords).join(', ')} after the previous attempt.
            Each delay includes random jitter, and a longer <code>Retry-After</code> is honored up to one day.
            After ${retryDelaysMs.length + 1} attempts, the delivery fails. The body and the
            <code>webhook-id</code> stay the same.
          </p>
          <p>
            Events are retained for 30 days. ${operationLink('redeliverWebhookDelivery', source)} redelivers
            one of them, ${operationLink('redeliverWebhookEvents', source)} all events since a given time,
            also those from before the endpoint was made or subscribed to them. Deliveries to a disabled
            endpoint are held and can be sent later; deliveries of event types that the endpoint no longer
            subscribes to are dropped.
          </p>`,
      },
      {
        id: 'rotation',
        title: 'Rotating the secret',
        content: html`<p>
          ${operationLink('rotateWebhookSecret', source)} returns a new secret. For 24 hours every delivery is
          signed with both the old and the new secret, which gives you time to deploy the new one.
        </p>`,
      },
      {
        id: 'disabling',
        title: 'What disables an endpoint',
        content: html`${glossary(Object.entries(disabledReasons).map(([reason, meaning]) => [code(reason), meaning]))}
          <p>
            <code>disabledReason</code> contains the reason. To enable it again, call
            ${operationLink('enableWebhook', source)}.
          </p>`,
      },
    ],
  };
}

const bodyOf = ({ webhooks }: ApiDocument, kind: string) => jsonSchema(webhooks[kind]!.post.requestBody!)!;

/** Fields of all event bodies. */
function envelope(document: ApiDocument): Schema {
  const { properties, ...rest } = bodyOf(document, 'story.updated');
  const type = { type: 'string', description: 'The event type.' };
  const data = { type: 'object', description: 'The resource that the event is about.' };
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
  const shown = name.replace(/Event$/, '');
  return [
    html`<code>${kind}</code>`,
    html`${summary}. Data: <a href="${links.toObject(shown)}">${shown}</a>.`,
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
