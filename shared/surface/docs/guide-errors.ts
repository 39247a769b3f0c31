import { errorCodes, type ErrorCode } from '../../kernel/core/errors.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';
import { errorMeanings } from './error-meanings.ts';
import { fieldList } from './field-list.ts';
import { block, type Guide, type GuideSource } from './guide.ts';

const example = {
  data: null,
  error: {
    code: 'invalid_request',
    message: 'title must not be empty or blank.',
    hint: 'Correct the listed fields and send the request again. See createStory in /openapi.json.',
    fields: [{ in: 'body', path: 'title', code: 'invalid_format', message: 'must not be empty or blank' }],
    requestId: 'dGhpcyBpcyBhbiBpZA=',
  },
};

/** The error envelope and all codes. */
export const errorsGuide = ({ document, links }: GuideSource): Guide => ({
  slug: 'errors',
  title: 'Errors',
  lead: 'Every error has the same format: what happened, and what to do about it.',
  parts: [
    {
      id: 'ErrorDetails',
      title: 'The error object',
      content: html`<p>
          In programs, rely on <code>code</code>, which does not change. <code>message</code> and
          <code>hint</code> are for people. When you report a problem, include <code>requestId</code>, which
          is also the <code>X-Request-Id</code> header of every response: it identifies the request in our
          log.
        </p>
        ${block('Response 400', JSON.stringify(example, null, 2))}
        ${fieldList(document.components.schemas['ErrorDetails']!, links, 'answer')}`,
    },
    {
      id: 'FieldError',
      title: 'Invalid fields',
      content: html`<p>
          A 400 lists in <code>fields</code> which parts of the request are invalid. Show
          <code>message</code> after the name of the field, or choose your own words by <code>code</code>.
        </p>
        ${fieldList(document.components.schemas['FieldError']!, links, 'answer')}`,
    },
    {
      id: 'codes',
      title: 'Codes',
      content: html`<dl class="fields">${(Object.keys(errorCodes) as ErrorCode[]).map(entry)}</dl>`,
    },
    {
      id: 'GatewayError',
      title: 'Errors from the gateway',
      content: html`<p>
        Occasionally the gateway in front of the service responds with 413, 429, 500 or 503 itself, with
        <code>{"message": …}</code> instead of the envelope. Handle these by status code.
      </p>`,
    },
    {
      id: 'again',
      title: 'When to retry',
      content: html`<p>
        Retry 429, 500 and 503. Wait for the number of seconds in <code>Retry-After</code>; without that
        header, wait longer each time. A write with an <code>Idempotency-Key</code> is carried out once,
        however often you send it; see <a href="/docs/writes#idempotency">Retries</a>. Other errors recur
        until you change the request or remove the cause.
      </p>`,
    },
  ],
});

const entry = (code: ErrorCode): Fragment =>
  html`<div id="${code}">
    <dt><code>${code}</code> <span class="type">${errorCodes[code].status}</span></dt>
    <dd>${errorMeanings[code]} ${errorCodes[code].hint}</dd>
  </div>`;
