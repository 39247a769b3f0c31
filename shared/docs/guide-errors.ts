import { errorCodes, type ErrorCode } from '../api/errors.ts';
import { html, type Fragment } from '../pages/html.ts';
import { errorMeanings } from './error-meanings.ts';
import { fieldList } from './field-list.ts';
import { block, type Guide, type GuideSource } from './guide.ts';

const example = {
  data: null,
  error: {
    code: 'invalid_request',
    message: 'title must not be empty or blank.',
    hint: 'Correct the listed fields and send the request again. See createStory in /openapi.json.',
    fields: [{ path: 'title', message: 'must not be empty or blank' }],
  },
};

/** The envelope of errors, and every code. */
export const errorsGuide = ({ document, links }: GuideSource): Guide => ({
  slug: 'errors',
  title: 'Errors',
  lead: 'One form for every error: what happened, and what to do about it.',
  parts: [
    {
      id: 'Error',
      title: 'The envelope',
      content: html`<p>
          Go by <code>code</code>; it does not change. <code>message</code> and <code>hint</code> are for
          people. Every answer has the header <code>X-Request-Id</code>, which finds the request in the
          service's log.
        </p>
        ${block('Answer 400', JSON.stringify(example, null, 2))}
        ${fieldList(document.components.schemas['Error']!, links, 'answer')}`,
    },
    {
      id: 'codes',
      title: 'Codes',
      content: html`<dl class="fields">${(Object.keys(errorCodes) as ErrorCode[]).map(entry)}</dl>`,
    },
    {
      id: 'GatewayError',
      title: 'Answers of the gateway',
      content: html`<p>
        What stands in front of the service answers 413, 429, 500 and 503 by itself now and then, with
        <code>{"message": …}</code> in the place of the envelope. Treat them by their status.
      </p>`,
    },
    {
      id: 'again',
      title: 'What to send again',
      content: html`<p>
        429, 500 and 503 may be sent again: wait for the seconds in <code>Retry-After</code>, or longer each
        time where there are none. A write that was sent with an <code>Idempotency-Key</code> is carried out
        once however often it is sent; see <a href="/docs/writes#idempotency">Retries</a>. All other errors
        come again until the request, or the state of things, is another.
      </p>`,
    },
  ],
});

const entry = (code: ErrorCode): Fragment =>
  html`<div id="${code}">
    <dt><code>${code}</code> <span class="type">${errorCodes[code].status}</span></dt>
    <dd>${errorMeanings[code]} ${errorCodes[code].hint}</dd>
  </div>`;
