import { html } from '../../kernel/html/html.ts';
import { block, code, glossary, type Guide } from './guide.ts';

const deprecated = `Deprecation: @1801353600
Sunset: Tue, 01 Feb 2028 00:00:00 GMT
Link: <https://…/docs/stories>; rel="deprecation"`;

/** What may change within version 1, for those who see the service and not its repository (docs/compatibility.md). */
export const compatibilityGuide: Guide = {
  slug: 'compatibility',
  title: 'Compatibility',
  lead: 'What may change in version 1 of the API, how to be ready for it, and how you learn of removals.',
  parts: [
    {
      id: 'changes',
      title: 'What may change without notice',
      content: html`<p>
          The version is in the path, <code>/api/v1</code>, and in <code>apiVersion</code> of events. Within a
          version, these are added without notice:
        </p>
        ${glossary([
          ['Operations and optional input', 'New operations, parameters and optional fields of requests.'],
          ['Output', 'New fields in responses and events, and new members next to data, such as included.'],
          [
            'Values',
            'New values of enums in responses and events: statuses, kinds, reasons and error codes.',
          ],
          ['Events', 'New event types. An endpoint receives only the types that it subscribes to.'],
          ['Limits', 'Higher limits. Lower limits are announced.'],
          ['Texts', 'The wording of message and hint, the order of fields, and the form of ids and cursors.'],
        ])}`,
    },
    {
      id: 'clients',
      title: 'What your client should do',
      content: html`<p>
          Ignore fields that you do not know. Treat an unknown enum value as “other”. Decide by
          <code>code</code> and status, never by <code>message</code>. The
          <a href="/openapi.json">OpenAPI document</a> says the same to generators: objects in responses allow
          further fields, and enums in responses are “one of these values, or another string”.
        </p>
        <p>
          Requests are the opposite: an unknown field or parameter is refused with 400, so that a typo never
          goes unnoticed.
        </p>`,
    },
    {
      id: 'promises',
      title: 'What does not change',
      content: html`<p>
        A field in a response keeps its name, type and meaning, and is present, ${code('null')} if it has no
        value. A request that works today keeps working, with the same effect. Idempotency keys and webhook
        signatures keep their meaning. Anything else comes only with a new version, which runs next to this
        one.
      </p>`,
    },
    {
      id: 'removals',
      title: 'How you learn of removals',
      content: html`<p>
          What will be removed is first marked <code>deprecated</code> in the OpenAPI document. For at least
          twelve months, every response of a deprecated operation then has the headers
          <code>Deprecation</code> (RFC 9745), <code>Sunset</code> (RFC 8594) and <code>Link</code>. Log them
          in your client.
        </p>
        ${block('Headers of a deprecated operation', deprecated, 'http')}`,
    },
  ],
};
