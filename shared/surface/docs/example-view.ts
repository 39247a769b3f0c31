import { errorCodes, type ErrorCode } from '../../kernel/core/errors.ts';
import { errorAddress } from '../../kernel/api/operation/docs-address.ts';
import type { Operation } from '../../kernel/api/operation/operation-kinds.ts';
import type { Tag } from '../../kernel/api/operation/tags.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { jsonSchema, type ApiDocument, type PlacedOperation, type Schema } from './api-document.ts';
import { curlCommand } from './curl.ts';
import { errorExample } from './error-example.ts';
import { exampleCall, type ExampleCall } from './example-call.ts';
import { exampleOf } from './example.ts';
import { block } from './guide.ts';
import type { CodeLanguage } from './highlighted.ts';
import { operationExamples } from './operation-examples.ts';
import { pythonExample } from './python-example.ts';
import { isTriable, tryItButton, tryItForm } from './try-it-form.ts';
import { typescriptExample } from './typescript-example.ts';
import { settingLinesFor } from './variables-section.ts';

/** The data that the reference is generated from: the OpenAPI document and the declarations behind it. */
export interface OperationSource {
  document: ApiDocument;
  operations: readonly Operation[];
}

/** The example of an operation: its request in three languages, its response, and a response for each error. */
export function exampleView(
  operation: PlacedOperation,
  { document, operations }: OperationSource,
  errors: readonly ErrorCode[],
): Fragment {
  const { operationId, responses } = operation;
  const call = exampleCall(operation, document);
  const inClient = call.token === 'TOKEN' && operations.some(({ id }) => id === operationId);
  const [status, success] = Object.entries(responses).find(([code]) => Number(code) < 300)!;
  const schema = jsonSchema(success);
  const { schemas } = document.components;
  const answer = schema && (operationExamples[operationId]?.answer ?? exampleOf(schema, schemas, 'answer'));
  return html`<aside class="example" aria-label="Example">
    ${inLanguages(requestIn(call, inClient), isTriable(operation) && tryItForm(operation, call))}
    ${settings(call)}
    <div class="answers" data-first="${statusText(Number(status))}">
      ${
        answer === undefined
          ? html`<p>The response is ${status}, without a body.</p>`
          : block(`Response ${status}`, JSON.stringify(answer, null, 2))
      }
      <details class="errors">
        <summary>Examples of errors</summary>
        ${errors.map((code) => errorDetails(code, operation, schemas))}
      </details>
    </div>
  </aside>`;
}

/** What a success is called (RFC 9110, section 15.3). */
const reasons: Record<number, string> = { 200: 'OK', 201: 'Created', 202: 'Accepted', 204: 'No Content' };

const statusText = (status: number): string => `${status} ${reasons[status] ?? ''}`.trim();

const rendered = new WeakMap<object, Map<string, Html>>();

/** The example of an error, rendered once for all operations of a document whose hints lead to the same page. */
function errorDetails(
  code: ErrorCode,
  { operationId, tags }: PlacedOperation,
  schemas: Record<string, Schema>,
): Html {
  const known = rendered.get(schemas) ?? new Map<string, Html>();
  rendered.set(schemas, known);
  const { status } = errorCodes[code];
  const documented = { operationId, tag: tags[0] as Tag };
  const name = `${code} ${errorAddress(documented, code)}`;
  const made =
    known.get(name) ??
    html`<details name="errors">
      <summary>${status} <code>${code}</code></summary>
      ${block(`Response ${status}`, JSON.stringify(errorExample(code, documented, schemas), null, 2))}
    </details>`;
  known.set(name, made);
  return made;
}

/** An example's request in each language. */
export const requestIn = (call: ExampleCall, isInClient: boolean): InLanguage[] => [
  ['curl', 'sh', curlCommand(call)],
  ['TypeScript', 'ts', typescriptExample(call, isInClient)],
  ['Python', 'python', pythonExample(call)],
];

type InLanguage = readonly [name: string, language: CodeLanguage, text: string];

/**
 * One request in several languages, of which the reader chooses one; without a choice, the first is shown. The form that
 * sends it opens in its place.
 */
export const inLanguages = (all: readonly InLanguage[], form: Fragment): Fragment =>
  html`<div class="languages">
    <fieldset>
      <legend>Request in</legend>
      ${all.map(
        ([name, language], position) =>
          html`<label
            ><input type="radio" name="language" value="${language}" ${position === 0 && 'checked'} />
            ${name}</label
          >`,
      )}
      ${form && tryItButton()}
    </fieldset>
    ${form}
    ${all.map(
      ([name, language, text]) =>
        html`<div class="in-${language}">${block(`Request with ${name}`, text, language)}</div>`,
    )}
  </div>`;

/** The lines that set what the request uses. */
function settings(call: ExampleCall): Fragment {
  const lines = settingLinesFor([curlCommand(call)]);
  return (
    lines.length > 0 &&
    html`<details class="settings">
      <summary>Set the variables</summary>
      <p>
        Set <code>TOKEN</code> and <code>WORKSPACE</code> as in <a href="/docs#begin">the first calls</a>.
      </p>
      ${block('What the request uses', lines.join('\n'))}
    </details>`
  );
}
